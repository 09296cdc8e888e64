"""The image as far as it can be known without a container engine: made, started, asked, ended."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest
from image import Stage, build, missing

from bot.bench.discord_server import TOKEN, DiscordServer, until
from bot.bench.processes import PATIENCE, BotProcess

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]
TURN = """\
import sys
if sys.orig_argv[-1] == "run":
    import discord.http, yarl
    from discord.gateway import DiscordWebSocket
    discord.http.Route.BASE = "http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://127.0.0.1:{port}/gateway")
"""
"""As `turn_to` of the bench, which is not in the image."""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return build(tmp_path_factory.mktemp("image"))


@pytest.fixture
def volume(image: Stage, tmp_path: Path) -> Path:
    """New and empty, by the owner and the rights that the image gives the folder."""
    made, place = image.root / image.volume.lstrip("/"), tmp_path / "volume"
    place.mkdir()
    shutil.copystat(made, place)
    shutil.chown(place, made.stat().st_uid, made.stat().st_gid)
    return place


class Container(BotProcess):
    """The command of the image in its root."""

    def __init__(self, server: DiscordServer, image: Stage, volume: Path) -> None:
        super().__init__(server, volume.parent / "container")
        self.image, self.volume = image, volume

    def started(self, command: list[str]) -> list[str]:
        return self.image.process(command, volume=self.volume)

    async def launch(self) -> None:
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.started(self.image.command), stdout=log, stderr=log, env=self.surroundings
            )

    @property
    def surroundings(self) -> dict[str, str]:
        return {**self.image.environment, "DISCORD_TOKEN": TOKEN, "STAMMTISCH_DRAWING": "1"}

    def asked(self, *command: str) -> subprocess.CompletedProcess[str]:
        """What a second process in it says."""
        return subprocess.run(
            self.started([*command]),
            env=self.surroundings,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def healthy(self) -> bool:
        return self.asked(*self.image.health).returncode == 0


def pictures(server: DiscordServer) -> list[str]:
    """What has been posted."""
    posts = server.backend.messages[server.channel.id].values()
    return [file["filename"] for post in posts for file in post.attachments]


def turn(image: Stage, port: int) -> None:
    """Its processes speak to the Discord of the test."""
    (packages,) = image.root.glob("opt/stammtisch/lib/python*/site-packages")
    packages.joinpath("rehearsal.py").write_text(TURN.format(port=port))
    packages.joinpath("rehearsal.pth").write_text("import rehearsal\n")


def test_the_image_leaves_out_who_plays_here_and_what_measures(image: Stage) -> None:
    (packages,) = image.root.glob("opt/stammtisch/lib/python*/site-packages")
    installed = {entry.name for entry in packages.joinpath("stammtisch", "bot").iterdir()}
    assert "games" in installed
    assert not {"playground", "bench"} & installed


def check_rights(bot: Container) -> None:
    """While it runs: its user has no right and writes into the volume alone."""
    status = Path("/proc", str(bot.process.pid), "status").read_text()
    assert "\nUid:\t10001\t10001\t10001\t10001\n" in status
    assert "\nCapBnd:\t0000000000000000\n" in status
    assert "\nNoNewPrivs:\t1\n" in status
    outside = bot.asked("sh", "-c", "touch /opt/stammtisch/x || touch /x || touch /etc/x || touch /usr/x")
    assert outside.stderr.count("Read-only file system") == 4
    checked = bot.asked("stammtisch", "doctor")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "FAIL" not in checked.stdout
    assert bot.asked("stammtisch", "backup", "copy.sqlite3").returncode == 0
    assert {bot.volume / "stammtisch.sqlite3", bot.volume / "copy.sqlite3"} <= {*bot.volume.iterdir()}
    assert {entry.stat().st_uid for entry in bot.volume.iterdir()} == {10001}


async def test_the_image_serves_as_nobody_special_with_one_volume_and_ends_in_order(
    image: Stage, volume: Path
) -> None:
    server = DiscordServer(["Ann", "Ben"])
    await server.start()
    turn(image, server.port)
    bot = Container(server, image, volume)
    try:
        assert not bot.healthy(), "nothing runs yet"
        await bot.start()
        assert await until(bot.healthy, seconds=PATIENCE)
        server.command(server.people[0].id, "nimmt", "start")
        assert await until(lambda: pictures(server) == ["six_nimmt-lobby.png"], seconds=PATIENCE)
        check_rights(bot)
        assert await bot.stop() == 0
    finally:
        if bot.process.returncode is None:
            await bot.kill()
        await server.close()
    assert "Traceback" not in bot.log.read_text()
