"""What is installed is what stands in the tree: nothing is forgotten, nothing else comes along."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import __version__
from bot.games import registry
from tests.cli_runner import ROOT, environment

PACKAGES = ("bot", "cogs", "render")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir"]
    command = [sys.executable, "-m", "pip", "wheel", *options, str(folder), str(ROOT)]
    subprocess.run(command, check=True, timeout=300)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_all_of_the_packages_but_the_bench_licence_and_command_and_no_more(
    wheel: Path,
) -> None:
    assert wheel.name.startswith(f"stammtisch-{__version__}-")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry,) = [name for name in names if name.endswith("entry_points.txt")]
        assert "stammtisch = bot.__main__:main" in archive.read(entry).decode()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    packed = {name for name in names if ".dist-info/" not in name}
    files = (file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file())
    tree = {str(file.relative_to(ROOT)) for file in files if not {"__pycache__", "bench"} & {*file.parts}}
    assert packed == tree


def test_an_unpacked_wheel_knows_its_games_rules_and_words(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    lines = [
        "import bot; from bot.games import registry; from bot.text import words",
        "from importlib.resources import files",
        "assert bot.__file__.startswith({place!r}), bot.__file__",
        "print(*registry.keys()); registry.games(); words('ja')('refusal.stale')",
        "print(files('bot.games.six_nimmt').joinpath('rules.ja.md').is_file())",
    ]
    place = str(tmp_path / "installed")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines).format(place=place)],
        env=environment(tmp_path) | {"PYTHONPATH": place},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [*registry.keys(), "True"]


def test_an_installation_without_the_bench_says_where_it_is(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "bench"],
        env=environment(tmp_path) | {"PYTHONPATH": str(tmp_path / "installed")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "it comes with the source" in done.stderr
    assert done.returncode == 3


def test_the_version_is_the_newest_one_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.M)
    assert released[0] == __version__


def instructions() -> list[tuple[str, str]]:
    """The lines of the Dockerfile as (instruction, rest), continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [
        (line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in text.splitlines() if line.strip()
    ]


def test_the_image_runs_the_bot_as_nobody_special_with_one_volume_and_a_healthcheck() -> None:
    found = instructions()
    last = dict(found)
    assert last["CMD"] == '["python", "-m", "bot", "run"]'
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


def test_the_image_installs_what_the_package_asks_for_and_nothing_that_was_changed_since() -> None:
    """Each dependency in a version that fits, with the hashes of its files; no address of a registry."""
    text = (ROOT / ".docker" / "requirements.txt").read_text(encoding="utf-8")
    assert "://" not in text
    entries = re.findall(r"^([\w.-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    assert len(entries) == text.count("==")
    pinned = {canonicalize_name(name): version for name, version, _ in entries}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for wanted in map(Requirement, project["dependencies"]):
        assert wanted.specifier.contains(pinned[canonicalize_name(wanted.name)]), wanted
