"""The files for whoever hosts the bot or hands it out: compose, systemd, the release."""

import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from bot import __version__, config, exits
from bot.store.shards import Shards
from tests.cli_runner import ROOT

COMPOSE, UNIT = ROOT / "docs" / "compose.yaml", ROOT / "docs" / "stammtisch.service"
RELEASE = ROOT / ".github" / "workflows" / "release.yml"
EXPOSED = 20
"""Tenths of what systemd calls exposure, from 0 to 100, at most."""


def read(file: Path) -> Any:
    return YAML(typ="safe").load(file)


@pytest.mark.parametrize(("file", "schema"), [(COMPOSE, "compose-spec"), (RELEASE, "github-workflows")])
def test_what_others_read_is_as_they_define_it(file: Path, schema: str) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_compose_starts_one_bot_that_writes_into_its_volume_alone() -> None:
    services = read(COMPOSE)["services"]
    (bot,) = [service for service in services.values() if "profiles" not in service]
    assert bot["volumes"] == ["data:/data"]
    assert bot["environment"]["STAMMTISCH_DATABASE"].startswith("/data/")
    for service in [each for each in services.values() if "build" in each]:
        assert (COMPOSE.parent / service["build"] / "Dockerfile").is_file()
        assert (service["read_only"], service["tmpfs"], service["cap_drop"]) == (True, "/tmp", ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert not any("ports" in service for service in services.values()), "nobody calls them"


def test_the_processes_that_compose_starts_are_one_bot_on_a_database_that_only_they_reach() -> None:
    project = read(COMPOSE)
    services = project["services"]
    database = services.pop("database")
    assert database["networks"] == ["inside"]
    assert project["networks"]["inside"] == {"internal": True}
    processes = [service for service in services.values() if "profiles" in service]
    parts = list[Shards]()
    for process in processes:
        settings = config.load({"DISCORD_TOKEN": "", **process["environment"]}, dotenv=Path("/nowhere"))
        assert settings.shards is not None
        assert str(settings.database) == "postgresql://database/stammtisch"
        parts.append(settings.shards)
    assert sorted(number for part in parts for number in part.ids) == [*range(parts[0].count)]
    assert len({part.count for part in parts}) == 1


def test_the_release_is_tested_first_and_made_by_nothing_that_may_change() -> None:
    text, jobs = RELEASE.read_text(encoding="utf-8"), read(RELEASE)["jobs"]
    assert "://" not in text
    assert {"run": ".ci/run"} in jobs["test"]["steps"]
    assert [job.get("needs") for job in jobs.values()] == [None, *list(jobs)[:-1]], "one after the other"
    steps = [step for job in jobs.values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name) for name in used), used
    (built,) = [step["with"] for step in steps if step.get("uses", "").startswith("docker/build-push-action")]
    assert built["platforms"] == "linux/amd64,linux/arm64"
    rights = [job["permissions"]["contents"] for job in jobs.values()]
    assert rights == ["read"] * (len(rights) - 1) + ["write"], "only what makes the release may write"


def test_the_tag_of_a_release_has_to_be_the_version_of_the_code() -> None:
    """The very command of the workflow, with the right tag and a wrong one."""
    steps = read(RELEASE)["jobs"]["package"]["steps"]
    (check,) = [step["run"] for step in steps if step.get("name", "").startswith("The tag")]
    for tag, code in ((f"v{__version__}", 0), ("v0.0.0", 1)):
        done = subprocess.run(["sh", "-c", check], cwd=ROOT, env={"GITHUB_REF_NAME": tag}, check=False)
        assert done.returncode == code, tag


def unit() -> RawConfigParser:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT, encoding="utf-8")
    return parser


def test_the_unit_starts_the_command_and_keeps_its_database_where_it_may_write() -> None:
    service = unit()["Service"]
    assert service["ExecStart"].endswith("/bin/stammtisch run")
    assert service["Environment"] == f"STAMMTISCH_DATABASE=%S/{service['StateDirectory']}/stammtisch.sqlite3"
    assert service["RestartPreventExitStatus"] == str(exits.SETTINGS)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_understands_the_unit_and_finds_it_well_protected(tmp_path: Path) -> None:
    installed = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    installed.write_text(text.replace(unit()["Service"]["ExecStart"], "/bin/true"))
    for check in (("verify",), ("security", "--offline=yes", "--no-pager", f"--threshold={EXPOSED}")):
        done = subprocess.run(
            ["systemd-analyze", *check, str(installed)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
