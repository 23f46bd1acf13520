"""Every command that the README and docs/ show runs as it is typed, and prints what is shown.

The blocks of shell of a page run from the first to the last in one folder, as a reader would type
them; commands within a sentence or a table need only end well. What cannot run here is named below,
with the reason, and must still be on a page.
"""

import glob
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))

# Where a page takes a problem of a minute or more, this is large enough.
SMALLER = {"langford 15": "queens 16"}

# Commands whose numbers differ from run to run, and after SMALLER.
VARYING = ("--trust", "--checkpoint", "dlx resume", "dlx merge", "puzzle.xmpuzzle")

SKIPPED_BLOCKS = {
    "sudo apt-get install python3-dev": "bindings/python/tests/install does that",
    "python3 -m venv": "bindings/python/tests/install does that",
    "~/dlx-python/bin/pip install": "bindings/python/tests/install does that",
}
SKIPPED_SPANS = {
    "dlx COMMAND --help": "tests/apps/help_test.cpp",
    "dlx-cluster count FILE": "tests/cluster",
    "dlx-cluster solve": "tests/cluster",
    "dlx-cluster solve FILE": "tests/cluster",
    "dlx work": "what tests/cluster does with it",
    "dlx completion bash": "tests/apps/completion.bash",
}

PUZZLE = """<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/>
<shapes>
<voxel x="3" y="3" z="1" type="0">#########</voxel>
<voxel x="3" y="1" z="1" type="0">###</voxel>
</shapes>
<problems><problem state="0"><shapes><shape id="1" count="3"/></shapes><result id="0"/><bitmap/>
</problem></problems><comment/></puzzle>
"""


class Failure(Exception):
    pass


def blocks(text):
    """The lines of each fenced block that names no language."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if match.group(1) == "":
            yield match.group(2).splitlines()


def is_whole(command):
    try:
        shlex.split(command)
        return True
    except ValueError:
        return False


def typed(lines):
    """Commands after '$ ' with the output that is shown below each."""
    entries = []
    for line in lines:
        if line.startswith("$ "):
            entries.append([line[2:], []])
        elif entries and not is_whole(entries[-1][0]):
            entries[-1][0] += "\n" + line
        elif entries:
            entries[-1][1].append(line)
    return [tuple(entry) for entry in entries]


def spans(text):
    """Commands of dlx in the text."""
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    for span in re.findall(r"`([^`]+)`", outside):
        words = " ".join(span.split()).replace("\\|", "|")
        if re.match(r"dlx(-\w+)?( |$)", words) and words not in ("dlx", "dlx-check", "dlx-cluster"):
            yield words


def smaller(command):
    for large, small in SMALLER.items():
        command = command.replace(large, small)
    return command


def masked(line):
    return re.sub(r"[0-9.e+]+", "#", line)


def has_units(file):
    status = subprocess.run([DLX, "status", file, "--json"], text=True, capture_output=True,
                            check=False)
    return status.returncode == 0 and json.loads(status.stdout)["units_done"] > 0


def run(command, folder, interrupted=False):
    environment = dict(os.environ, PATH=os.path.dirname(DLX) + ":" + os.environ["PATH"])
    process = subprocess.Popen(["bash", "-o", "pipefail", "-c", command], cwd=folder,
                               env=environment, stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    if interrupted:  # once a unit has been saved
        file = os.path.join(folder, re.search(r"--checkpoint (\S+)", command).group(1))
        while process.poll() is None and not has_units(file):
            time.sleep(0.1)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
    try:
        output, _ = process.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise Failure(f"not over after 300 s: {command}")
    return process.returncode, output


def check_block(command, shown, folder):
    interrupted = shown[:1] == ["^C"]
    wanted = [line for line in shown if line not in ("^C", "", "...")]
    actual = smaller(command)
    code, output = run(actual, folder, interrupted)
    refused = any(line.startswith("dlx: error:") for line in wanted)
    good = (2,) if refused else (0, 130) if interrupted else (0,)
    if code not in good:
        raise Failure(f"exit code {code}: {actual}\n{output}")
    if interrupted and code == 0:
        return  # it was over before the signal, on a quick machine
    varies = any(word in command for word in VARYING) or actual != command
    printed = output.splitlines()
    if varies:
        wanted = [masked(line) for line in wanted]
        printed = [masked(line) for line in printed]
    printed = [line.rstrip() for line in printed]
    for line in wanted:
        # A comment behind a command is no output.
        if line.rstrip() not in printed:
            raise Failure(f"{actual}\nprints no line '{line}' but\n{output}")


def prepare(folder):
    shutil.copytree(os.path.join(ROOT, "data"), os.path.join(folder, "data"))

    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    write("broken.dlx", "a b c\na\nb c\nc d\n")
    write("rows.matrix", "1 0 0 1 0 1\n0 1 1 0 0 0\n0 1 0 0 0 1\n0 0 1 1 1 0\n")
    write("sppnw41.txt", "3 4\n5 2 1 2\n7 1 3\n4 1 1\n6 2 2 3\n")
    write("puzzle.xmpuzzle", PUZZLE)
    return write


def run_page(path, failures):
    """Runs the commands of a page; returns them all, those that are skipped too."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    commands = [entry for lines in blocks(text) for entry in typed(lines)]
    in_text = sorted(set(spans(text)))
    name = os.path.relpath(path, ROOT)
    with tempfile.TemporaryDirectory() as folder:
        write = prepare(folder)
        if "mine.txt" in text:
            _, facts = run("dlx cube blue --facts", folder)
            write("mine.txt", mistyped(facts))
        for command, shown in commands:
            if any(command.startswith(start) for start in SKIPPED_BLOCKS):
                continue
            try:
                check_block(command, shown, folder)
            except Failure as failure:
                failures.append(f"{name}: {failure}")
        for span in in_text:
            if span in SKIPPED_SPANS:
                continue
            try:
                code, output = run(with_names(span, folder), folder)
            except Failure as failure:
                failures.append(f"{name}: {failure}")
                continue
            if code not in (0, 128 + signal.SIGPIPE if "| head" in span else 0):
                failures.append(f"{name}: exit code {code}: {with_names(span, folder)}\n"
                                f"{output[-2000:]}")
    return [command for command, _ in commands] + in_text


def main():
    pages = [os.path.join(ROOT, "README.md")]
    pages += sorted(glob.glob(os.path.join(ROOT, "docs", "*.md")))
    failures = []
    shown = []
    for page in pages:
        start = time.time()
        commands = run_page(page, failures)
        print(f"{os.path.relpath(page, ROOT)}: {len(commands)} commands, {time.time() - start:.1f} s",
              flush=True)
        shown += commands
    for start in SKIPPED_BLOCKS:
        if not any(command.startswith(start) for command in shown):
            failures.append(f"skipped, but on no page: {start}")
    if len(shown) < 80:
        failures.append("too few commands were found")
    if failures:
        sys.exit("\n\n".join(failures))


def mistyped(facts):
    """The pieces as words of 16 cells around, the first without a cell of its right side."""
    words = []
    for piece in range(1, 7):
        word = ""
        for side, corner in zip("nesw", ("nw", "ne", "se", "sw")):
            cells = re.search(rf"s\({side},blue{piece},\[(.),(.),(.)\]\)", facts).groups()
            word += "1" if f"c({corner},blue{piece},1)" in facts else "0"
            word += "".join(cells)
        words.append(word)
    assert words[0][7] == "1"
    words[0] = words[0][:7] + "0" + words[0][8:]
    return "\n".join(words) + "\n"


def with_names(span, folder):
    """A command of the text with files in the place of its names for them."""
    if span.startswith("dlx polycube"):
        span = span.replace("FILE", "puzzle.xmpuzzle")
    if span.startswith(("dlx resume ", "dlx status ")):
        span = span.replace("FILE", "run.dlxr")
        if not os.path.exists(os.path.join(folder, "run.dlxr")):
            span = "dlx queens 8 --count --checkpoint run.dlxr && " + span
    if span.startswith("dlx merge"):
        if not os.path.exists(os.path.join(folder, "parts")):
            return ("rm -rf toy && dlx split data/examples/toy.dlx --units 2 -o toy && "
                    "dlx merge toy/0.result")
        span += " parts/*.result"
    if span.startswith("dlx proof FILE"):
        return ("dlx count data/examples/toy.dlx --certificate c && "
                "dlx proof data/examples/toy.dlx c --lrat --output toy")
    if span.startswith("dlx verify"):
        return "dlx solve data/examples/toy.dlx > a.sol && dlx verify data/examples/toy.dlx a.sol"
    if span.startswith("dlx split"):
        return "dlx split data/examples/toy.dlx --units 2 -o toy-parts"
    if span.startswith("dlx sudoku"):
        puzzle = "8" + "." * 10 + "36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
        span = span.replace("PUZZLE", puzzle)
    if span.startswith("dlx man COMMAND"):
        span = "dlx man count"
    if span == "dlx man count | man -l -":
        span = "dlx man count | mandoc > page || dlx man count > page"
    if span.startswith("dlx info - "):
        span = "dlx soma --emit | " + span
    if span == "dlx solve --all --up-to all":
        span += " data/examples/toy.dlx"
    if span in ("dlx count", "dlx convert", "dlx info", "dlx resume"):
        span += " --help"
    span = span.replace("FILE", "data/examples/toy.dlx")
    span = span.replace("OUT", "toy.json")
    return span


if __name__ == "__main__":
    DLX = os.path.abspath(sys.argv[1])
    main()
