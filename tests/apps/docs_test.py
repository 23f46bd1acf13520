"""Every command that the README and docs/ show runs as typed, and prints what the page shows.

A page is read from top to bottom, in one folder, as by a reader in a clone of the repository; two
pages at once. The folder has data/, scripts/ and build/release; every other file must be made by the page itself:
  - A block without a language holds commands, each after '$ ', and their output. The output must be
    the lines shown, in this order; '...' stands for any lines. A command without output shown only
    has to end well.
  - A block with a language below a line that ends with a file name and a colon is that file.
  - A command within a sentence or a table only has to end well. INSTEAD says what is run for a
    command that names no real file. In a table whose rows begin with a number and a command, the
    first line of the output must be the number.
What cannot run here is in SKIPPED, with the reason. A row of INSTEAD or SKIPPED that no page needs
is an error.

A command that neither reads nor writes a file, such as dlx queens 8 --count, does the same on every
page: it runs once, and its output is compared wherever it is shown.
"""

import concurrent.futures
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
SMALLER = {"queens 18": "queens 16", "--probes 20000": "--probes 200",
           "--checkpoint run.dlxr": "--checkpoint run.dlxr --checkpoint-every 0.1",
           "burr.py all": "burr.py notchable", "--time-limit 5": "--time-limit 3",
           "--checkpoint-every 1 --time-limit 6": "--checkpoint-every 1 --time-limit 2"}

# Commands whose numbers differ from run to run, or from machine to machine.
VARYING = ("--trust", "--checkpoint", "--progress", "dlx resume", "dlx status", "dlx merge",
           "dlx estimate", "--symmetry")

TOY = "data/examples/toy.dlx"
SUDOKU = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SAVED_RUN = "dlx queens 8 --count --checkpoint saved.dlxr && "
CERTIFIED = f"dlx count {TOY} --certificate toy.cert && "

# In a sentence or a table: what is run for a command.
INSTEAD = {
    "dlx solve FILE": f"dlx solve {TOY}",
    "dlx count FILE": f"dlx count {TOY}",
    "dlx estimate FILE": f"dlx estimate {TOY}",
    "dlx sample FILE": f"dlx sample {TOY}",
    "dlx marginals FILE": f"dlx marginals {TOY}",
    "dlx zdd FILE": f"dlx zdd {TOY}",
    "dlx verify FILE SOLUTION": f"dlx solve {TOY} > toy.sol && dlx verify {TOY} toy.sol",
    "dlx convert FILE OUT": f"dlx convert {TOY} toy.json",
    "dlx solve FILE --min-cost": "dlx solve data/examples/costs.dlx --min-cost",
    "dlx solve sppnw06.txt --from or-library --min-cost":
        "printf '1 1\n5 1 1\n' | dlx solve - --from or-library --min-cost",
    "dlx convert FILE OUT --unit-costs": f"dlx convert {TOY} unit.dlx --unit-costs",
    "dlx explain FILE": f"dlx explain {TOY}",
    "dlx info FILE": f"dlx info {TOY}",
    "dlx proof FILE CERTIFICATE": f"{CERTIFIED}dlx proof {TOY} toy.cert --lrat --output toy",
    "dlx resume FILE": f"{SAVED_RUN}dlx resume saved.dlxr",
    "dlx status FILE": f"{SAVED_RUN}dlx status saved.dlxr",
    "dlx resume run.dlxr": f"{SAVED_RUN}dlx resume saved.dlxr",
    "dlx status run.dlxr": f"{SAVED_RUN}dlx status saved.dlxr",
    "dlx split FILE": f"dlx split {TOY} --units 2 -o toy-parts",
    "dlx merge RESULT...": "dlx merge toy-parts/0.result",
    "dlx polycube FILE": "printf '[0-2][0-1]0\\n2*L 000 100 010\\n' | dlx polycube -",
    "dlx design FILE": "printf 'box 3x2x1\\nall 3 one-sided\\nall 2 free 0..3\\n' | dlx design -",
    "dlx sudoku PUZZLE": f"dlx sudoku {SUDOKU}",
    "dlx count": "dlx count --help",
    "dlx convert": "dlx convert --help",
    "dlx design": "dlx design --help",
    "dlx info": "dlx info --help",
    "dlx merge": "dlx merge --help",
    "dlx resume": "dlx resume --help",
    "dlx split": "dlx split --help",
    "dlx man COMMAND": "dlx man count",
    "dlx man count | man -l -": "dlx man count | mandoc > page || dlx man count > page",
}

# Beginnings of commands, in blocks and elsewhere.
SKIPPED = {
    "sudo apt-get install python3-dev": "bindings/python/tests/install does that",
    "/usr/bin/python3 -m venv": "bindings/python/tests/install does that",
    "~/dlx-python/bin/pip install": "bindings/python/tests/install does that",
    "dlx COMMAND --help": "tests/apps/help_test.cpp",
    "dlx PUZZLE --help": "tests/apps/help_test.cpp",
    "dlx-cluster": "tests/cluster",
    "dlx work": "what tests/cluster does with it",
    "dlx completion bash": "tests/apps/completion.bash",
}


class Failure(Exception):
    pass


class Command:
    """A command of a page, with the lines shown below it; nothing is shown for one in a text."""

    def __init__(self, typed, in_text=False, value=""):
        self.typed = typed
        self.in_text = in_text
        self.shown = [value, "..."] if value else []


class File:
    """A file that a page shows."""

    def __init__(self, name, text):
        self.name = name
        self.text = text


def is_whole(command):
    """Whether a command ends with this line: quotes are closed, a here-document has its last line."""
    here = re.search(r"<<'(\w+)'", command)
    if here:
        return command.endswith("\n" + here.group(1))
    try:
        shlex.split(command)
        return True
    except ValueError:
        return False


def commands_of_block(lines):
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append(Command(line[2:]))
        elif commands and not is_whole(commands[-1].typed):
            commands[-1].typed += "\n" + line
        elif commands:
            commands[-1].shown.append(line)
    return commands


def commands_of_text(text):
    for value, span in re.findall(r"(?:^\| (\d+) \| )?`([^`]+)`", text, re.MULTILINE):
        words = " ".join(span.split()).replace("\\|", "|")
        if re.match(r"dlx(-\w+)? ", words):
            yield Command(words, in_text=True, value=value)


def steps(page):
    """The commands and files of a page, in its order."""
    found = []
    text = ""  # before the present block
    block = None
    for line in page.splitlines():
        fence = re.match(r"```(\w*)$", line)
        if not fence:
            if block is None:
                text += line + "\n"
            else:
                block.append(line)
        elif block is None:
            language, block = fence.group(1), []
            found += commands_of_text(text)
        else:
            name = re.search(r"`([\w.-]+)`:\s*$", text)
            if language == "":
                found += commands_of_block(block)
            elif name:
                found.append(File(name.group(1), "\n".join(block) + "\n"))
            text, block = "", None
    return found + list(commands_of_text(text))


def is_skipped(command, used):
    for start in SKIPPED:
        if command.typed.startswith(start):
            used.add(start)
            return True
    return False


def to_run(command, used):
    """What is run for a command."""
    if command.in_text and command.typed in INSTEAD:
        used.add(command.typed)
        return INSTEAD[command.typed]
    typed = command.typed
    for large, small in SMALLER.items():
        if large in typed:
            used.add(large)
            typed = typed.replace(large, small)
    return typed


def has_units(file):
    status = subprocess.run([DLX, "status", file, "--json"], text=True, capture_output=True,
                            check=False)
    return status.returncode == 0 and json.loads(status.stdout)["units_done"] > 0


def run(command, folder, interrupted=False):
    """The exit code, and both outputs as one text."""
    # The python3 of the pages is this one: that of the PATH may be a script that looks for it.
    path = [os.path.dirname(DLX), os.path.dirname(sys.executable), os.environ["PATH"]]
    environment = dict(os.environ, HOME=folder, PATH=":".join(path))
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


def masked(line):
    line = re.sub(r"[0-9][0-9.]*(e[+-]?[0-9]+)?", "#", line)
    # A busy machine takes minutes where another takes seconds.
    return re.sub(r"# (s|min|h|days|years) left", "# s left", line)


def first_difference(shown, printed):
    """The first line shown that is not printed in its place, or printed and not shown; or nothing.

    '...' stands for any lines."""
    at = 0
    anywhere = False
    for line in shown:
        if line == "...":
            anywhere = True
            continue
        if anywhere and line in printed[at:]:
            at += printed[at:].index(line)
        if at == len(printed) or printed[at] != line:
            return f"does not print '{line}' in this place"
        at += 1
        anywhere = False
    if at < len(printed) and not anywhere:
        return f"also prints '{printed[at]}'"
    return None


def needs_no_file(command, folder):
    """Whether a command is words that are no names of files, and prints the same each time."""
    words = command.split(" ")
    return (words[0] == "dlx" and all(re.fullmatch("[A-Za-z0-9-]+", word) for word in words)
            and not any(word in command for word in VARYING)
            and not any(os.path.lexists(os.path.join(folder, word)) for word in words[1:]))


def run_once(command, folder, before):
    """What run() returns; of a command without files, what it returned on any page before."""
    if needs_no_file(command, folder) and command in before:
        return before[command]
    outcome = run(command, folder)
    if needs_no_file(command, folder):  # nor has it made one
        before[command] = outcome
    return outcome


def check(command, folder, used, before):
    """Runs a command. Throws Failure if it does not do what the page shows."""
    actual = to_run(command, used)
    interrupted = command.shown[:1] == ["^C"]
    code, output = run(actual, folder, True) if interrupted else run_once(actual, folder, before)
    good = (0,)
    if any(line.startswith("dlx: error:") for line in command.shown):
        good = (2,)
    elif any(line.startswith("INCOMPLETE") for line in command.shown):
        good = (0, 3, 130)  # 0: a quick machine was done before
    elif "| head" in command.typed:
        good = (0, 128 + signal.SIGPIPE)
    if code not in good:
        raise Failure(f"exit code {code}: {actual}\n{output[-2000:]}")
    shown = [line.rstrip() for line in command.shown if line != "^C"]
    while shown and not shown[-1]:
        shown.pop()
    if not shown or (code == 0 and 0 != good[-1]):
        return
    printed = [line.rstrip() for line in output.splitlines()]
    while printed and not printed[-1]:
        printed.pop()
    if actual != command.typed or any(word in command.typed for word in VARYING):
        shown, printed = list(map(masked, shown)), list(map(masked, printed))
    difference = first_difference(shown, printed)
    if difference:
        raise Failure(f"{actual}\n{difference}; the output is\n{output}")


def prepare(folder):
    """What a clone has after its build."""
    for part in ("data", "scripts"):
        shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part))
    os.mkdir(os.path.join(folder, "build"))
    os.symlink(os.path.dirname(os.path.dirname(DLX)), os.path.join(folder, "build", "release"))


def run_page(path, used, before, failures):
    """Runs the commands of a page; returns their number."""
    start = time.time()
    with open(path, encoding="utf-8") as file:
        page = steps(file.read())
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        for step in page:
            if isinstance(step, File):
                with open(os.path.join(folder, step.name), "w", encoding="utf-8") as file:
                    file.write(step.text)
                continue
            number += 1
            if is_skipped(step, used):
                continue
            try:
                check(step, folder, used, before)
            except Failure as failure:
                failures.append(f"{os.path.relpath(path, ROOT)}: {failure}")
    print(f"{os.path.relpath(path, ROOT)}: {number} commands, {time.time() - start:.1f} s", flush=True)
    return number


def main():
    pages = [os.path.join(ROOT, "README.md")]
    pages += sorted(glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True))
    if len(sys.argv) > 2:  # while writing one of them
        pages = [os.path.abspath(page) for page in sys.argv[2:]]
    failures = []
    used = set()
    before = {}  # the outcomes of commands without files
    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # for some commands mostly wait
        number = sum(pool.map(lambda page: run_page(page, used, before, failures), pages))
    if len(sys.argv) == 2:
        for row in {**INSTEAD, **SKIPPED, **SMALLER}:
            if row not in used:
                failures.append(f"in docs_test.py, but on no page: {row}")
        if number < 80:
            failures.append("too few commands were found")
    if failures:
        sys.exit("\n\n".join(failures))


if __name__ == "__main__":
    DLX = os.path.abspath(sys.argv[1])
    main()
