"""Reads the reports of a test run with external programs.

    reports.py junit|tap|sarif|json FOLDER

FOLDER contains `run.jsonl`, the run itself, and its reports: `run.xml`, `run.tap`, `run.sarif`,
`schema.json`. FLOW_SARIF_SCHEMA names the schema of SARIF 2.1.0. Ends with the word `done` on
success.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

FAILURES = {"failed", "unexpected", "broken", "missed"}


def events(folder):
    lines = (folder / "run.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def flows(folder):
    return [event for event in events(folder) if event["event"] == "flow"]


def junit(folder):
    import junitparser

    path = folder / "run.xml"
    schema = pathlib.Path(__file__).with_name("junit.xsd")
    check = subprocess.run(
        ["xmllint", "--noout", "--schema", schema, path], capture_output=True, text=True)
    assert check.returncode == 0, check.stderr
    ours = flows(folder)
    counts = collections.Counter(flow["status"] for flow in ours)
    report = junitparser.JUnitXml.fromfile(str(path))
    extra = 0
    cases = 0
    for suite in report:
        if suite.name == "flow test":
            assert all(case.is_error for case in suite)
            extra += 1
            continue
        found = list(suite)
        cases += len(found)
        # The head of a suite has its totals.
        assert suite.tests == len(found)
        assert suite.failures == sum(case.is_failure for case in found)
        assert suite.errors == sum(case.is_error for case in found)
        assert suite.skipped == sum(case.is_skipped for case in found)
        assert len({flow["file"] for flow in ours if flow["file"] == suite.name}) == 1
    assert cases == len(ours), cases
    assert report.tests == len(ours) + extra
    assert report.failures == counts["failed"] + counts["unexpected"], report.failures
    assert report.errors == counts["broken"] + extra, report.errors
    assert extra == (1 if counts["missed"] else 0), extra
    names = collections.Counter(flow["name"] for flow in ours if flow["name"].isprintable())
    read = collections.Counter(
        case.name for suite in report for case in suite if suite.name != "flow test")
    for name, count in names.items():
        assert read[name] >= count, name


def tap(folder):
    from tap.parser import Parser

    lines = list(Parser().parse_file(str(folder / "run.tap")))
    tests = [line for line in lines if line.category == "test"]
    plans = [line for line in lines if line.category == "plan"]
    ours = flows(folder)
    assert len(plans) == 1 and plans[0].expected_tests == len(ours), plans
    assert len(tests) == len(ours), len(tests)
    for test, flow in zip(tests, ours):
        status = flow["status"]
        # This reader doesn't support `\\#`, which the protocol has since version 14.
        plain = "#" not in flow["name"] + flow["file"]
        assert not plain or test.ok == (status in {"passed", "flaky", "missed"}), (test.description, status)
        assert not plain or test.skip == (status == "missed"), status
        assert not plain or test.todo == (status == "known"), status
        if flow["attempts"] and status != "passed":
            block = test.yaml_block
            assert block["status"] == status and block["at"]["line"] == flow["line"], block
            printable = "".join(c for c in flow["file"] if c.isprintable())
            if printable == flow["file"]:
                assert block["at"]["file"] == flow["file"], block
    unknown = [line for line in lines if line.category == "unknown"]
    assert not unknown, [vars(line) for line in unknown[:3]]
    bad = sum(flow["status"] in {"failed", "unexpected", "broken"} for flow in ours)
    missed = any(flow["status"] == "missed" for flow in ours)
    # A prove that supports only version 13 refuses 14 by its number, although 14 is compatible.
    prove = subprocess.run(
        ["prove", "--exec", "sed 1s/14/13/", "run.tap"], cwd=folder, capture_output=True, text=True)
    assert (prove.returncode == 0) == (not bad and not missed), prove.stdout + prove.stderr
    text = prove.stdout + prove.stderr
    if missed:
        assert "Bailout called" in text, text
    elif bad:
        assert f"Failed {bad}/{len(ours)}" in text, text


def sarif(folder):
    import jsonschema

    schema = json.loads(pathlib.Path(os.environ["FLOW_SARIF_SCHEMA"]).read_text())
    log = json.loads((folder / "run.sarif").read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    ours = flows(folder)
    told = {result["properties"]["flow"] for result in run["results"]}
    assert told == {f["id"] for f in ours if f["status"] not in {"passed", "missed"}}
    for result in run["results"]:
        assert bool(result.get("suppressions")) == (result["properties"]["status"] == "known")


def json_lines(folder):
    import jsonschema

    schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    for event in events(folder):
        validator.validate(event)
    # A schema that accepts everything would prove nothing.
    for wrong in [{}, {**event, "version": 2}, {**event, "event": "flow"}]:
        assert not validator.is_valid(wrong), wrong


if __name__ == "__main__":
    {"junit": junit, "tap": tap, "sarif": sarif, "json": json_lines}[sys.argv[1]](
        pathlib.Path(sys.argv[2]))
    print("done")
