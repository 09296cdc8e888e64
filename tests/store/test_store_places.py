"""One bot for one file, whatever the file is called, and only where a database is safe."""

# ruff: noqa: ASYNC240 - these tests look at small files between the steps

import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from damages import refused

from bot.store import Store, files, guard, open_store
from bot.store.errors import InUseError, NotWritableError, UnreliablePlaceError
from bot.store.guard import Guard, held_elsewhere, lock_file

MOUNT = "36 35 98:0 / {point} rw,noatime shared:1 - {kind} source rw\n"
DIES_HOLDING = """
import os, sys
from pathlib import Path
from bot.store.guard import Guard

guard = Guard(Path(sys.argv[1]))
os.kill(os.getpid(), 9)
"""


@pytest.fixture
async def held(path: Path) -> AsyncGenerator[Store]:
    store = await open_store(path)
    yield store
    await store.close()


@pytest.fixture
def mounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Says what is mounted where, in place of the system."""
    table = tmp_path / "mountinfo"
    table.write_text(MOUNT.format(point="/", kind="ext4"))
    monkeypatch.setattr(guard, "MOUNTS", table)
    return table


def mount(table: Path, point: Path, kind: str) -> None:
    with table.open("a") as file:
        file.write(MOUNT.format(point=str(point).replace(" ", "\\040"), kind=kind))


@pytest.mark.usefixtures("held")
async def test_a_second_bot_is_refused_by_whatever_way_it_comes(path: Path, tmp_path: Path) -> None:
    link, link_to_link, folder, other = (tmp_path / name for name in ("one", "two", "three", "four"))
    link.symlink_to(path)
    link_to_link.symlink_to("one")
    folder.symlink_to(tmp_path, target_is_directory=True)
    other.mkdir()
    for way in (path, link, link_to_link, folder / path.name, other / ".." / path.name):
        await refused(way, InUseError)
        assert not lock_file(way).exists() or lock_file(way).samefile(lock_file(path))


async def test_what_stands_beside_the_file_is_found_from_a_link(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.db"
    link.symlink_to(path)
    store = await open_store(link)
    await store.change(lambda tx: tx.meta.put("kept", "yes"))
    assert {entry.name for entry in folder.iterdir()} == {"link.db"}
    assert path.with_name(path.name + "-wal").exists()
    await store.close()


@pytest.mark.parametrize("running", [True, False])
async def test_a_file_with_two_names_is_refused_by_either(path: Path, tmp_path: Path, running: bool) -> None:
    store = await open_store(path)
    if not running:
        await store.close()
    other = tmp_path / "other.db"
    other.hardlink_to(path)
    assert "hard links" in await refused(other, UnreliablePlaceError)
    await refused(path, UnreliablePlaceError)
    await store.close()
    other.unlink()
    await (await open_store(path)).close()


@pytest.mark.parametrize(
    "kind", ["nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "vboxsf", "fuse.sshfs", "fuse.rclone", "fuse.s3fs"]
)
async def test_a_network_file_system_is_refused_and_nothing_is_made(
    tmp_path: Path, mounts: Path, kind: str
) -> None:
    share = tmp_path / "my share"
    share.mkdir()
    mount(mounts, share, kind)
    said = await refused(share / "data" / "stammtisch.db", UnreliablePlaceError)
    assert f"({kind})" in said
    assert "STAMMTISCH_DATABASE" in said
    assert list(share.iterdir()) == []
    link = tmp_path / "stammtisch.db"
    link.symlink_to(share / link.name)
    await refused(link, UnreliablePlaceError)


@pytest.mark.parametrize(
    "kind", ["ext4", "btrfs", "tmpfs", "overlay", "zfs", "fuseblk", "fuse.mergerfs", "virtiofs"]
)
async def test_file_systems_of_this_machine_are_fine(tmp_path: Path, mounts: Path, kind: str) -> None:
    mount(mounts, tmp_path, kind)
    mount(mounts, tmp_path.with_name("other"), "nfs4")
    await (await open_store(tmp_path / "stammtisch.db")).close()


async def test_of_several_mounts_the_nearest_and_newest_counts(tmp_path: Path, mounts: Path) -> None:
    mount(mounts, tmp_path / "near", "ext4")
    mount(mounts, tmp_path, "nfs4")
    (tmp_path / "near").mkdir()
    await (await open_store(tmp_path / "near" / "stammtisch.db")).close()
    await refused(tmp_path / "stammtisch.db", UnreliablePlaceError)
    mount(mounts, tmp_path, "tmpfs")
    await (await open_store(tmp_path / "stammtisch.db")).close()


async def test_a_file_that_is_mounted_by_itself_is_refused_unless_no_mounts_are_told(
    path: Path, mounts: Path
) -> None:
    path.touch()
    mount(mounts, path, "ext4")
    assert "mount its folder" in await refused(path, UnreliablePlaceError)
    mounts.unlink()
    await (await open_store(path)).close()


async def test_folders_are_made_and_the_file_is_for_our_eyes_only(tmp_path: Path) -> None:
    path, copy = tmp_path / "new" / "folder" / "stammtisch.db", tmp_path / "copy.db"
    await (await open_store(path)).close()
    files.backup(path, copy)
    assert [file.stat().st_mode & 0o777 for file in (path, copy)] == [0o600, 0o600]


async def test_a_path_through_a_file_a_folder_and_something_else_are_not_writable(path: Path) -> None:
    path.write_text("not a folder")
    assert "File exists" in await refused(path / "stammtisch.db", NotWritableError)
    path.unlink()
    path.mkdir()
    assert "Is a directory" in await refused(path, NotWritableError)
    path.rmdir()
    os.mkfifo(path)
    assert "not a regular file" in await refused(path, NotWritableError)


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("trouble", ["replaced", "deleted"])
async def test_another_file_in_the_place_of_the_one_that_is_held_is_noticed(path: Path, trouble: str) -> None:
    assert not held_elsewhere(path)
    path.rename(path.with_name("old.db"))
    if trouble == "replaced":
        path.touch()
    assert held_elsewhere(path)


async def test_a_file_may_be_replaced_once_nobody_holds_it(path: Path) -> None:
    guard = Guard(path)
    guard.release()
    path.unlink()
    assert not held_elsewhere(path)
    subprocess.run([sys.executable, "-c", DIES_HOLDING, str(path)], check=False)  # noqa: ASYNC221
    assert lock_file(path).read_text()
    path.unlink()
    assert not held_elsewhere(path)
    Guard(path).release()
