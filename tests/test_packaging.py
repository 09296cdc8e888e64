"""What is installed is what stands in the tree: nothing is forgotten, nothing else comes along."""

import re
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from built import sources_in, wheel_in
from image import instructions
from packaging.requirements import Requirement
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import NormalizedName, canonicalize_name, parse_wheel_filename
from packaging.version import Version

from bot import __version__
from tests.cli_runner import ROOT

PACKAGES = ("bot", "cogs", "render", ".wheel")


def tree() -> set[str]:
    """What an installation consists of, by the names in the source tree."""
    files = (file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file())
    return {str(file.relative_to(ROOT)) for file in files if "__pycache__" not in file.parts}


def test_the_wheel_holds_one_package_with_all_but_bench_and_training_licence_and_command_and_no_more(
    tmp_path: Path,
) -> None:
    """Built from the archive of sources, which therefore holds all of it, too."""
    sources = sources_in(tmp_path / "sources")
    with tarfile.open(sources) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {*tree(), "LICENSE", "CHANGELOG.md", "docs/hosting.md", "tests/test_packaging.py"} <= names
    wheel = wheel_in(tmp_path / "wheel", sources)
    assert wheel.name.startswith(f"stammtisch-{__version__}-")
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.namelist()
        (entry,) = [name for name in packed if name.endswith("entry_points.txt")]
        assert "stammtisch = stammtisch.__main__:main" in archive.read(entry).decode()
    assert any(name.endswith("licenses/LICENSE") for name in packed)
    wanted = {
        name.removeprefix(".wheel/") if name.startswith(".wheel/") else f"stammtisch/{name}"
        for name in tree()
        if not name.startswith(("bot/bench/", "bot/training/"))
    }
    assert {name for name in packed if ".dist-info/" not in name} == wanted
    for kind in (".po", ".md", ".json", ".sql", ".toml", ".js", ".css", ".html"):
        assert any(name.endswith(kind) for name in wanted), kind


def test_the_version_is_the_newest_one_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.M)
    assert released[0] == __version__


def test_the_image_runs_the_bot_as_nobody_special_with_one_volume_and_a_healthcheck() -> None:
    found = instructions()
    last = dict(found)
    assert last["CMD"] == '["stammtisch", "run"]'
    assert last["USER"] not in ("root", "0")
    assert [rest for name, rest in found if name == "VOLUME"] == ["/data"]
    assert '"doctor", "--health"' in last["HEALTHCHECK"]
    assert all(rest.startswith("python:3.1") and "-slim" in rest for name, rest in found if name == "FROM")
    assert "STAMMTISCH_DATABASE=/data/" in last["ENV"]


def test_the_image_gets_everything_that_the_build_needs() -> None:
    copied = {rest.split()[0] for name, rest in instructions() if name == "COPY"} | {
        name for _, rest in instructions() if rest.startswith("pyproject.toml") for name in rest.split()[:-1]
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {*PACKAGES, "pyproject.toml", project["readme"], *project["license-files"]} <= copied
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert let_in[0] == "*"
    assert "bot/playground" in let_in, "people who host the bot do not play there"
    assert {f"!{name}" for name in (*PACKAGES, "pyproject.toml", "README.md", "LICENSE")} <= set(let_in)


PINNED = re.compile(r"^([\w.-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)


def pinned() -> dict[tuple[NormalizedName, Version], set[str]]:
    """What the image installs, with the hashes of the files that it accepts."""
    text = (ROOT / ".docker" / "requirements.txt").read_text(encoding="utf-8")
    return {
        (canonicalize_name(name), Version(version)): set(re.findall("[0-9a-f]{64}", hashes))
        for name, version, hashes in PINNED.findall(text)
    }


def test_the_image_installs_what_the_package_asks_for_and_nothing_that_was_changed_since() -> None:
    """Each dependency in a version that fits, with the hashes of its files; no address of a registry. The
    playground stays outside, and so does its Discord."""
    text = (ROOT / ".docker" / "requirements.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert len(pinned()) == text.count("==")
    versions = dict(pinned().keys())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    wanted_by_hosts = [each for each in map(Requirement, asked) if each.name != "simcord"]
    for wanted in wanted_by_hosts:
        assert wanted.specifier.contains(versions[canonicalize_name(wanted.name)]), wanted


@pytest.mark.parametrize("python", [(3, 11), (3, 12), (3, 13)])
def test_a_raspberry_pi_builds_nothing(python: tuple[int, int]) -> None:
    """For each dependency there is a wheel that fits a 64-bit Arm with the C library of 2022, and whose
    hash is accepted."""
    lines = (ROOT / ".docker" / "arm64.txt").read_text(encoding="utf-8").splitlines()
    wheels = [line.split() for line in lines if not line.startswith("#")]
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in range(36, 16, -1)]
    fitting = {*cpython_tags(python, platforms=platforms), *compatible_tags(python, platforms=platforms)}
    found = {
        (name, version)
        for (name, version, _, tags), digest in ((parse_wheel_filename(file), of) for file, of in wheels)
        if tags & fitting and digest in pinned().get((name, version), ())
    }
    assert found == pinned().keys()
