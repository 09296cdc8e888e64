"""What a game's cog describes, its subcommands included, and the presenter of each game by its key."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Protocol

from bot.discord import steps
from bot.discord.content import Content
from bot.discord.router import Call
from bot.discord.steps import How, Panel, Pick, To
from bot.discord.view_models import spoken
from bot.games.contract import Move, Seat, counts
from bot.games.registry import game
from bot.text import Words, signed
from bot.view_model import ViewModel, option_rows
from render import ranking as final
from render.drawing import Drawing
from render.film import Frame

Legacy = Callable[[Any, str, Sequence[str]], Pick | None]
"""From the view, what a control carried and what was chosen in its menu to what is picked now; None: nothing
any more."""


Given = Mapping[str, Any]
"""What was typed, by parameter, as values of the fields of moves; None where nothing was."""


Line = tuple[str, Any]
"""What is suggested for a parameter: a line, and the value that it stands for."""


def fixed(value: str, key: str) -> tuple[str, str]:
    """One of a few choices of a parameter, with its catalogue key."""
    return value, key


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a subcommand; without more, it is the field of the move that has its name.

    It is suggested from the legal moves, unless it is one of a few `choices`, each with its catalogue key."""

    name: str
    kind: Any = str
    """The annotation that discord.py is given: `str`, `int`, a range of numbers, `bool`, or `bool | None`
    where nothing said is something else than no."""
    required: bool = True
    choices: tuple[tuple[str, str], ...] = ()
    read: Callable[[Any], Any] = lambda typed: typed
    """From what was typed to the value of the field; refuses what can't be understood."""
    of: Callable[[Any, Any], Any] | None = None
    """From a view and a legal move to the value; None: the field of that name, None where there is none."""
    written: Callable[[Any], str | int | None] | None = None
    """The value as Discord carries it, None for one that is not suggested; without it as it is."""
    label: Callable[[ViewModel[Any], Any], str] | None = None
    """A legal move as a line to choose from; None: as the presenter names it."""
    narrows: bool = True
    """Whether what was typed for it leaves only those values of the others that go with it."""
    offers: Callable[[Call, str], Awaitable[Iterable[Line]]] | None = None
    """From what was typed so far to what is suggested, for a parameter that is no part of a move."""
    spellings: Callable[[Any], Iterable[str]] = lambda value: ()
    """Further names of a value, by which it is found."""
    prefix: Callable[[str], str] | None = None
    """What was typed so far as the beginning of a value; None: it may also be that of a word of the line or
    of a spelling, in any width and case."""
    after: str = ""
    """The parameter that has to be given before anything is suggested for this one."""

    def value(self, view: Any, move: Any) -> Any:
        """The value of a legal move."""
        return self.of(view, move) if self.of else getattr(move, self.name, None)


@dataclass(frozen=True, slots=True)
class Shown:
    """The panel is shown at a step, with a sentence in front of it."""

    to: To = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoveCommand:
    """A subcommand: the moves of these kinds that agree with what was typed. One is made or shown, as the
    presenter says; of several what they have in common is shown; where there is none the rules say why."""

    kinds: tuple[type[Any], ...]
    params: tuple[Param, ...] = ()
    attempt: Callable[[ViewModel[Any] | None, Given], Move | None] | None = None
    """The move that is meant although it is not legal, from the game as the person sees it (None: it is not
    under way) and what was typed; None: of the first kind, with these fields."""
    meant: Callable[[ViewModel[Any], Sequence[Any], Given], To | Shown | None] | None = None
    """What is meant of the moves that agree, where the rule above does not say it; None: as above."""
    suggest: Mapping[str, Callable[[ViewModel[Any], str, Given], list[Line]]] | None = None
    """By parameter, lines and values to choose from where they are not those of the legal moves."""


class Sentences(Protocol):
    """The words of a game (`bot/games/<key>/sentences.py`), as the methods of `Presenter` of these names; its
    `option_rows`, if it has any, says the options in another way."""

    def caption(self, model: ViewModel[Any]) -> str: ...
    def text(self, model: ViewModel[Any]) -> str: ...
    def named(self, model: ViewModel[Any], move: Any) -> str: ...


class Presenter(Protocol):
    """A game as Discord shows it: models in, descriptions out. Its presenter is a subclass: what is not a
    mere `...` here does for a game of turns.

    Names come as people write them. What becomes the text of a message is made from `spoken(model)`, where
    they are escaped: by the presenter itself in a `Content` and in `Frame.text`, by the adapter for what only
    gives words (`caption`, `text`). Pictures, alt texts, files and the lines of menus tell them as they are.
    """

    key: str
    group: str
    """The name of the game's commands, and the first part of its actions in custom_ids."""
    commands: ClassVar[Mapping[str, MoveCommand]] = {}
    """The subcommands that make moves, by name."""
    legacy: ClassVar[Mapping[str, Legacy]] = {}
    """What controls of older versions meant, by their action."""
    at_once: ClassVar[frozenset[str]] = frozenset()
    """First parts of the paths that can stand for several moves (`several`)."""
    hidden: ClassVar[frozenset[str]] = frozenset()
    """Options that the command `start` has no parameter for."""
    start_params: ClassVar[tuple[Param, ...]] = ()
    sentences: ClassVar[Sentences]
    """The game's words, where a module says options, captions, texts and moves."""
    part_name: str = "round"
    """What a part is called: `table.replay.<name>` and `table.replay.which_<name>`."""

    def options(self, options: Any, words: Words, seats: int = 1) -> tuple[tuple[str, str], ...]:
        """The options of a table as rows of label and value, from the game's sentences or the contract;
        without those of the solo mode where several play."""
        rows = getattr(self.sentences, "option_rows", partial(option_rows, self.key))
        items = game(self.key).info.options
        left_out = [
            words(f"{self.key}.option.{item.key}") for item in items if not counts(item, options, seats)
        ]
        return tuple(row for row in rows(options, words) if row[0] not in left_out)

    def board(self, model: ViewModel[Any]) -> Content:
        """The public post after a step, to which the adapter adds buttons and mentions."""
        ...

    def panel(self, model: ViewModel[Any], choice: steps.Choice) -> Panel:
        """The private panel of `model.seat`: its picture and the step to which `choice` has led."""
        ...

    def how(self, view: Any, move: Any) -> How:
        """What picking this move does, in a panel and by command."""
        return "make"

    def several(self, view: Any, path: str) -> Sequence[Move]:
        """The moves that one pick of this path makes, one after the other; none for all other paths."""
        return ()

    def start(self, given: dict[str, Any]) -> dict[str, Any]:
        """The options that are meant by the parameters of the command `start`."""
        return given

    def settled(self, model: ViewModel[Any]) -> Content:
        """What an old prompt of `model.seat` becomes once its decision is over: no controls."""
        return Content(self.page(model).texts)

    def page(self, model: ViewModel[Any]) -> Content:
        """A page of the history: what happened in words and the public picture, nothing to be done."""
        board = self.board(model)
        return Content(board.texts[:1], board.drawings)

    def news(self, model: ViewModel[Any]) -> str:
        """What `model.events` tell everybody, in sentences."""
        return next(iter(self.page(model).texts), "")

    def caption(self, model: ViewModel[Any]) -> str:
        """Which moment it is, in a few words by the names of the model."""
        return self.sentences.caption(model)

    def outline(self, model: ViewModel[Any]) -> tuple[Frame, ...]:
        """What a replay shows of the page that ends with this public model, where its steps are left out."""
        return self.frames(model)

    def frames(self, model: ViewModel[Any]) -> tuple[Frame, ...]:
        """What a replay shows of the step that led to this public model."""
        shown = self.page(model)
        return tuple(
            Frame(drawing, shown.texts[0], self.caption(model))
            for drawing in shown.drawings[:1]
            if isinstance(drawing, Drawing)
        )

    def part(self, model: ViewModel[Any]) -> int:
        """The number of the round or other part that a page belongs to; 0 where none are to be replayed."""
        return 0

    def text(self, model: ViewModel[Any]) -> str:
        """Everything the reader's picture shows, in words, by the names of the model."""
        return self.sentences.text(model)

    def named(self, model: ViewModel[Any], move: Any) -> str:
        """A move in a few words without Markdown ("Play 42"), as it can be made in this model."""
        return self.sentences.named(model, move)

    def effect(self, model: ViewModel[Any], move: Any) -> str:
        """What a legal move leads to as far as its seat can foresee it, for hints; empty if there is nothing
        to say. From the game's sentences, if they say it."""
        said = getattr(self.sentences, "effect", None)
        return said(model, move) if said else ""

    def tried(self, move: Any) -> str:
        """The path of the step in which a panel tries this move out, where it is one press away; empty where
        it has none."""
        return ""

    def wish(self, model: ViewModel[Any], wish: str) -> str:
        """A wish of a plan in a few words without Markdown; unless said otherwise, as the move it means."""
        planning = game(self.key).planning
        assert planning is not None and model.seat is not None, "a seat plans"  # noqa: PT018
        return self.named(model, planning.move(model.view, model.seat, wish))

    def about_wish(self, model: ViewModel[Any], wish: str) -> str:
        """A few words about a wish, for its line in a menu; empty if there is nothing to say."""
        return ""

    def short_wish(self, model: ViewModel[Any], wish: str) -> str:
        """The label of a button for a likely wish, below the menu of its step; empty without one."""
        return ""

    def settling(self, model: ViewModel[Any], move: Any | None) -> ViewModel[Any]:
        """The model as if everybody had chosen, its seat (None: no seat) this move: it is made soon."""
        return model

    def ended(self, model: ViewModel[Any]) -> Content:
        """The winners, the ranking, and in words what each score is made of: its columns may have signs only.
        The adapter adds the revealed secret and **Rematch**."""
        notes, made = self.notes(model), "\n".join(final.told(spoken(model), self.key))
        texts = (won(model, f"{self.key}.panel.won"), *self.notes(spoken(model)), made)
        return Content(texts, (final.ranking(model, self.key, notes),))

    def notes(self, model: ViewModel[Any]) -> Sequence[str]:
        """What stands below the ranking: which rule has broken a tie; from the game's sentences, if any."""
        said = getattr(self.sentences, "notes", None)
        return said(model) if said else ()


class TurnSentences(Sentences, Protocol):
    """The words of a game in turn: whose turn it is, what has happened, which rule has broken a tie."""

    def headline(self, model: ViewModel[Any]) -> str: ...
    def report(self, model: ViewModel[Any], events: Iterable[Any]) -> Sequence[str]: ...
    def notes(self, model: ViewModel[Any]) -> Sequence[str]: ...


class TurnPresenter(Presenter, Protocol):
    """A presenter of a game in turn: turns are told as stories, and who is not to move only watches."""

    sentences: ClassVar[TurnSentences]  # type: ignore[assignment]
    pictures: ClassVar[tuple[Callable[[Any], Drawing], Callable[[Any], Drawing]]]
    """From a model to what everybody sees and to what its seat sees."""

    def turn(self, model: ViewModel[Any], choice: steps.Choice) -> Panel:
        """The panel of the seat that is to move."""
        ...

    def panel(self, model: ViewModel[Any], choice: steps.Choice) -> Panel:
        if model.seat != model.view.active or model.view.phase == "over":
            return watching(self.sentences.headline(spoken(model)), self.pictures[1](model))
        return self.turn(model, choice)

    def frames(self, model: ViewModel[Any]) -> tuple[Frame, ...]:
        return self.told(model, model.events)

    def told(self, model: ViewModel[Any], news: Iterable[Any]) -> tuple[Frame, ...]:
        """The public picture with the story of some events; nothing where these have none."""
        story = self.sentences.report(spoken(model), news)
        return (Frame(self.pictures[0](model), "\n".join(story), self.caption(model)),) if story else ()

    def news(self, model: ViewModel[Any]) -> str:
        return "\n".join(self.sentences.report(spoken(model), model.events))

    def settled(self, model: ViewModel[Any]) -> Content:
        """That the turn is over; nobody is asked by message in these games."""
        return Content((self.sentences.headline(spoken(model)),))


_PRESENTERS: dict[str, Presenter] = {}


def register(presenter: Presenter) -> None:
    """Makes a game's presenter known; a game's cog calls it when it is loaded."""
    _PRESENTERS[presenter.key] = presenter


def presenter_of(key: str) -> Presenter:
    """The presenter of a game; `KeyError` if its cog is not loaded."""
    return _PRESENTERS[key]


def has_presenter(key: str) -> bool:
    """Whether the cog of a game is loaded."""
    return key in _PRESENTERS


def always(move: Move, how: How) -> Legacy:
    """A control of older versions that carried nothing: it always meant this move."""
    return lambda view, rest, values: Pick("", move, how=how)


def watching(text: str, picture: Drawing) -> Panel:
    """The panel of a seat that owes nothing at the moment, with **Refresh**."""
    return Panel((text,), (picture,), refresh=True)


def won(model: ViewModel[Any], key: str) -> str:
    """How it ended, by the sentence `<key>`, `<key>_shared`, `<key>_alone` or `<key>_lost`."""
    assert model.outcome is not None, "asked only once the game is over"
    places, scores = model.outcome.places, model.outcome.scores
    first = [Seat(seat) for seat, place in enumerate(places) if place == min(places)]
    if len(places) == 1:
        ending = "alone" if places[0] == 1 else "lost"
    else:
        ending = "shared" if places.count(1) > 1 else "won"
    sentence = f"{key}_{ending}" if f"{key}_{ending}" in model.words else key
    best, names = scores[first[0]], waiting(spoken(model), tuple(first))
    return model.words(sentence, names=names, n=best, points=signed(best))


def waiting(model: ViewModel[Any], seats: tuple[Seat, ...]) -> str:
    """The names of the seats that owe a decision, as a list in words."""
    return model.words.all_of(model.names[seat] for seat in seats)
