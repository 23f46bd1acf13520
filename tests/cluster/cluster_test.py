"""Runs on several workers, on this machine: dlx-cluster and real work_queue_worker processes.

cluster_test.py DLX DLX_CLUSTER GROUP [SEED], where GROUP is one of GROUPS, below; crashes takes the
library of tests/apps/disk_log.cpp in DLX_DISK_LOG_LIBRARY. Exit code 77: what it takes is not there. No
verdict depends on how fast anything is. Most tests wait for others most of the time, so that some of a
group run at once.
"""

import collections
import concurrent.futures
import contextlib
import copy
import glob
import gzip
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

DLX, CLUSTER, GROUP = sys.argv[1:4]
CHECKER = os.path.join(os.path.dirname(DLX), "dlx-check")
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
PATIENCE = 300  # seconds, for whatever must come to an end
AT_ONCE = 3     # tests of a group

os.environ["CATALOG_HOST"] = "127.0.0.1"


class Failed(Exception):
    pass


def check(holds, *what):
    if not holds:
        raise Failed(" ".join(str(w) for w in what))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Place:
    """A folder with a password, a port, and the processes that were started for it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="dlx-cluster-test-")
        self.password = self.file("password", "a word\n", 0o600)
        self.port = free_port()
        self.processes = []

    def file(self, name, text, mode=0o644):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        os.chmod(path, mode)
        return path

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, words, **more):
        process = subprocess.Popen(
            words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True, **more)
        self.processes.append(process)
        return process

    def manager_words(self, task, problem, *more, ledger="run.dlxr"):
        return [CLUSTER, task, problem, "--ledger", ledger, "--password-file", self.password,
                "--port", str(self.port), "--threshold", "0", *more]

    def manager(self, *words, **more):
        return self.start(self.manager_words(*words, **more))

    def worker(self, password=None, cores=1, prefix=()):
        """Its output is not looked at, and so must not fill a pipe."""
        process = subprocess.Popen(
            [*prefix, "work_queue_worker", "-P", password or self.password, "-i", "1", "-b", "1",
             "-t", str(PATIENCE), "--cores", str(cores), "-s", self.folder, "127.0.0.1",
             str(self.port)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        self.processes.append(process)
        return process

    def end(self, process):
        """What a manager said, and its exit code."""
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            kill(process)
            out, err = process.communicate()
            raise Failed("it does not end:", out, err)
        return process.returncode, out, err

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                kill(process)
            for pipe in (process.stdout, process.stderr):
                if pipe:
                    pipe.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def kill(process):
    """With all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def dlx(*words, input=None, cwd=None):
    done = subprocess.run([DLX, *words], capture_output=True, text=True, input=input, cwd=cwd,
                          timeout=PATIENCE)
    check(done.returncode == 0, words, done.stderr)
    return done.stdout


def coloured_problem():
    """Words that cross, so that their letters must agree: secondary items with colours."""
    rng = random.Random(5)
    side, letters = 5, "ab"
    across = [f"a{k}" for k in range(side)]
    down = [f"d{k}" for k in range(side)]
    cells = [f"c{r}{c}" for r in range(side) for c in range(side)]
    lines = [" ".join(across + down) + " | " + " ".join(cells)]
    words = sorted({"".join(rng.choice(letters) for _ in range(side)) for _ in range(26)})
    for k in range(side):
        for word in words:
            lines.append(f"a{k} " + " ".join(f"c{k}{c}:{word[c]}" for c in range(side)))
            lines.append(f"d{k} " + " ".join(f"c{r}{k}:{word[r]}" for r in range(side)))
    return "\n".join(lines) + "\n"


def problems(place):
    """Name, file, engine, nodes to a unit."""
    place.file("pentominoes.dlx", dlx("pentominoes", "6x10", "--emit"))
    place.file("colours.dlx", coloured_problem())
    return [("pentominoes.dlx", "bit_matrix", 100_000), ("colours.dlx", "dancing_cells", 5_000),
            ("colours.dlx", "dancing_links", 7_000)]


def alone(place, problem, engine):
    summary = json.loads(dlx("count", problem, "--engine", engine, "--checkpoint",
                             f"alone-{engine}-{problem}.dlxr", "--threads", "1", "--fingerprint", "7",
                             "--json", cwd=place.folder))
    return {key: summary[key] for key in ("count", "fingerprint", "nodes")}


def certified(place, problem, certificate):
    """What dlx-check says of it."""
    done = subprocess.run([CHECKER, problem, certificate], capture_output=True, text=True,
                          cwd=place.folder, timeout=PATIENCE)
    check(done.returncode == 0, done.stderr)
    return done.stdout


def answer(out):
    summary = json.loads(out.splitlines()[-1])
    check(summary["complete"], out)
    return {key: summary[key] for key in ("count", "fingerprint", "nodes")}


def solutions_in(folder):
    """The options of each solution in the files of a list."""
    found = collections.Counter()
    for path in glob.glob(folder + "/*"):
        check(not path.endswith(".part"), path)
        with (gzip.open if path.endswith(".gz") else open)(path, "rt") as f:
            for line in f:
                found[tuple(sorted(json.loads(line)["options"]))] += 1
    return found


# -- runs ------------------------------------------------------------------------------------------


def test_counts_are_those_of_one_machine(place):
    for number, (problem, engine, budget) in enumerate(problems(place)):
        wanted = alone(place, problem, engine)
        ledger = f"run{number}.dlxr"
        manager = place.manager("count", problem, "--engine", engine, "--budget", str(budget),
                                "--fingerprint", "7", "--workers-min", "2", "--json",
                                "--certificate", f"proof{number}", ledger=ledger)
        workers = [place.worker() for _ in range(3)]
        code, out, err = place.end(manager)
        check(code == 0, err)
        check(answer(out) == wanted, out, wanted)
        check("efficiency" in err, err)
        proved = certified(place, problem, f"proof{number}")
        check(f"count {wanted['count']}\nfingerprint {wanted['fingerprint']} seed 7\n" in proved, proved)
        status = json.loads(dlx("status", ledger, "--json", cwd=place.folder))
        check(status["status"] == "complete" and status["units_done"] > 5, status)
        for worker in workers:  # sent home when all is done
            worker.wait(timeout=PATIENCE)
        check(not os.path.exists(place.path(ledger + ".run")), "a file was left")


def test_lists_are_those_of_one_machine(place):
    problems(place)
    dlx("solve", "colours.dlx", "--all", "--json", "--checkpoint", "alone.dlxr", cwd=place.folder)
    wanted = solutions_in(place.path("alone.dlxr.solutions"))
    manager = place.manager("solve", "colours.dlx", "--budget", "5000", "--gzip", "--json")
    workers = [place.worker() for _ in range(2)]
    code, out, err = place.end(manager)
    check(code == 0, err)
    found = solutions_in(place.path("run.dlxr.solutions"))
    check(found == wanted and sum(found.values()) > 100, len(found), len(wanted))


def test_classes_are_those_of_one_machine(place):
    place.file("queens.dlx", dlx("queens", "8", "--emit"))
    place.file("soma.dlx", dlx("soma", "--emit"))
    for number, (problem, classes) in enumerate([("queens.dlx", "12"), ("soma.dlx", "240")]):
        manager = place.manager("count", problem, "--up-to", "all", "--budget", "2000", "--json",
                                ledger=f"run{number}.dlxr")
        worker = place.worker()
        code, out, err = place.end(manager)
        check(code == 0, err)
        check(json.loads(out)["count"] == classes, out)
    manager = place.manager("count", "soma.dlx", "--up-to", "all", "--budget", "50000",
                            "--certificate", "proof", ledger="certified.dlxr")
    worker = place.worker()
    code, out, err = place.end(manager)
    check(code == 0 and out == "240\n", out, err)
    proved = certified(place, "soma.dlx", "proof")
    check("count 11520\n" in proved and "classes 240 under 48 symmetries\n" in proved, proved)


def test_a_run_goes_from_one_machine_to_a_cluster_and_back(place):
    problem, engine, budget = problems(place)[0]
    wanted = alone(place, problem, engine)
    more = ["--engine", engine, "--fingerprint", "7", "--json"]
    done = subprocess.run([DLX, "count", problem, *more, "--checkpoint", "run.dlxr", "--unit-nodes",
                           "20000", "--node-limit", "300000"], cwd=place.folder, timeout=PATIENCE,
                          capture_output=True)
    check(done.returncode == 3, done.stderr)
    manager = place.manager("count", problem, *more, "--budget", "20000", "--node-limit", "500000")
    worker = place.worker()
    code, out, err = place.end(manager)
    check(code == 3, err)
    summary = json.loads(out)
    check(300_000 < summary["nodes"] <= 800_000 and not summary["complete"], out)
    check(answer(dlx("resume", "run.dlxr", "--json", cwd=place.folder)) == wanted)


def test_small_problems_stay_here(place):
    place.file("small.dlx", dlx("queens", "6", "--emit"))
    done = subprocess.run([CLUSTER, "count", "small.dlx", "--ledger", "run.dlxr", "--password-file",
                           place.password, "--port", str(place.port)], cwd=place.folder,
                          capture_output=True, text=True, timeout=PATIENCE)
    check(done.returncode == 0 and done.stdout == "4\n", done.stdout, done.stderr)
    check("one machine was enough" in done.stderr, done.stderr)
    check("work_queue_worker" not in done.stderr, done.stderr)


# -- faults ----------------------------------------------------------------------------------------


def refused(place, words, code, *said):
    done = subprocess.run(words, cwd=place.folder, capture_output=True, text=True, timeout=PATIENCE)
    check(done.returncode == code, words, done.returncode, done.stderr)
    check(done.stdout == "", done.stdout)
    for word in said:
        check(word in done.stderr, repr(word), "is not in", done.stderr)


def test_passwords_and_ports_that_will_not_do(place):
    problems(place)
    words = place.manager_words("count", "colours.dlx")
    at = words.index(place.password)
    words[at] = "nothing-there"
    refused(place, words, 5, "nothing-there: cannot open")
    words[at] = place.file("open", "a word\n", 0o644)
    refused(place, words, 2, "others can read the password")
    words[at] = place.file("empty", "", 0o600)
    refused(place, words, 2, "it contains no password")
    words[at] = place.folder
    refused(place, words, 2, "not a file")
    with socket.socket() as s:
        s.bind(("", 0))
        s.listen()
        place.port = s.getsockname()[1]
        refused(place, place.manager_words("count", "colours.dlx"), 5, f"port {place.port}",
                "in use")


def test_a_worker_with_a_wrong_password_gets_nothing(place):
    problem, engine, budget = problems(place)[1]
    wanted = alone(place, problem, engine)
    wrong = place.file("wrong", "another word\n", 0o600)
    manager = place.manager("count", problem, "--engine", engine, "--budget", str(budget),
                            "--fingerprint", "7", "--json")
    stranger = place.worker(password=wrong)
    said = ""
    while "wrong password" not in said:  # Work Queue's own word for it
        line = manager.stderr.readline()
        check(line != "", "the manager has ended", said)
        said += line
    state = json.loads(dlx("status", "run.dlxr", "--json", cwd=place.folder))
    check(state["units_done"] == 0, state)
    place.worker()
    code, out, err = place.end(manager)
    check(code == 0 and answer(out) == wanted, out, err)


def worker_program(place, text, name="worker-program"):
    # It starts for each unit: without the modules of the site, and by the interpreter itself.
    return place.file(name, f"#!{sys.executable} -IS\n" + text, 0o755)


def test_a_worker_of_another_version_is_named(place):
    problems(place)
    # The real program, told that the run was made by another one.
    program = worker_program(place, f"""
import hashlib, os, re, subprocess, sys
text = open(sys.argv[2]).read()
text = re.sub(r"^program .*$", "program 99.0.0", text, flags=re.M)
text = text[:text.rindex("end ")]
open("other", "w").write(text + "end " + hashlib.sha256(text.encode()).hexdigest() + "\\n")
sys.exit(subprocess.run([{DLX!r}, "work", "other", sys.argv[3]]).returncode)
""")
    manager = place.manager("count", "colours.dlx", "--worker-program", program)
    place.worker()
    code, out, err = place.end(manager)
    check(code == 5 and out == "", code, out, err)
    check("its dlx has version" in err and socket.gethostname() in err, err)


def test_a_worker_that_becomes_another_version_gets_no_more(place):
    problem, engine, budget = problems(place)[1]
    wanted = alone(place, problem, engine)
    program = worker_program(place, LIAR.format(
        dlx=DLX, calls=place.path("calls"), change="if n > 3: result = 'dlx-other-version 99.0.0\\n'"))
    manager = place.manager("count", problem, "--engine", engine, "--budget", str(budget),
                            "--fingerprint", "7", "--json", "--worker-program", program)
    place.worker()
    said = ""
    while "gets no work" not in said:
        line = manager.stderr.readline()
        check(line != "", "the manager has ended", said)
        said += line
    check(f"{socket.gethostname()}: its dlx has version '99.0.0'" in said, said)
    os.kill(manager.pid, signal.SIGINT)
    code, _, err = place.end(manager)
    check(code == 130, code, err)
    state = json.loads(dlx("status", "run.dlxr", "--json", cwd=place.folder))
    check(state["units_done"] == 3, state)
    check(answer(dlx("resume", "run.dlxr", "--json", cwd=place.folder)) == wanted)


def test_a_slow_worker_is_waited_for(place):
    problem, engine, budget = problems(place)[1]
    wanted = alone(place, problem, engine)
    program = worker_program(place, LIAR.format(
        dlx=DLX, calls=place.path("calls"), change="if n % 5 == 1: time.sleep(3)"))
    manager = place.manager("count", problem, "--engine", engine, "--budget", str(budget),
                            "--fingerprint", "7", "--json", "--worker-program", program)
    for _ in range(2):
        place.worker()
    code, out, err = place.end(manager)
    check(code == 0 and answer(out) == wanted, out, err)
    # Nobody searched its units in the meantime.
    units, retried = map(int, re.search(r"(\d+) units in .* (\d+) retried", err).groups())
    check(units <= os.path.getsize(place.path("calls")) <= units + retried, err)


# Runs the real program, and then `change` decides what is sent.
LIAR = """
import hashlib, os, re, signal, subprocess, sys, time
def sealed(text):
    return text + "end " + hashlib.sha256(text.encode()).hexdigest() + "\\n"
def body(text):
    return text[:text.rindex("end ")]
def times():  # how often this was called before
    with open({calls!r}, "a+") as f:
        f.write("x")
    return os.path.getsize({calls!r})
result = subprocess.run([{dlx!r}] + sys.argv[1:], capture_output=True, text=True).stdout
n = times()
{change}
sys.stdout.write(result)
"""


def test_results_that_are_wrong_are_asked_for_again(place):
    problem, engine, _ = problems(place)[1]
    wanted = alone(place, problem, engine)
    changes = {
        "a byte": "if n % 3 == 0: result = result.replace('nodes ', 'nodes 1', 1)",
        "its end": "if n % 3 == 0: result = result[:-30]",
        "nothing": "if n % 3 == 0: result = ''",
        "another unit": "if n % 3 == 0: result = sealed(re.sub(r'^unit .', 'unit z', body(result), flags=re.M))",
        "its rest": "if n % 3 == 0: result = sealed(re.sub(r'^rest .*$', 'rest 01020000020101', body(result), flags=re.M))",
        "a warning first": "result = 'ld.so: a warning\\n' + result; n % 3 or sys.exit(2)",
        "its nodes": "if n % 3 == 0: result = sealed(re.sub(r'^nodes .*$', 'nodes 1', body(result), flags=re.M))",
        "its process": "if n % 3 == 0: os.kill(os.getpid(), signal.SIGKILL)",
        "its exit code": "if n % 3 == 0: print('dlx: error: out of memory'); sys.exit(4)",
    }

    def try_out(number, what, change):
        here = copy.copy(place)
        here.port = free_port()
        program = worker_program(here, LIAR.format(
            dlx=DLX, calls=here.path(f"calls{number}"), change=change), f"worker-program{number}")
        manager = here.manager("count", problem, "--engine", engine, "--budget", "15000",
                               "--fingerprint", "7", "--json", "--worker-program", program,
                               ledger=f"run{number}.dlxr")
        # One at a time: two of three in a row are right, so that nobody has to pause.
        worker = here.worker()
        code, out, err = here.end(manager)
        check(code == 0, what, err)
        check(answer(out) == wanted, what, out, wanted)
        retried = int(re.search(r"(\d+) retried", err).group(1))
        check(retried > 0, what, err)
        kill(worker)

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(try_out, n, *each) for n, each in enumerate(changes.items())]:
            done.result()


def test_a_host_that_fails_is_left_alone(place):
    """It calls itself localhost: of a name that cannot be resolved Work Queue makes any bytes."""
    problem, engine, budget = problems(place)[1]
    wanted = alone(place, problem, engine)
    program = worker_program(place, LIAR.format(
        dlx=DLX, calls=place.path("calls"),
        change="if os.uname().nodename == 'localhost': os.kill(os.getpid(), signal.SIGKILL)"))
    manager = place.manager("count", problem, "--engine", engine, "--budget", str(budget),
                            "--fingerprint", "7", "--json", "--workers-min", "2",
                            "--worker-program", program)
    place.worker(prefix=["unshare", "--uts", "sh", "-c", 'hostname localhost; exec "$@"', "sh"])
    place.worker()
    code, out, err = place.end(manager)
    check(code == 0 and answer(out) == wanted, out, err)
    check("localhost: 3 results in succession were of no use: its program was killed; it gets no "
          "work" in err, err)


def test_a_unit_that_never_succeeds_ends_the_run_and_names_the_host(place):
    problem, engine, _ = problems(place)[1]
    program = worker_program(place, LIAR.format(
        dlx=DLX, calls=place.path("calls"), change="os.kill(os.getpid(), signal.SIGKILL)"))
    manager = place.manager("count", problem, "--engine", engine, "--worker-program", program)
    place.worker()
    code, out, err = place.end(manager)
    check(code == 5 and out == "", code, out, err)
    check("unit 1 failed 10 times" in err and socket.gethostname() in err, err)


def wait_for_units(place, units, ledger="run.dlxr"):
    """Until so many are done."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if os.path.exists(place.path(ledger)):
            state = json.loads(dlx("status", ledger, "--json", cwd=place.folder))
            if state["units_done"] >= units or state["status"] == "complete":
                return
        time.sleep(0.05)
    raise Failed("nothing goes on")


def test_a_stopped_worker_is_given_up(place):
    problem, engine, _ = problems(place)[0]
    wanted = alone(place, problem, engine)
    manager = place.manager("count", problem, "--engine", engine, "--budget", "50000",
                            "--fingerprint", "7", "--json", "--keepalive", "1")
    sleeper = place.worker()
    wait_for_units(place, 3)
    os.killpg(sleeper.pid, signal.SIGSTOP)
    place.worker()
    code, out, err = place.end(manager)
    check(code == 0 and answer(out) == wanted, out, err)


def test_signals_save_the_run(place):
    problem, engine, _ = problems(place)[0]
    wanted = alone(place, problem, engine)
    words = ["count", problem, "--engine", engine, "--budget", "20000", "--fingerprint", "7", "--json"]
    place.worker()
    done = 0
    for which, code_wanted in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        manager = place.manager(*words)
        done += 4
        said = ""
        while "listening" not in said:  # from then on it heeds signals
            line = manager.stderr.readline()
            if line == "":
                break
            said += line
        wait_for_units(place, done)
        os.kill(manager.pid, which)
        code, out, err = place.end(manager)
        if code != 0:  # it may have been quicker than that
            check(code == code_wanted, code, err)
            check("to continue: the same command" in err, err)
    code, out, err = place.end(place.manager(*words))
    check(code == 0 and answer(out) == wanted, out, err)


# -- chaos -----------------------------------------------------------------------------------------


def chaos(place, rng, task, seconds, wanted, problem, *more):
    """Kills workers, what they run, and managers; then lets the run come to its end."""
    words = [task, problem, "--json", *more]
    manager = place.manager(*words)
    workers = [place.worker() for _ in range(4)]
    kills = collections.Counter()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(rng.uniform(0.05, 0.3))
        if manager.poll() is not None:
            break
        what = rng.choice(["worker", "worker", "program", "manager", "stop"])
        k = rng.randrange(len(workers))
        if what == "manager":
            kill(manager)
            manager = place.manager(*words)
        elif what == "worker":
            kill(workers[k])
            workers[k] = place.worker()
        elif what == "stop":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(workers[k].pid, signal.SIGSTOP)
                time.sleep(rng.uniform(0, 0.5))
                os.killpg(workers[k].pid, signal.SIGCONT)
        else:
            # Of this folder only: the children of our own workers.
            children = subprocess.run(["pgrep", "-P", str(workers[k].pid)], capture_output=True,
                                      text=True).stdout.split()
            if not children:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(rng.choice(children)), signal.SIGKILL)
        kills[what] += 1
    code, out, err = place.end(manager)
    check(code == 0, err)
    print(f"  {task} {problem}: {dict(kills)}", flush=True)
    if wanted is not None:
        check(answer(out) == wanted, out, wanted)
    for worker in workers:
        kill(worker)
    place.port = free_port()
    return sum(kills.values())


def clear(place):
    for old in glob.glob(place.path("run.dlxr*")):
        shutil.rmtree(old) if os.path.isdir(old) else os.unlink(old)


def test_chaos(place):
    """DLX_CHAOS_SECONDS: for each of three runs; DLX_CHAOS_ROUNDS: how often these."""
    seconds = float(os.environ.get("DLX_CHAOS_SECONDS", "4.5"))
    rng = random.Random(SEED)
    sets = problems(place)
    counts = [(sets[0][0], "bit_matrix", 4_000), (sets[1][0], "dancing_cells", 200)]
    wanted = [alone(place, problem, engine) for problem, engine, _ in counts]
    dlx("solve", "colours.dlx", "--all", "--json", "--checkpoint", "alone.dlxr", cwd=place.folder)
    listed = solutions_in(place.path("alone.dlxr.solutions"))
    kills = 0
    for _ in range(int(os.environ.get("DLX_CHAOS_ROUNDS", "1"))):
        for (problem, engine, budget), its in zip(counts, wanted):
            clear(place)
            kills += chaos(place, rng, "count", seconds, its, problem, "--engine", engine,
                           "--budget", str(budget), "--fingerprint", "7", "--keepalive", "2",
                           "--certificate", "proof")
            check("complete" in certified(place, problem, "proof"), "no certificate")
        clear(place)
        kills += chaos(place, rng, "solve", seconds, None, "colours.dlx", "--budget", "300")
        check(solutions_in(place.path("run.dlxr.solutions")) == listed, "other solutions")
    print(f"  {kills} kills and stops", flush=True)


# -- crashes ---------------------------------------------------------------------------------------


def test_managers_that_die_within_a_transaction(place):
    """Just before one of the writes, fsyncs and renames of a unit: its solutions' and its COMMIT's.
    DLX_CRASHES: how often."""
    if "DLX_DISK_LOG_LIBRARY" not in os.environ:
        raise Skip("DLX_DISK_LOG_LIBRARY is not set")
    problem, engine, budget = problems(place)[1]
    words = ["solve", problem, "--engine", engine, "--json"]
    out = dlx(*words, "--all", "--checkpoint", "alone.dlxr", cwd=place.folder)
    nodes = json.loads(out.splitlines()[-1])["nodes"]
    listed = solutions_in(place.path("alone.dlxr.solutions"))
    words += ["--budget", str(budget)]
    rng = random.Random(SEED)
    place.worker()
    deaths = 0
    for _ in range(int(os.environ.get("DLX_CRASHES", "6"))):
        manager = place.start(place.manager_words(*words), env={
            **os.environ, "LD_PRELOAD": os.environ["DLX_DISK_LOG_LIBRARY"],
            "DLX_DISK_FOLDER": place.folder, "DLX_DISK_KILLS_AT": str(rng.randrange(10, 80))})
        code, _, err = place.end(manager)
        check(code in (0, -signal.SIGKILL), code, err)
        deaths += code != 0
    code, out, err = place.end(place.manager(*words))
    check(code == 0, err)
    check(deaths > 0, "no write was cut off")
    check(json.loads(out.splitlines()[-1])["nodes"] == nodes, out, nodes)
    print(f"  {deaths} deaths", flush=True)
    check(solutions_in(place.path("run.dlxr.solutions")) == listed, "other solutions")


# -- network ---------------------------------------------------------------------------------------


def test_links_that_are_cut(place):
    """Manager and two workers, each in a network of its own."""
    def ip(*words):
        return subprocess.run(["ip", *words], capture_output=True, text=True)

    tag = str(os.getpid())
    names = [f"dlx{tag}-{k}" for k in range(3)]
    made = []
    try:
        for name in names:
            if ip("netns", "add", name).returncode != 0:
                raise Skip("no network namespaces here")
            made.append(name)
        ip("netns", "exec", names[0], "ip", "link", "set", "lo", "up")
        for k in (1, 2):
            a, b = f"m{tag}{k}"[-15:], f"w{tag}{k}"[-15:]
            done = ip("link", "add", a, "netns", names[0], "type", "veth", "peer", "name", b, "netns",
                      names[k])
            if done.returncode != 0:
                raise Skip("no virtual links here: " + done.stderr)
            for name, device, address in ((names[0], a, f"10.77.{k}.1/24"),
                                          (names[k], b, f"10.77.{k}.2/24")):
                ip("-n", name, "addr", "add", address, "dev", device)
                ip("-n", name, "link", "set", device, "up")
                ip("-n", name, "link", "set", "lo", "up")
        problem, engine, _ = problems(place)[0]
        wanted = alone(place, problem, engine)
        inside = lambda k: ["ip", "netns", "exec", names[k]]
        manager = place.start(inside(0) + place.manager_words(
            "count", problem, "--engine", engine, "--budget", "20000", "--fingerprint", "7", "--json",
            "--keepalive", "1"))
        for k in (1, 2):
            process = subprocess.Popen(
                inside(k) + ["work_queue_worker", "-P", place.password, "-i", "1", "-b", "1", "-t",
                             str(PATIENCE), "--cores", "1", "-s", place.folder, f"10.77.{k}.1",
                             str(place.port)],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True)
            place.processes.append(process)
        rng = random.Random(SEED)
        wait_for_units(place, 2)
        for cut in range(3):
            k = rng.choice((1, 2))
            device = f"w{tag}{k}"[-15:]
            ip("-n", names[k], "link", "set", device, "down")
            time.sleep(rng.uniform(0.2, 4))
            ip("-n", names[k], "link", "set", device, "up")
            time.sleep(rng.uniform(0, 1))
        code, out, err = place.end(manager)
        check(code == 0 and answer(out) == wanted, out, err)
    finally:
        for process in place.processes:
            if process.poll() is None:
                kill(process)
        for name in made:
            ip("netns", "del", name)


# -- slurm -----------------------------------------------------------------------------------------

SLURM_CONF = """
ClusterName=dlx
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores}
PartitionName=all Nodes={host} Default=YES State=UP
"""


def test_workers_that_slurm_starts(place):
    """By the line that is printed, in a cluster of this machine alone."""
    os.chmod(place.folder, 0o755)
    with open(place.path("munge.key"), "wb") as key:
        key.write(os.urandom(1024))
    os.chmod(place.path("munge.key"), 0o600)
    conf = place.file("slurm.conf", SLURM_CONF.format(
        host=socket.gethostname(), controller_port=free_port(), node_port=free_port(),
        folder=place.folder, cores=os.cpu_count()))
    os.mkdir(place.path("state"))
    os.mkdir(place.path("spool"))
    env = {**os.environ, "SLURM_CONF": conf}
    daemon = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}

    def begin(*words):
        process = subprocess.Popen(words, cwd=place.folder, stdin=subprocess.DEVNULL,
                                   start_new_session=True, **daemon)
        place.processes.append(process)

    begin("munged", "--foreground", "--force", *(f"--{what}-file={place.path('munge.' + what)}"
                                                 for what in ("key", "pid", "log", "seed")),
          "--socket=" + place.path("munge.socket"))
    begin("slurmctld", "-D", "-f", conf)
    begin("slurmd", "-D", "-f", conf)
    problem, engine, budget = problems(place)[0]
    wanted = alone(place, problem, engine)
    manager = place.manager("count", problem, "--engine", engine, "--budget", str(budget),
                            "--fingerprint", "7", "--workers-min", "2", "--json")
    try:
        line = ""
        while "sbatch" not in line:
            line = manager.stderr.readline()
            check(line != "", "the manager has ended")
        line = line.split("Slurm:")[1].strip()
        for _ in range(PATIENCE):  # until the daemons are there
            done = subprocess.run(line, shell=True, cwd=place.folder, env=env, capture_output=True,
                                  text=True)
            if done.returncode == 0:
                break
            time.sleep(1)
        check(done.returncode == 0, done.stderr)
        code, out, err = place.end(manager)
        check(code == 0 and answer(out) == wanted, out, err)
    finally:
        subprocess.run(["scancel", "--user=root"], env=env, capture_output=True)
        for _ in range(PATIENCE):
            left = subprocess.run(["squeue", "--noheader"], env=env, capture_output=True, text=True)
            if left.returncode != 0 or not left.stdout.strip():
                break
            time.sleep(0.5)


class Skip(Exception):
    pass


def root_with(*programs):
    """Whether this may do what takes root, with these programs."""
    return os.geteuid() == 0 and all(shutil.which(program) for program in programs)


GROUPS = {
    "runs": [test_counts_are_those_of_one_machine, test_lists_are_those_of_one_machine,
             test_classes_are_those_of_one_machine,
             test_a_run_goes_from_one_machine_to_a_cluster_and_back, test_small_problems_stay_here],
    "faults": [test_passwords_and_ports_that_will_not_do,
               test_a_worker_with_a_wrong_password_gets_nothing,
               test_a_worker_of_another_version_is_named,
               test_a_worker_that_becomes_another_version_gets_no_more,
               test_results_that_are_wrong_are_asked_for_again,
               test_a_unit_that_never_succeeds_ends_the_run_and_names_the_host,
               test_a_stopped_worker_is_given_up, test_a_slow_worker_is_waited_for,
               test_signals_save_the_run],
    "chaos": [test_chaos],
    "crashes": [test_managers_that_die_within_a_transaction],
    "network": [test_links_that_are_cut, test_a_host_that_fails_is_left_alone],
    "slurm": [test_workers_that_slurm_starts],
}


def tried(test):
    """Runs a test, and says what became of it: "ok", "skipped" or "FAILED"."""
    place = Place()
    started = time.monotonic()
    try:
        test(place)
        print(f"ok {time.monotonic() - started:6.1f} s  {test.__name__}", flush=True)
        return "ok"
    except Skip as e:
        print(f"skipped: {e}", flush=True)
        return "skipped"
    except Failed as e:
        print(f"FAILED {test.__name__}: {e}", flush=True)
        return "FAILED"
    finally:
        place.close()


def main():
    if shutil.which("work_queue_worker") is None:
        print("skipped: there is no work_queue_worker (Debian: coop-computing-tools)")
        return 77
    if GROUP == "network" and not root_with("ip"):
        print("skipped: network namespaces take root, and ip")
        return 77
    if GROUP == "slurm" and not root_with("munged", "slurmctld", "slurmd", "sbatch"):
        print("skipped: Slurm (Debian: slurm-wlm) takes root, to be started here")
        return 77
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = list(pool.map(tried, GROUPS[GROUP]))
    return 1 if "FAILED" in outcomes else 77 if "skipped" in outcomes else 0


sys.exit(main())
