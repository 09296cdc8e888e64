"""The command line: `python -m bot COMMAND`. Each command loads only what it needs."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from bot import COMMAND, __version__
from bot.exits import CHECK_FAILED, DONE, INTERRUPTED, REFUSED, SETTINGS, Refused
from bot.languages import locales

Add = Callable[..., argparse.ArgumentParser]
EXITS = """\
exit codes:
  0  done
  1  a check failed (doctor, verify, bench, docs --check)
  2  wrong usage or settings
  3  refused to start: database, fonts, port, Discord
"""
BENCH_SWITCHES = {
    "--json": "figures as JSON on stdout",
    "--quick": "few repetitions: shows that it works, not how fast",
    "--code": "instead: how large is the code?",
    "--strength": "instead: how strong are the computer players?",
    "--balance": "instead: has a game several good ways to play, and does all of it happen?",
    "--analysis": "instead: what the analysis of games costs, and whether it is right",
    "--table": "with --strength: each level of 6 nimmt! in every variant",
    "--presses": "instead: what whole games cost their people in presses, posts and pictures",
    "--week": "instead: how long games of people who look now and then take, with plans and without",
    "--load": "instead: many tables at once, beside the smallest discord.py bot; with --analysis beside "
    "the same tables while games are analysed",
    "--shards": "instead: kill processes that share a bot on PostgreSQL, and the database",
}
BENCH_NUMBERS = {
    "--rounds": (
        1_000_000,
        None,
        "N",
        "of each match, with --strength; deals, with --balance; games, with --analysis",
    ),
    "--jobs": (64, 1, "N", "with --strength or --balance: processes (default: 1)"),
    "--tables": (500, 30, "N", "with --load: tables (default: 30)"),
    "--people": (2000, None, "N", "with --load: 2 to 4 a table (default: 2)"),
    "--rate": (1000, 36, "N", "with --load: presses a second (default: 36)"),
    "--seconds": (86_400, 40, "N", "with --load: how long (default: 40)"),
    "--slow-disk": (1000, None, "MS", "instead, or with --load: every sync takes so long"),
    "--kills": (100_000, None, "N", "instead, or with --shards: kill a bot so often while people press"),
    "--processes": (
        16,
        None,
        "N",
        "with --load: also on PostgreSQL by 1, 2 ... N processes; with --shards: so many",
    ),
}
TRAIN_NUMBERS = {
    "--seed": (1_000_000, 1, "N", "the same seed makes the same networks (default: 1)"),
    "--lessons": (100, 2, "N", "how often it plays and learns, 1 or more (default: 2)"),
    "--games": (1_000_000, 3072, "N", "episodes a lesson, 1 or more (default: 3072)"),
}
PUZZLE_NUMBERS = {
    "--seed": (1_000_000, 1, "N", "the same seed plays the same games (default: 1)"),
    "--count": (100, 12, "N", "so many puzzles the game has afterwards (default: 12)"),
}
"""The largest number that may be given, the usual one, and what is said of it."""


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code; trouble is told in one line on stderr."""
    arguments = _parser().parse_args(argv)
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return CHECK_FAILED
    except _settings_trouble() as error:
        return _tell(error, SETTINGS)
    except _refusals() as error:
        return _tell(error, REFUSED)


def _tell(error: BaseException, code: int) -> int:
    for line in str(error).splitlines():
        sys.stderr.write(f"stammtisch: {line}\n")
    return code


def _settings_trouble() -> type[BaseException]:
    """Loaded, as what follows, only when something went wrong, so that `--help` stays quick."""
    from bot.config import ConfigError

    return ConfigError


def _refusals() -> tuple[type[BaseException], ...]:
    from bot.store.errors import StoreError
    from render.fonts import FontError

    return Refused, StoreError, FontError


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Stammtisch: board games in Discord, a move now and a move tonight.",
        epilog=EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Stammtisch {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    _for_operators(commands.add_parser)
    _for_builders(commands.add_parser)
    return parser


def _for_operators(add: Add) -> None:
    run = add("run", help="connect to Discord and serve your server (needs DISCORD_TOKEN)")
    run.add_argument(
        "--standby",
        action="store_true",
        help="wait for the end of the process that serves our shards",
    )

    play = add("play", help="try everything in your browser: no token, no Discord")
    play.add_argument(
        "--port", type=_number(0, 65535), default=8765, help="port on this machine (default: 8765)"
    )
    play.add_argument(
        "--people", type=_number(1, 10), default=3, metavar="N", help="people in it, 1 to 10 (default: 3)"
    )
    play.add_argument("--locale", choices=locales(), help="language of the server and of its people")
    play.add_argument("--no-browser", action="store_true", help="do not open a browser window")

    doctor = add("doctor", help="check settings, fonts, database, disk and clock; give the invite link")
    either = doctor.add_mutually_exclusive_group()
    either.add_argument("--health", action="store_true", help="only: is the running bot alive? (for Docker)")
    either.add_argument(
        "--texts", action="store_true", help="only: terms, privacy policy and descriptions to publish"
    )

    backup = add("backup", help="copy the database to a file, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="a file that does not exist yet")

    move = add(
        "move-database", help="copy everything to another database (SQLite, PostgreSQL); stop the bot first"
    )
    move.add_argument("source", metavar="FROM", help="a file, or the address of a PostgreSQL database")
    move.add_argument("target", metavar="TO", help="the same, still empty")


def _for_builders(add: Add) -> None:
    verify = add("verify", help="replay the file of a finished game and check every deal and roll")
    verify.add_argument("file", type=Path, metavar="FILE", help="the file that /table verify gave you")

    engine = add("engine", help="play a game by JSON lines on stdin and stdout, for other programs")
    engine.add_argument("game", metavar="GAME", help="key of a game: six_nimmt")

    bench = add("bench", help="measure speed, sizes and memory beside their targets")
    for name, about in BENCH_SWITCHES.items():
        bench.add_argument(name, action="store_true", help=about)
    for name, (most, default, metavar, about) in BENCH_NUMBERS.items():
        bench.add_argument(name, type=_number(1, most), default=default, metavar=metavar, help=about)
    bench.add_argument("--game", default="six_nimmt", help="instead of six_nimmt, with those three")
    bench.add_argument("--level", default="hard", help="with --balance: of the computers (hard)")
    bench.add_argument(
        "--match",
        action="append",
        default=[],
        metavar="HERO:FIELD:SEATS[:VARIANT]",
        help="with --strength: only this match (may be repeated), such as expert:hard:4, "
        "hard:normal:2:logic+open, or alone hard:normal:solo and normal:solo",
    )
    bench.add_argument("--keep", type=Path, metavar="FILE", help="with --strength: go on from these results")

    train = add("train", help="let computers learn from games against themselves")
    train.add_argument("game", choices=("my_city",), metavar="GAME", help="key of a game: my_city")
    train.add_argument(
        "--keep", type=Path, default=Path("data/training"), metavar="FOLDER", help="go on from here"
    )
    for name, (most, default, metavar, about) in TRAIN_NUMBERS.items():
        train.add_argument(name, type=_number(0, most), default=default, metavar=metavar, help=about)

    puzzles = add("puzzles", help="look through games of computers for puzzles, and add them to their data")
    puzzles.add_argument("--game", default="six_nimmt", metavar="KEY", help="key of a game (six_nimmt)")
    for name, (most, default, metavar, about) in PUZZLE_NUMBERS.items():
        puzzles.add_argument(name, type=_number(0, most), default=default, metavar=metavar, help=about)

    docs = add("docs", help="make the pages of commands and settings in docs/ from the code")
    either = docs.add_mutually_exclusive_group()
    either.add_argument("--check", action="store_true", help="write nothing; fail if a page is stale")
    either.add_argument("--pictures", action="store_true", help="draw the pictures of README.md instead")


def _number(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number between these two."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} is needed")
        return int(text)

    return read


def _run(arguments: argparse.Namespace) -> int:
    """Runs the command that was named."""
    match arguments.command:
        case "verify":
            from bot import verify

            return verify.main(arguments.file)
        case "engine":
            from bot import engine

            return engine.main(arguments.game, sys.stdin, sys.stdout)
        case "bench":
            return _bench(arguments)
        case "train":
            return _train(arguments)
        case "puzzles":
            return _puzzles(arguments)
        case "docs":
            from bot import docs

            return docs.main(check=arguments.check, pictures=arguments.pictures)
        case _:
            return _operate(arguments)


def _operate(arguments: argparse.Namespace) -> int:
    """The commands that read the settings."""
    from bot import config, running

    if arguments.command == "run":
        with running.held_back():
            return running.run(config.load(), standby=arguments.standby)
    settings = config.load()
    if arguments.command == "move-database":
        return running.move_database(arguments.source, arguments.target)
    if arguments.command == "backup":
        return running.backup(settings, arguments.file)
    if arguments.command == "doctor":
        from bot import doctor, public_texts

        if arguments.texts:
            sys.stdout.write(public_texts.texts(settings))
            return DONE
        return doctor.health(settings) if arguments.health else doctor.main(settings)
    return running.play(
        settings,
        port=arguments.port,
        people=arguments.people,
        locale=arguments.locale,
        open_browser=not arguments.no_browser,
    )


def _train(arguments: argparse.Namespace) -> int:
    from bot.opponents.worker import think_in_one_thread

    think_in_one_thread()
    if find_spec("bot.training") is None:
        raise Refused("Training is not installed: it comes with the source, by .venv/bin/pip install -e .")
    from bot.training import lessons

    numbers = {"seed": arguments.seed, "lessons": max(arguments.lessons, 1), "games": max(arguments.games, 1)}
    return lessons.main(keep=arguments.keep, **numbers)


def _puzzles(arguments: argparse.Namespace) -> int:
    from bot.games import registry
    from bot.opponents.worker import think_in_one_thread

    think_in_one_thread()
    if find_spec("bot.training") is None:
        raise Refused("Puzzles are looked for where the source is: .venv/bin/pip install -e .")
    if arguments.game not in registry.own():
        return _tell(ValueError(f"there is no game {arguments.game}"), SETTINGS)
    from bot.training import puzzles

    return puzzles.main(key=arguments.game, count=arguments.count, seed=arguments.seed)


def _bench(arguments: argparse.Namespace) -> int:
    from bot.opponents.worker import think_in_one_thread

    think_in_one_thread()
    if find_spec("bot.bench") is None:
        raise Refused("The bench is not installed: it comes with the source, by .venv/bin/pip install -e .")
    if arguments.code:
        from bot.bench import code

        return code.main(as_json=arguments.json)
    if arguments.strength:
        return _strength(arguments)
    if arguments.balance:
        return _balance(arguments)
    if arguments.analysis and not arguments.load:
        return _analysis(arguments)
    if find_spec("simcord") is None:
        raise Refused("The bench needs the simulation: install simcord first.")
    from bot.bench import measure, presses, week

    run = partial(measure.main, as_json=arguments.json)
    if arguments.presses:
        return run(presses.all_figures)
    if arguments.week:
        return run(partial(week.figures, games=1 if arguments.quick else 5))
    if arguments.shards:
        from bot.bench import shards

        trial = shards.Trial(arguments.processes or 4, kills=arguments.kills or shards.KILLS)
        return run(partial(shards.figures, trial=trial))
    if arguments.load or arguments.slow_disk or arguments.kills:
        people = arguments.people or 2 * arguments.tables
        size = measure.Size(arguments.tables, people, arguments.rate, arguments.seconds)
        if arguments.analysis:
            return run(partial(measure.beside_analyses, size))
        loaded = size if arguments.load else None
        more = {"processes": arguments.processes}
        return run(partial(measure.under_load, loaded, arguments.slow_disk, arguments.kills, **more))
    effort = measure.QUICK if arguments.quick else measure.FULL
    return run(partial(measure.everything, effort), quick=arguments.quick)


def _strength(arguments: argparse.Namespace) -> int:
    from bot.bench import matches, strength

    try:
        usual = matches.all_variants() if arguments.table else matches.matches_of(arguments.game)
        wanted = [match for name in arguments.match for match in matches.matches_called(name, arguments.game)]
    except ValueError as error:
        return _tell(error, SETTINGS)
    return strength.main(
        as_json=arguments.json,
        rounds=arguments.rounds,
        matches=wanted or usual,
        keep=arguments.keep,
        jobs=arguments.jobs,
    )


def _analysis(arguments: argparse.Namespace) -> int:
    from bot.bench import analysis, matches

    try:
        matches.matches_of(arguments.game)
    except ValueError as error:
        return _tell(error, SETTINGS)
    return analysis.main(as_json=arguments.json, game=arguments.game, games=arguments.rounds or 12)


def _balance(arguments: argparse.Namespace) -> int:
    from bot.bench import balance

    try:
        balance.check(arguments.game, arguments.level)
    except ValueError as error:
        return _tell(error, SETTINGS)
    return balance.main(
        as_json=arguments.json,
        game=arguments.game,
        level=arguments.level,
        deals=arguments.rounds,
        jobs=arguments.jobs,
    )


if __name__ == "__main__":
    sys.exit(main())
