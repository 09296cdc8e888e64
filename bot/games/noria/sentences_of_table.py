"""What things of Noria are called in a reader's language, and all that lies on the table, line by line."""

from collections.abc import Iterable, Iterator

from bot.games.contract import Seat
from bot.games.noria.box import BOX, CHAMBERS, PATHS, TOP, Bundle, Chamber, Kind, Ring
from bot.games.noria.costs import knowledge_costs, opponents_above, units_for
from bot.games.noria.facts import bot_factories, standing, visitors
from bot.games.noria.moves import Chain
from bot.games.noria.rival import increases
from bot.games.noria.state import Island, NoriaView, Owner, level_on, value
from bot.games.noria.wheel import ACTIVE, Wheel, at, discs_on
from bot.text import Words, signed
from bot.view_model import ViewModel, capital

Noria = ViewModel[NoriaView]


def listed(parts: Iterable[str], words: Words) -> str:
    """Things one after the other, as in a list; nothing where there are none."""
    return words.listed(parts) or words("noria.text.nothing")


def disc(kind: str, words: Words) -> str:
    """The name of a kind of disc."""
    return words(f"noria.disc.{kind.lower()}")


def slot(where: str, kind: str, words: Words) -> str:
    """A slot with what lies in it: `M1 journey`."""
    return words("noria.text.slot", slot=where, disc=disc(kind, words))


def on(wheel: Wheel, where: str, words: Words) -> str:
    """A slot of a wheel with what lies in it, the slot alone if it is empty."""
    there = at(wheel, where)
    return slot(where, there.kind, words) if there else where


def chain(wheel: Wheel, move: Chain, words: Words) -> str:
    """The discs of a chain in their order, with what is doubled and what a bonus disc names."""
    found = [on(wheel, where, words) for where in move.slots]
    if move.double:
        place = move.slots.index(move.double)
        found[place] = words("noria.sum.twice", disc=found[place])
    if move.targets:
        found[0] = f"{found[0]} → {' + '.join(move.targets)}"
    return " – ".join(found)


def kind(one: Kind, words: Words) -> str:
    """The name of a resource or a good."""
    return words(f"noria.kind.{one}")


def count(number: int, one: Kind, words: Words) -> str:
    """So many of one kind: `2 energy`."""
    return words(f"noria.count.{one}", n=number)


def bundle(heap: Bundle, words: Words) -> str:
    """What a heap holds: `2 energy, 1 sail`."""
    return listed([count(number, one, words) for one, number in heap.items()], words)


def path(one: Chamber, words: Words) -> str:
    """The name of a path, and of the chamber below it."""
    return words(f"noria.score.{one.lower()}")


chamber = path


def ring(one: Ring, words: Words) -> str:
    """The name of a ring."""
    return words(f"noria.ring.{one.lower()}")


def island(number: int, words: Words) -> str:
    """The name of an island: its number."""
    return words("noria.text.island", n=number)


def letter(one: str, round: int, words: Words) -> str:
    """What a letter of the bot does in a round."""
    action = "increase" if increases(one, round) else "ship" if one == "A" else one.lower()
    return words(f"noria.letter.{action}")


def who(model: Noria, owner: Owner) -> str:
    """The name of a player, or the bot."""
    return model.words("noria.text.bot") if owner == "bot" else model.names[owner]


def cost_lines(model: Noria) -> list[str]:
    """What knowledge buys today."""
    view = model.view
    if not view.round or view.phase == "over":
        return []
    shift, swap, politics = knowledge_costs(view).values()
    return [model.words("noria.text.costs", politics=politics, shift=shift, swap=swap)]


def market_line(model: Noria) -> str:
    """Every pile with its price and what is left of it."""
    words = model.words
    free = words("noria.text.free")
    piles = [
        words("noria.text.pile", disc=disc(pile.disc, words), price=pile.price or free, left=pile.left)
        for pile in model.view.market
    ]
    return words("noria.text.market", piles=listed(piles, words))


def player_lines(model: Noria, *, key: str = "player") -> list[str]:
    """A line for each player: points, knowledge, stock, ships, factories, empty warehouses; the bot with its
    points and factories. With the key `player_short`: points, knowledge and stock alone."""
    return [*(_player(model, Seat(seat), key) for seat in range(model.view.seats)), *bot_lines(model)]


def _player(model: Noria, seat: Seat, key: str = "player") -> str:
    player, words = model.view.players[seat], model.words
    owned = {"stock": bundle(player.stock, words), "ships": bundle(player.ships, words)}
    counts = {"knowledge": player.knowledge, "factories": player.built}
    score = signed(model.view.scores[seat])
    line = words(f"noria.text.{key}", name=model.names[seat], score=score, **owned, **counts)
    if key == "player" and player.empty.total:
        return words("noria.text.empty", line=line, empty=bundle(player.empty, words))
    return line


def bot_lines(model: Noria) -> list[str]:
    """The bot's points and factories, in the solo mode."""
    view = model.view
    if view.bot is None or view.bot_score is None:
        return []
    score = signed(view.bot_score)
    return [model.words("noria.text.bot_line", score=score, factories=bot_factories(view))]


def path_lines(model: Noria) -> Iterator[str]:
    """A line for each path: who stands on which level, and what the next level costs each of them."""
    view, words = model.view, model.words
    for one in PATHS:
        levels = [
            words("noria.text.level", name=who(model, owner), level=level_on(levels, one))
            for owner, levels in standing(view)
        ]
        costs: list[str] = []
        for seat, player in enumerate(view.players):
            if (level := level_on(player.levels, one)) < TOP:
                cost = units_for(view.numbers, one, level + 1) + opponents_above(view, Seat(seat), one)
                costs.append(words("noria.text.cost", name=model.names[seat], n=cost))
        head = capital(path(one, words))
        line = words("noria.text.path_levels", path=head, levels=listed(levels, words))
        if costs:
            line = words("noria.text.path_costs", line=line, costs=listed(costs, words))
        yield line


def chamber_lines(model: Noria) -> Iterator[str]:
    """A line for each chamber: its value and where its politicians are."""
    chambers, words = model.view.chambers, model.words
    for one, seats in zip(CHAMBERS, chambers, strict=True):
        told = {"value": value(chambers, one), "upper": seats.upper, "lower": seats.lower}
        named = capital(chamber(one, words))
        yield words("noria.text.chamber", chamber=named, removed=seats.removed, **told)


def values_line(model: Noria) -> str:
    """The values of all chambers in one line."""
    view, words = model.view, model.words
    values = [
        words("noria.text.chamber_short", chamber=chamber(one, words), value=value(view.chambers, one))
        for one in CHAMBERS
    ]
    return words("noria.text.values", values=listed(values, words))


def island_lines(model: Noria) -> Iterator[str]:
    """A line for each island: its ships, its spots and their owners, who is there; how many are face down."""
    view, words = model.view, model.words
    yield words("noria.text.circle" if view.bot else "noria.text.islands")
    yield from [_island(model, here) for here in view.islands]
    if view.face_down:
        yield words("noria.text.face_down", n=view.face_down)


def _island(model: Noria, here: Island) -> str:
    words = model.words
    there = [who(model, owner) for owner in visitors(model.view, here.number)]
    guests = words("noria.text.ambassadors", names=words.all_of(there)) if there else ""
    spots, lines = zip(here.spots, BOX.islands[here.number].spots, strict=True), list[str]()
    for place, (owner, made) in enumerate(spots, start=1):
        what = count(*made, words) if owner is None else who(model, owner)
        lines.append(words("noria.text.spot", place=place, what=what))
    told = {"ships": bundle(here.fleet, words), "spots": listed(lines, words)}
    guests = guests or words("noria.text.no_ambassador")
    return words("noria.text.island_line", n=here.number, ambassadors=guests, **told)


def wheel_lines(model: Noria) -> list[str]:
    """The wheels of everybody, slot by slot, the active half first; the bot's is the last."""
    view, words = model.view, model.words
    lines = [_wheel(model, Seat(seat)) for seat in range(view.seats)]
    if view.bot:
        lines.append(words("noria.text.bot_wheel", **_halves(view.bot.wheel, words, letters=True)))
    return lines


def _wheel(model: Noria, seat: Seat) -> str:
    halves = _halves(model.view.players[seat].wheel, model.words)
    return model.words("noria.text.wheel", name=model.names[seat], **halves)


def _halves(wheel: Wheel, words: Words, *, letters: bool = False) -> dict[str, str]:
    halves: dict[bool, list[str]] = {True: [], False: []}
    for place, one in discs_on(wheel):
        side = one.kind if letters else disc(one.kind, words)
        side = words("noria.text.upgraded", disc=side) if one.upgraded else side
        halves[place in ACTIVE].append(words("noria.text.slot", slot=place, disc=side))
    return {"active": listed(halves[True], words), "inactive": listed(halves[False], words)}


def own_lines(model: Noria) -> list[str]:
    """What the reader owns, and the own wheel; for a spectator those of whoever's turn it is."""
    view = model.view
    seat = view.active if model.seat is None else model.seat
    return [_player(model, seat), _wheel(model, seat)]
