"""Long work: progress, interruptions, and going on."""
import json
import re

import numpy as np

LONG = ["evaluate", "digits", "--methods", "fisher,relieff,hsic:kernel=rbf", "-k", "5,20", "--protocol", "holdout:0.5x12"]


def test_an_interrupted_run_says_what_is_saved_and_a_resumed_one_what_it_reuses(tamis, interrupted, tmp_path):
    run = [*LONG, "--resume", "run.json"]
    err = interrupted(*run, percent=1)
    said = re.search(r"^tamis: interrupted: (\d+) of 60 steps \(a method on a split\) are saved in run.json; the same command "
                     r"again goes on from there$", err, re.M)
    assert said, err
    before = json.loads((tmp_path / "run.json").read_text())
    assert not before["complete"] and before["rows"]
    again = tamis(*run)
    assert again.code == 0
    assert f"run.json: {said.group(1)} of 60 steps (a method on a split) are there and not computed again\n" in again.err
    after = json.loads((tmp_path / "run.json").read_text())
    assert after["complete"]
    assert all(row in after["rows"] for row in before["rows"])  # the times as well: nothing was computed again
    accuracies = [row for row in after["rows"] if row["metric"] == "accuracy"]
    assert len(accuracies) == (4 * 2 + 1) * 12
    assert tamis(*run).code == 0 and json.loads((tmp_path / "run.json").read_text()) == after


def test_interrupted_before_anything_was_finished(interrupted, tmp_path):
    cells = np.random.default_rng(0).normal(size=(3000, 400))  # one step takes minutes
    np.savez(tmp_path / "large.npz", X=cells, y=np.arange(3000) % 5)
    run = ["evaluate", "large.npz", "--methods", "hsic:kernel=rbf:drop_fraction=0", "-k", "5", "--protocol", "cv:2",
           "--no-baselines"]
    err = interrupted(*run, "--resume", "run.json", percent=0)
    assert err.endswith("tamis: interrupted: nothing was finished, so nothing is saved\n")
    assert not (tmp_path / "run.json").exists()
    assert interrupted(*run, percent=0).endswith("tamis: interrupted\n")


def test_more_repeats_are_added(tamis, tmp_path):
    def run(protocol, *more):
        return tamis("evaluate", "sonar", "--methods", "fisher", "-k", "3,5", "--protocol", protocol, *more)

    assert run("holdout:0.5x4", "--resume", "run.json", "--quiet").code == 0
    before = json.loads((tmp_path / "run.json").read_text())
    longer = run("holdout:0.5x8", "--resume", "run.json")
    assert longer.code == 0 and "run.json: 12 of 24 steps (a method on a split) are there" in longer.err
    after = json.loads((tmp_path / "run.json").read_text())
    assert all(row in after["rows"] for row in before["rows"])  # the times as well: nothing was computed again
    whole = run("holdout:0.5x8", "--json").json

    def values(document):
        return [(row["label"], row["k"], row["repeat"], row["metric"], row["value"]) for row in document["rows"]]

    assert after["protocol"] == "holdout:0.5x8" and values(after) == values(whole)
    content = (tmp_path / "run.json").read_bytes()
    fewer = run("holdout:0.5x4", "--resume", "run.json")
    assert fewer.code == 1 and "the results to be continued have 8 repeats, more than the 4 of this run" in fewer.err
    other = run("holdout:0.4x8", "--resume", "run.json")
    assert "for another protocol (holdout:0.5x8) than this run (holdout:0.4x8)" in other.err
    assert (tmp_path / "run.json").read_bytes() == content


def test_methods_that_stay_behind_are_named(tamis):
    def run(methods, protocol):
        return tamis("evaluate", "sonar", "--methods", methods, "-k", "3", "--protocol", protocol, "--resume", "run.json").err

    assert "repeats:" not in run("fisher,variance", "holdout:0.5x2")
    assert "tamis: warning: variance has 2 of the 3 repeats: name it among the methods to add the others\n" in run(
        "fisher", "holdout:0.5x3")
    assert "repeats:" not in run("fisher,variance", "holdout:0.5x3")


def test_data_sets_are_added(tamis, tmp_path):
    run = ["--methods", "fisher", "-k", "3", "--protocol", "holdout:0.5x3", "--resume", "run.json"]
    assert tamis("evaluate", "sonar", *run).code == 0
    both = tamis("evaluate", "sonar", "ionosphere", *run)
    assert both.code == 0 and "run.json: 9 of 18 steps" in both.err
    content = (tmp_path / "run.json").read_bytes()
    again = tamis("evaluate", "sonar", "ionosphere", *run)
    assert "run.json: 18 of 18 steps" in again.err and (tmp_path / "run.json").read_bytes() == content
    one = tamis("evaluate", "sonar", *run)
    assert one.code == 1 and "also have the data set ionosphere, which is not among those of this run" in one.err
    assert (tmp_path / "run.json").read_bytes() == content


def test_resume_needs_a_file(failing):
    failing(2, "--resume reads and writes a file: give its name, not -", "evaluate", "sonar", "--resume", "-")


def test_one_repeat_needs_no_number(tamis):
    for short, whole in [("cv:10", "cv:10x1"), ("holdout:0.5", "holdout:0.5x1")]:
        document = tamis("evaluate", "sonar", "--methods", "fisher", "-k", "3", "--protocol", short, "--json").json
        assert document["protocol"] == whole and {row["repeat"] for row in document["rows"]} == {0}


def test_the_progress_bar_names_the_stage_and_the_time_left(on_terminal):
    terminal = on_terminal(*LONG)
    assert terminal.finish().code == 0
    bars = terminal.bars()
    assert any(re.fullmatch(r"\[#*\.*\] +\d+ %  comparing on digits, .+ left", bar) for bar in bars), bars
    assert not terminal.seen.rsplit("\r\x1b[K", maxsplit=1)[1].startswith("[")  # nothing of it stays


def test_without_a_terminal_there_is_no_bar(tamis):
    outcome = tamis("evaluate", "sonar", "--methods", "fisher", "-k", "3", "--protocol", "holdout:0.5x4")
    assert outcome.code == 0 and outcome.err == ""
