"""The messages of Thurn and Taxis, described from what their reader may know."""

from collections.abc import Iterable
from typing import ClassVar

from bot.app import App
from bot.discord.content import IN_A_ROW, Content, in_rows, number
from bot.discord.game_commands import add_game
from bot.discord.presenter import TurnPresenter
from bot.discord.router import refused
from bot.discord.steps import Choice, How, Panel, Pick, Picks
from bot.discord.view_models import spoken
from bot.games.thurn_and_taxis import moves, possible, sentences as told
from bot.games.thurn_and_taxis.closing import gains
from bot.games.thurn_and_taxis.land import RULES, next_carriage, region_of
from bot.games.thurn_and_taxis.legal import refusal
from bot.games.thurn_and_taxis.possible import EACH, fit_taken
from bot.games.thurn_and_taxis.sentences import Taxis
from bot.games.thurn_and_taxis.view import TaxisView
from cogs.thurn_and_taxis.commands import ANEW, CLOSE, COMMANDS, LEGACY, MORE, WITHOUT, closing_path
from render.film import Frame
from render.thurn_and_taxis import board, own


class TaxisPresenter(TurnPresenter):
    """The presenter of Thurn and Taxis."""

    key = "thurn_and_taxis"
    group = "taxis"
    sentences = told
    pictures: ClassVar = (board, own)
    commands: ClassVar = COMMANDS
    legacy: ClassVar = LEGACY

    def board(self, model: Taxis) -> Content:
        """What the player before did, what has been done in this turn, and who is to do what."""
        view, read = model.view, spoken(model)
        turns = (view.news,) if view.phase == "over" else (view.before, view.news)
        stories = ["\n".join(told.report(read, events)) for events in turns]
        # The story of the last turn ends with the end of the game.
        texts = stories if view.phase == "over" else [*stories, told.headline(read)]
        return Content(tuple(texts), (board(model),))

    def page(self, model: Taxis) -> Content:
        """The turn that is the news, and the board of that moment."""
        read = spoken(model)
        story = "\n".join(told.report(read, told.newest_turn(read)))
        return Content((story, f"-# {self.caption(read)}"), (board(model),))

    def outline(self, model: Taxis) -> tuple[Frame, ...]:
        """A turn as a whole."""
        return self.told(model, told.newest_turn(model))

    def part(self, model: Taxis) -> int:
        """The round of the turn that is the news."""
        turn = told.begun(model)
        return turn.round if turn else model.view.round

    def wish(self, model: Taxis, wish: str) -> str:
        return told.wish(model, wish)

    def about_wish(self, model: Taxis, wish: str) -> str:
        return told.about_wish(model, wish)

    def short_wish(self, model: Taxis, wish: str) -> str:
        return told.short_wish(model, wish)

    def how(self, view: TaxisView, move: moves.TaxisMove) -> How:
        """A closing with chosen offices is shown first, and what gives up a route."""
        loses = isinstance(move, moves.Begin) and view.phase == "play" and bool(view.route)
        return "show" if loses or isinstance(move, moves.Close) else "make"

    def turn(self, model: Taxis, choice: Choice) -> Panel:
        """What can be done now, one phase at a time."""
        view = model.view
        match view.phase:
            case "take":
                return _take(model)
            case "play":
                return _play(model, choice)
            case "close":
                return _close(model, choice)
            case _:
                most = RULES.hand_limit_after_closing
                text = model.words("thurn_and_taxis.panel.discard", n=len(view.hand) - most, most=most)
                cards = map(moves.Discard, dict.fromkeys(view.hand))
                return _shown(model, text, _menu(model, "discard_menu", cards))


def _shown(model: Taxis, texts: str | tuple[str, ...], *rows: Picks | tuple[Pick, ...]) -> Panel:
    texts = (texts,) if isinstance(texts, str) else texts
    return Panel(texts, (own(model),), tuple(filter(None, rows)))


def _menu(model: Taxis, key: str, found: Iterable[moves.TaxisMove]) -> Picks:
    lines = ((move, *told.line(model, move)) for move in found)
    picks = tuple(Pick(label, move, about) for move, label, about in lines)
    return Picks(model.words(f"thurn_and_taxis.panel.{key}"), picks)


def _plays(model: Taxis) -> tuple[Picks | tuple[Pick, ...], ...]:
    # Buttons as long as they fill no more than a row: each is one press, a menu has to be opened first.
    found = possible.fitting(model.view)
    if not 0 < len(found) <= IN_A_ROW:
        return (_menu(model, "play_menu", found),) if found else ()
    return (tuple(Pick(told.named(model, move), move, style="success") for move in found),)


def _starts(model: Taxis) -> tuple[Picks | tuple[Pick, ...], ...]:
    found = list(map(moves.Begin, dict.fromkeys(model.view.hand)))
    if len(found) > IN_A_ROW:
        return (_menu(model, "start_menu", found),)
    # Where no card fits, the panel has told already that the route is lost.
    how = None if possible.fitting(model.view) else "make"
    return (tuple(Pick(told.line(model, move)[0], move, how=how) for move in found),)


def _takes(model: Taxis) -> tuple[Picks | tuple[Pick, ...], ...]:
    # Beside the menu the open cards that are of use to the route, and the deck, as buttons.
    view, found = model.view, possible.takes(model.view)
    useful = [
        move
        for move in found
        if isinstance(move, moves.TakeBlind)
        or fit_taken(view, view.active, told.card_of(view, move)).key != "not"
    ]
    buttons = in_rows([Pick(told.line(model, move)[0], move) for move in useful])
    return (_menu(model, "take_menu", found), *buttons)


def _take(model: Taxis) -> Panel:
    view = model.view
    question = "take" if not view.forced_postmaster else "take_second" if view.taken else "take_two"
    sweep = Pick(told.line(model, moves.Administrator())[0], moves.Administrator())
    sweeps = (sweep,) if possible.may(view, moves.Administrator()) else ()
    return _shown(model, model.words(f"thurn_and_taxis.panel.{question}"), *_takes(model), sweeps)


def _play(model: Taxis, choice: Choice) -> Panel:
    view, words = model.view, model.words
    if choice.parts == (MORE,) and view.may_take:
        return _shown(model, words("thurn_and_taxis.panel.more_sure"), *_takes(model))
    more = (Pick(words("thurn_and_taxis.panel.more"), MORE),) if view.may_take else ()
    starts = _starts(model)
    if not view.route:
        return _shown(model, words("thurn_and_taxis.panel.start"), *starts, more)
    if isinstance(choice.move, moves.Begin):
        text = told.about_route(model, "begin_sure", city=told.city(choice.move.city, words))
        return Panel((text,), (own(model, choice.move),), sure=choice.move, style="danger")
    if choice.parts == (ANEW,):
        return _shown(model, told.about_route(model, "anew"), *starts)
    if not possible.fitting(view):
        hope = words("thurn_and_taxis.panel.no_fit_more") if view.may_take else ""
        return _shown(model, (told.about_route(model, "no_fit"), hope), *starts, more)
    anew = Pick(words("thurn_and_taxis.panel.anew_button"), ANEW)
    return _shown(model, told.about_route(model, "play"), *_plays(model), (*more, anew))


def _close(model: Taxis, choice: Choice) -> Panel:
    view, closable = model.view, possible.may(model.view, moves.Close())
    parts = choice.of(CLOSE)
    if closable and (parts is not None or isinstance(choice.move, moves.Close)):
        return _closing(model, choice.move if isinstance(choice.move, moves.Close) else None, parts or ())
    end = Pick(told.line(model, moves.EndTurn())[0], moves.EndTurn())
    rows = _plays(model)
    if not closable:
        return _shown(model, told.after_playing(model), *rows, (end,))
    # The best closing is one press, since Undo takes it back; not so the one that may end the game.
    best = possible.best_closing(view)
    got = gains(view, best)
    how = "show" if got.trigger or view.ending is not None else "make"
    label = model.words("thurn_and_taxis.panel.close_now", n=got.points)
    now = Pick(label, best, style="primary", how=how)
    otherwise = Pick(model.words("thurn_and_taxis.panel.close"), CLOSE)
    brings = model.words("thurn_and_taxis.panel.now", gains=told.closing_gains(view, best, model.words))
    return _shown(model, (told.after_playing(model), brings), *rows, (now, otherwise, end))


def _closing(model: Taxis, move: moves.Close | None, parts: tuple[str, ...]) -> Panel:
    view, route, modes = model.view, model.view.route, possible.modes(model.view)
    mode, called, places = (*parts, "", "", "")[:3]
    if mode not in (EACH, *map(region_of, route)):
        mode = EACH if len(modes) == 1 or move else ""
    if not mode:
        return _shown(model, told.about_route(model, "mode"), _modes(model, None, None))
    helps = possible.may_call_cartwright(view)
    chosen = {number(place) for place in places.split(".")}
    offices = tuple(city for place, city in enumerate(route, 1) if place in chosen)
    move = move or moves.Close(offices if places else possible.best(view, mode), helps and called != WITHOUT)
    no = refusal(view, moves.Close(move.offices))
    rows: list[Picks | tuple[Pick, ...]] = []
    if len(modes) > 1:
        rows.append(_modes(model, mode, move))
    if possible.free_cities(view, mode) and view.mover.offices_left:
        rows.append(_cities(model, mode, move))
    sure = told.about_route(model, "close_sure")
    if no:
        return Panel((sure, refused(model.words, no)), (own(model),), tuple(rows), back=True)
    if helps:
        key = "without_cartwright" if move.cartwright else "with_cartwright"
        label = model.words(f"thurn_and_taxis.panel.{key}", level=next_carriage(view.level))
        other = closing_path(view, mode, move.offices, cartwright=not move.cartwright)
        rows.append((Pick(label, other),))
    texts = (sure, told.closing_gains(view, move, model.words))
    return Panel(texts, (own(model, move),), tuple(rows), sure=move)


def _modes(model: Taxis, chosen: str | None, move: moves.Close | None) -> Picks:
    view, words = model.view, model.words
    cartwright = possible.may_call_cartwright(view) if move is None else move.cartwright
    picks: list[Pick] = []
    for mode in possible.modes(view):
        about = told.mode_about(view, mode, words, cartwright=cartwright)
        path = closing_path(view, mode, None, cartwright=cartwright)
        picks.append(Pick(told.mode_name(mode, words), path, about, chosen=mode == chosen))
    return Picks(words("thurn_and_taxis.panel.mode_menu"), tuple(picks))


def _cities(model: Taxis, mode: str, move: moves.Close) -> Picks:
    view, words, mover = model.view, model.words, model.view.mover
    picks = tuple(
        Pick(
            told.city(city, words),
            str(mover.route.index(city) + 1),
            told.region(region_of(city), words),
            chosen=city in move.offices,
        )
        for city in possible.free_cities(view, mode)
    )
    # The limit of the mode is not that of the menu: whoever chooses too many is told why it can't be.
    most = min(len(picks), mover.offices_left)
    to = closing_path(view, mode, None, cartwright=move.cartwright)
    return Picks(words("thurn_and_taxis.panel.cities_menu"), picks, to, fewest=0, most=most)


async def setup(app: App) -> None:
    add_game(app, TaxisPresenter())
