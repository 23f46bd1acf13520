"""Tests counts in slices, checkpoints, certificates and progress."""

import os
import subprocess
import sys

import pytest

import dlx
from command import checker, needs_command, program, run

langford = dlx.puzzles.langford(8).problem
long_one = dlx.puzzles.langford(23).problem  # takes hours


def test_a_counter_counts_in_slices():
    for problem in [dlx.puzzles.langford(11).problem, dlx.puzzles.dominoes(8, 8).problem]:
        counter, slices = dlx.Counter(problem), 0
        while counter.run(0.01) == "running":
            slices += 1
            assert 0 <= counter.share <= 1 and not counter.complete
            assert counter.value <= problem.count()
        assert counter.value == problem.count() and counter.complete
        assert counter.run(1) == counter.status == "exhausted"
        assert counter.result.solutions == counter.value
    assert dlx.Counter([["a"], ["a"]]).run() == "exhausted"


def test_a_counter_goes_on_after_little_work():
    counter = dlx.Counter(dlx.puzzles.langford(8).problem, method="search", preprocess=False)
    assert counter.run(work=10) == "running"
    assert "running" in repr(counter)
    nodes = counter.result.nodes
    assert counter.run(work=100) == "running" and counter.result.nodes > nodes
    assert counter.run() == "exhausted" and counter.value == 300
    for arguments, error in [((-1,), ValueError), (("x",), ValueError)]:
        with pytest.raises(error):
            counter.run(*arguments)
    with pytest.raises(TypeError, match="no time_limit"):
        dlx.Counter(langford, time_limit=3)
    with pytest.raises(ValueError, match="unknown method 'guess'"):
        dlx.Counter(langford, method="guess")


def test_a_checkpoint_continues(tmp_path):
    problem = dlx.puzzles.langford(12).problem
    path, expected = tmp_path / "run.dlxr", problem.count()
    tries = 0
    while True:
        tries += 1
        try:
            counted = problem.count(checkpoint=path, method="search", node_limit=200_000)
            break
        except dlx.Incomplete as e:
            assert e.status == "node_limit" and e.count <= expected
            assert tries < 1000
    assert counted == expected and tries > 2
    assert problem.count(checkpoint=path, method="search") == expected  # the run is complete
    with pytest.raises(dlx.CheckpointError, match="of another run: its problem"):
        langford.count(checkpoint=path)
    with pytest.raises(dlx.CheckpointError, match="its seed is 'nothing', not '7'|its seed"):
        problem.count_result(checkpoint=path, fingerprint=7)
    (tmp_path / "damaged").write_bytes(path.read_bytes()[:3000])
    with pytest.raises(dlx.CheckpointError):
        problem.count(checkpoint=tmp_path / "damaged")
    with pytest.raises(OSError):
        problem.count(checkpoint=tmp_path / "no" / "folder")
    with pytest.raises(ValueError, match="^checkpoint does not go with method zdd: a memo"):
        problem.count(checkpoint=tmp_path / "new", method="zdd")
    with pytest.raises(ValueError, match="a checkpoint is for exact covers"):
        dlx.puzzles.snake("purple").count(checkpoint=tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("up_to", ["none", "all"])
def test_a_checkpoint_a_certificate_and_classes_go_together(tmp_path, up_to):
    for problem in [langford, dlx.puzzles.dominoes(6, 6).problem, dlx.puzzles.queens(8).problem]:
        path, certificate = tmp_path / "run.dlxr", tmp_path / "c.cert"
        arguments = {"checkpoint": path, "certificate": certificate, "up_to": up_to}
        expected = problem.count_result(up_to=up_to)
        with pytest.raises(dlx.Incomplete):
            problem.count(**arguments, node_limit=1)
        found = problem.count_result(**arguments)
        assert (found.value, found.complete) == (expected.value, True)
        assert found.solutions == expected.solutions
        assert up_to == "none" or found.symmetry == expected.symmetry
        if checker():
            proved = problem.check_certificate(certificate, checker=checker())
            classes = None if up_to == "none" else found.value
            assert (proved.count, proved.classes) == (found.solutions, classes)
        path.unlink()
    soma = dlx.puzzles.soma()
    assert soma.count(up_to="rotations", checkpoint=path) == 480
    assert soma.count(up_to="rotations", checkpoint=path) == 480  # the run is complete already
    with pytest.raises(dlx.CheckpointError, match="of another run"):
        soma.count(up_to="reflections", checkpoint=path)


def test_a_counter_settles_a_checkpoint(tmp_path):
    problem, path = dlx.puzzles.dominoes(14, 14).problem, tmp_path / "run.dlxr"
    expected = problem.count()
    first = problem.count_result(checkpoint=path)
    assert (first.value, first.complete) == (expected, True)
    again = problem.count_result(checkpoint=path)
    assert (again.value, again.method, again.why) == (expected, first.method, first.why)
    assert not os.path.exists(f"{path}.tables")
    prints = problem.count_result(checkpoint=tmp_path / "other", fingerprint=3)
    assert prints.fingerprint == problem.count_result(fingerprint=3).fingerprint


def test_a_checkpoint_survives_a_kill(tmp_path):
    script = (
        "import sys, dlx\n"
        "p = dlx.puzzles.langford(23).problem\n"
        "tell = lambda progress: print(progress.nodes, flush=True)\n"
        "p.count(checkpoint=sys.argv[1], method='search', progress=tell, progress_interval=0.2)\n"
    )
    path = str(tmp_path / "run.dlxr")
    arguments = [sys.executable, "-c", script, path]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        while int(process.stdout.readline()) < 100_000:
            pass
        process.kill()
    with pytest.raises(dlx.Incomplete) as e:
        long_one.count(checkpoint=path, method="search", node_limit=1)
    assert e.value.result.nodes > 1000


@needs_command
def test_the_command_continues_a_checkpoint_and_the_other_way_round(tmp_path):
    problem = dlx.puzzles.langford(12).problem
    path, expected = str(tmp_path / "run.dlxr"), problem.count()
    with pytest.raises(dlx.Incomplete):
        problem.count(checkpoint=path, method="search", node_limit=100_000)
    assert "problem" in run("status", path)
    assert int(run("resume", path, "--quiet")) == expected
    assert problem.count(checkpoint=path) == expected
    path = str(tmp_path / "classes.dlxr")
    classes = problem.count(up_to="all")
    with pytest.raises(dlx.Incomplete):
        problem.count(up_to="all", checkpoint=path, method="search", node_limit=100_000)
    assert int(run("resume", path, "--quiet")) == classes
    assert problem.count(up_to="all", checkpoint=path) == classes

    text, path = str(tmp_path / "p.dlx"), str(tmp_path / "other.dlxr")
    problem.write(text)
    run("count", text, "--checkpoint", path, "--node-limit", "100000", "--quiet", code=3)
    assert problem.count(checkpoint=path) == expected
    path = str(tmp_path / "more.dlxr")
    more = ["--up-to", "all", "--certificate", str(tmp_path / "more.cert"), "--quiet"]
    run("count", text, "--checkpoint", path, "--node-limit", "100000", *more, code=3)
    arguments = {"up_to": "all", "certificate": tmp_path / "more.cert"}
    assert problem.count(checkpoint=path, **arguments) == classes


def test_certificates_are_written_and_checked(tmp_path):
    if checker() is None:
        pytest.skip("dlx-check was not built")
    p = dlx.Problem({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6],
                     "E": [2, 3, 6, 7], "F": [2, 7]})  # fmt: skip
    for problem in [p, langford, dlx.puzzles.dominoes(6, 6).problem]:
        path = tmp_path / "c.cert"
        value = problem.count(certificate=path)
        assert value == problem.count()
        proved = problem.check_certificate(path, checker=checker())
        assert (proved.count, proved.complete, proved.classes) == (value, True, None)
        result = problem.count_result(certificate=path, fingerprint=5)
        proved = problem.check_certificate(path, checker=checker())
        assert proved.fingerprint == result.fingerprint
        classes = problem.count(up_to="all", certificate=path)
        proved = problem.check_certificate(path, checker=checker())
        assert (proved.count, proved.classes) == (value, classes)
    with pytest.raises(dlx.CertificateError, match="another problem"):
        p.check_certificate(path, checker=checker())
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(dlx.CertificateError, match="REFUSED"):
        problem.check_certificate(path, checker=checker())
    with pytest.raises(FileNotFoundError):
        p.check_certificate(tmp_path / "none", checker=checker())


def test_two_options_do_not_share_a_file(tmp_path):
    p, path = dlx.Problem([["a"], ["a"]], costs=[1, 2]), tmp_path / "one"
    for call in p.count, p.cheapest, p.count_cheapest, dlx.puzzles.langford(4).count:
        with pytest.raises(ValueError, match="certificate and checkpoint are both the file"):
            call(certificate=path, checkpoint=tmp_path / "." / "x" / ".." / "one")
    assert not path.exists()


def test_an_incomplete_count_leaves_no_certificate(tmp_path):
    with pytest.raises(dlx.Incomplete):
        long_one.count(certificate=tmp_path / "c.cert", time_limit=0.3)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError):
        langford.count(certificate=tmp_path / "no" / "folder")


def test_progress_is_a_bar_where_tqdm_is(capsys):
    pytest.importorskip("tqdm")
    with pytest.raises(dlx.Incomplete):
        long_one.count(time_limit=1, progress=True, progress_interval=0.1)
    shown = capsys.readouterr()
    assert "dlx:" in shown.err and "%" in shown.err and shown.out == ""
    assert langford.count(progress=False) == langford.count(progress=None) == 300
    with pytest.raises(TypeError, match="progress must be True, False or a callable, not 3"):
        langford.count(progress=3)


def test_progress_is_lines_without_tqdm():
    script = (
        "import sys; sys.modules['tqdm'] = sys.modules['tqdm.auto'] = None\n"
        "import dlx\n"
        "try:\n"
        "    dlx.puzzles.langford(23).count(time_limit=1, progress=True)\n"
        "except dlx.Incomplete:\n"
        "    print('stopped')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "stopped\n", done.stderr
    assert done.stderr == "" or done.stderr.startswith("dlx: ")


@needs_command
def test_the_package_runs_the_command():
    environment = dict(os.environ, PATH=os.path.dirname(program) + os.pathsep + os.environ["PATH"])

    def module(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "dlx", *arguments],
            capture_output=True, text=True, env=environment,
        )  # fmt: skip

    assert module("queens", "8", "--count").stdout == "92\n"
    assert module("queens", "eight").returncode == 2
    assert module("--version").stdout == run("--version")
