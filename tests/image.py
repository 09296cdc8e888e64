"""The Dockerfile carried out without a container engine: in folders that become the root of a process.

The system of this machine stands in for the base image, read-only; the libraries of the tests stand in for
those that an image downloads, since there is no network here. All else is done as it is written.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from tests.cli_runner import ROOT

LIBRARIES = "/libraries"
"""Where a stage has the libraries of the tests."""
DOWNLOAD = "/opt/stammtisch/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt"
LEND = f'echo {LIBRARIES} > "$(echo /opt/stammtisch/lib/python*/site-packages)"/libraries.pth'
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
"""pip reads the second as a word for "no isolation"."""
SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/sbin")
KEPT = ("passwd", "group", "shadow", "login.defs", "ld.so.cache", "localtime", "nsswitch.conf")
DEVICES = ("null", "zero", "random", "urandom")
TOOLS = ("unshare", "mount", "chroot", "setpriv", "useradd")
PATIENCE = 300


def missing() -> str:
    """What keeps this machine from it; empty where nothing does."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "needs root on Linux"
    absent = [name for name in TOOLS if shutil.which(name) is None]
    if absent:
        return f"needs {', '.join(absent)}"
    allowed = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    return "may not mount anything" if allowed.returncode else ""


def instructions() -> list[tuple[str, str]]:
    """The lines of the Dockerfile as (instruction, rest), continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    found = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [(name, " ".join(rest.split())) for name, rest in found]


@dataclass
class Stage:
    """A root under construction, and what is said about processes in it."""

    root: Path
    workdir: str = "/"
    user: str = "root"
    environment: dict[str, str] = field(
        default_factory=lambda: {
            "PATH": f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        }
    )
    volume: str = ""
    health: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("etc", "tmp", "proc", "dev/shm", "libraries", sys.base_prefix.lstrip("/")):
            (self.root / name).mkdir(parents=True)
        (self.root / "tmp").chmod(0o1777)
        for name in KEPT:
            if Path("/etc", name).exists():
                shutil.copy2(Path("/etc", name), self.root / "etc" / name)
        for name in DEVICES:
            (self.root / "dev" / name).touch()
        for place in map(Path, SYSTEM):
            if place.is_symlink():
                (self.root / place.name).symlink_to(place.readlink())
            elif place.is_dir():
                (self.root / place.name).mkdir(exist_ok=True)

    def process(self, command: list[str], *, volume: Path | None = None) -> list[str]:
        """What runs the command in this root. With a volume as in a container of that image: by its user, who
        has no right and can write nowhere else but into memory; otherwise as a step of its making."""
        root = self.root
        lent = [place for place in (*SYSTEM, sys.base_prefix) if not (root / place[1:]).is_symlink()]
        binds = [(place, place) for place in lent if Path(place).is_dir()]
        binds += [(sysconfig.get_path("purelib"), LIBRARIES)]
        lines = ["set -e"]
        if volume is not None:
            lines.append(f"mount --bind {root} {root}")
        for source, place in binds:
            lines.append(f"mount --bind {source} {root}{place}")
            lines.append(f"mount -o remount,bind,ro {root}{place}")
        lines += [f"mount --bind /dev/{name} {root}/dev/{name}" for name in DEVICES]
        lines.append(f"mount --rbind /proc {root}/proc")
        enter = f"exec chroot {root} "
        if volume is not None:
            lines.append(f"mount --bind {volume} {root}{self.volume}")
            lines.append(f"mount -o remount,bind,ro {root}")
            lines += [f"mount -t tmpfs -o mode=1777 tmpfs {root}/{name}" for name in ("tmp", "dev/shm")]
            enter += f"setpriv --reuid={self.user} --regid={self.user} --clear-groups "
            enter += "--no-new-privs --bounding-set=-all --inh-caps=-all "
        lines.append(f'{enter}/usr/bin/env --chdir={self.workdir} "$@"')
        return [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            "\n".join(lines),
            "sh",
            *command,
        ]

    def run(self, command: str) -> None:
        """A step of the making."""
        made = subprocess.run(
            self.process(["/bin/sh", "-c", command]),
            env=self.environment | OFFLINE,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert made.returncode == 0, f"{command}\n{made.stdout}{made.stderr}"


def let_in(name: str) -> bool:
    """Whether .dockerignore lets a file of the tree into the making of an image: the last line that names it,
    or a folder around it, decides."""
    around, inside = [name, *map(str, Path(name).parents)], True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").split():
        pattern = line.removeprefix("!")
        anywhere = pattern.startswith("**/")
        places = Path(name).parts if anywhere else around
        if any(fnmatch(place, pattern.removeprefix("**/")) for place in places):
            inside = line.startswith("!")
    return inside


def build(folder: Path) -> Stage:
    """Carries out the Dockerfile, instruction by instruction; the last stage."""
    stages: dict[str, Stage] = {}
    stage = None
    for name, rest in instructions():
        if name == "FROM":
            base, _, title = rest.partition(" AS ")
            assert base.startswith("python:3")
            stage = stages[title] = Stage(folder / f"stage-{len(stages)}")
            continue
        assert stage is not None
        match name:
            case "WORKDIR":
                stage.workdir = rest
                (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "COPY":
                _copy(stage, stages, rest.split())
            case "RUN":
                assert rest.count("pip install") == rest.count(DOWNLOAD) + rest.count("--no-deps .")
                stage.run(rest.replace(DOWNLOAD, LEND))
            case "ENV":
                for pair in rest.split():
                    key, _, value = pair.partition("=")
                    stage.environment[key] = value.replace("$PATH", stage.environment["PATH"])
            case "USER":
                stage.user = rest
            case "VOLUME":
                stage.volume = rest
            case "HEALTHCHECK":
                stage.health = json.loads(rest[rest.index("[") :])
            case "CMD":
                stage.command = json.loads(rest)
            case _:
                assert name == "STOPSIGNAL", name
    assert stage is not None
    return stage


def _copy(stage: Stage, stages: dict[str, Stage], words: list[str]) -> None:
    if words[0].startswith("--from="):
        _, source, target = words
        origin = stages[words[0].removeprefix("--from=")].root / source.lstrip("/")
        shutil.copytree(origin, stage.root / target.lstrip("/"), symlinks=True)
        return
    place = stage.root / stage.workdir.lstrip("/") / words[-1]
    for word in words[:-1]:
        source = ROOT / word
        files = [source] if source.is_file() else [file for file in source.rglob("*") if file.is_file()]
        for file in files:
            if let_in(str(file.relative_to(ROOT))):
                to = place / (file.name if source.is_file() else file.relative_to(source))
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, to)
