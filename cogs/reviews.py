"""What people of a server write about a game: reviews, notes by topic, replies, and thanks for them."""

from bot.discord import catalog
from bot.discord.channels import manages, server_of
from bot.discord.content import (
    Button,
    Content,
    CustomId,
    Entry,
    Field,
    Form,
    Menu,
    Row,
    chosen,
    number,
    page_of,
    pager,
)
from bot.discord.layout import NAME
from bot.discord.rate_limit import POST, spend
from bot.discord.router import Call, at_once, on, one_of, prepare
from bot.games.contract import Refusal
from bot.store.remarks import Remark, RemarkKind, Written
from bot.tables.reviews import TOPICS
from bot.text import Words, cut, one_line, plain, stamp

LONGEST, LONGEST_REPLY = 500, 200
"""Characters of a review or note, and of a reply."""
ON_PAGE, REPLIES_ON_PAGE = 3, 6
"""So many stay below the length of a message, whatever signs they are made of."""
GRADES = range(1, 11)
_LABEL = 60


async def _title(call: Call, guild: int, game: str) -> str:
    title = await call.tables.shelf.title(guild, game)
    return title.name if title else catalog.name(game, call.words)


def button(game: str, speak: Words) -> Button:
    """A way to what is written about a game."""
    return Button("review.list", speak("review.button"), f"{game}/{RemarkKind.REVIEW}/new/0")


# A topic of a game -------------------------------------------------------------------------------------


@on("review.list")
async def _listed(call: Call) -> Content:
    game, _, rest = call.id.rest.partition("/")
    kind, _, rest = rest.partition("/")
    order, _, at = rest.partition("/")
    return await about(call, game, call.value if call.values else kind, order, number(at))


async def about(call: Call, game: str, kind: str, order: str = "new", at: int = 0) -> Content:
    """A page of what people wrote about a game. Refusals: shelf_in_server, no_such_title."""
    guild, speak, topic = server_of(call, "shelf_in_server"), call.words, RemarkKind(one_of(TOPICS, kind))
    order = "best" if order == "best" else "new"
    found = await call.tables.reviews.about(guild, call.person.id, game, topic, best=order == "best")
    shown, at, pages = page_of(found.remarks, at, ON_PAGE)
    title = speak(f"review.title.{topic}", game=plain(await _title(call, guild, game)))
    texts = [_entry(each, found.replies.get(each.remark.id, 0), speak) for each in shown]
    here = f"{game}/{topic}"
    topics = (Entry(speak(f"review.topic.{each}"), each.value) for each in TOPICS)
    rows: list[Row] = [Menu("review.list", speak("review.topics"), chosen(topics, topic.value), game)]
    if shown:
        entries = tuple(Entry(_label(each), str(each.remark.id)) for each in shown)
        rows.append(Menu("review.show", speak("review.menu"), entries))
        other = "new" if order == "best" else "best"
        beside = pager("review.list", speak, at, pages, f"{here}/{order}/")
        order_by = Button("review.list", speak(f"review.order.{other}"), f"{here}/{other}/0")
        rows += [(*beside, order_by)] if len(found.remarks) > 1 else []
    write = await _writing(call, guild, game, topic)
    rows.append((write, Button("shelf.page", speak("review.back"), game)))
    return Content((title, *(texts or (speak(f"review.none.{topic}"),))), rows=tuple(rows))


def _entry(each: Written, replies: int, speak: Words) -> str:
    """A review or note with its author, what it says, and what others did about it."""
    small = [speak(f"review.{key}", n=n) for key, n in (("thanked", each.thanks), ("replied", replies)) if n]
    foot = f"\n-# {' · '.join(small)}" if small else ""
    return f"{_head(each, speak)}\n{plain(each.remark.body)}{foot}"


def _head(each: Written, speak: Words) -> str:
    grade = speak("review.grade", grade=each.remark.grade) if each.remark.grade else ""
    parts = (f"**{plain(cut(each.name, NAME))}**", grade, stamp(each.remark.at, "D"))
    return " · ".join(filter(None, parts))


def _label(each: Written) -> str:
    return cut(one_line(f"{each.name} · {each.remark.body}"), _LABEL)


# One of them, with its replies -------------------------------------------------------------------------


@on("review.show")
async def _shown(call: Call) -> Content:
    which, _, at = (call.value if call.values else call.id.rest).partition("/")
    return await one(call, number(which), number(at))


async def one(call: Call, which: int, at: int = 0) -> Content:
    """A review or note with a page of its replies. Refusals: shelf_in_server, no_such_remark."""
    guild, speak = server_of(call, "shelf_in_server"), call.words
    thread = await call.tables.reviews.thread(guild, call.person.id, which)
    top = thread.top.remark
    replies, at, pages = page_of(thread.replies, at, REPLIES_ON_PAGE)
    title = speak(f"review.title.{top.kind}", game=plain(await _title(call, guild, top.game)))
    lines = [f"> {_head(each, speak)}\n> {plain(each.remark.body)}" for each in replies]
    rows: list[Row] = []
    may = manages(call, guild)
    own = [each for each in replies if each.remark.user == call.person.id or may]
    if own:
        entries = tuple(Entry(_label(each), str(each.remark.id)) for each in own)
        rows.append(Menu("review.change", speak("review.change"), entries))
    buttons = [_replying(call, top)]
    if top.user == call.person.id:
        buttons.append(_editing(call, top))
    else:
        way, label = ("off", "review.unthank") if thread.thanked else ("on", "review.thank")
        buttons.append(Button("review.thank", speak(label), f"{top.id}/{way}", style="success"))
    if top.user == call.person.id or may:
        buttons.append(Button("review.remove", speak("review.remove"), str(top.id), style="danger"))
    rows.append(tuple(buttons))
    rows.append(
        (
            *pager("review.show", speak, at, pages, f"{top.id}/"),
            Button("review.list", speak("review.back"), f"{top.game}/{top.kind}/new/0"),
        )
    )
    entry = _entry(thread.top, len(thread.replies), speak)
    return Content((title, entry, "\n".join(lines)), rows=tuple(rows))


@on("review.change")
async def _change(call: Call) -> Content:
    """A reply of the person's own, or of anybody for who manages the server: to edit it or to remove it."""
    guild, speak = server_of(call, "shelf_in_server"), call.words
    which = number(call.value if call.values else call.id.rest)
    thread = await call.tables.reviews.thread(guild, call.person.id, which)
    found = next((each for each in thread.replies if each.remark.id == which), None)
    if found is None:
        raise Refusal("no_such_remark")
    own = found.remark.user == call.person.id
    if not own and not manages(call, guild):
        raise Refusal("not_author")
    buttons = [_editing(call, found.remark)] if own else []
    buttons.append(Button("review.remove", speak("review.remove"), str(which), style="danger"))
    buttons.append(Button("review.show", speak("review.back"), str(thread.top.remark.id)))
    return Content((f"{_head(found, speak)}\n{plain(found.remark.body)}",), rows=(tuple(buttons),))


@on("review.thank")
async def _thank(call: Call) -> Content:
    which, _, way = call.id.rest.partition("/")
    guild, given = server_of(call, "shelf_in_server"), way == "on"
    await call.tables.reviews.thank(guild, call.person.id, number(which), given=given)
    return await one(call, number(which))


@on("review.remove")
async def _remove(call: Call) -> Content:
    """Asks first, with the text and whose it is: its replies go with it."""
    guild, speak = server_of(call, "shelf_in_server"), call.words
    text, _, sure = call.id.rest.partition("/")
    which, may = number(text), manages(call, guild)
    thread = await call.tables.reviews.thread(guild, call.person.id, which)
    top = thread.top.remark
    if not sure:
        found = next(each for each in (thread.top, *thread.replies) if each.remark.id == which)
        replies = len(thread.replies) if found is thread.top else 0
        ask = speak("review.remove.about", n=replies) if replies else speak("review.remove.alone")
        yes = Button("review.remove", speak("review.remove.yes"), f"{which}/yes", style="danger")
        back = Button("review.show", speak("review.back"), str(top.id))
        return Content((_entry(found, 0, speak), ask), rows=((yes, back),))
    await call.tables.reviews.remove(guild, call.person.id, which, manager=may)
    return await about(call, top.game, top.kind) if which == top.id else await one(call, top.id)


# Writing -----------------------------------------------------------------------------------------------


async def _writing(call: Call, guild: int, game: str, kind: RemarkKind) -> Button:
    """A button to the form of a new note or of the person's only review of the game."""
    known = None
    if kind is RemarkKind.REVIEW:
        known = await call.tables.reviews.own_review(guild, call.person.id, game)
    rest, speak = f"{game}/{kind}", call.words
    fields = _fields(kind, known, speak)
    form = Form("review.written", speak(f"review.topic.{kind}"), fields, rest)
    prepare(call, CustomId("review.write", rest=rest), form)
    label = speak("review.edit") if known else speak(f"review.write.{kind}")
    return Button("review.write", label, rest, style="primary")


def _fields(kind: RemarkKind, known: Remark | None, speak: Words) -> tuple[Field, ...]:
    longest = LONGEST_REPLY if kind is RemarkKind.REPLY else LONGEST
    body = known.body if known else ""
    text = Field("body", speak("review.form.body"), body, longest=longest, several_lines=True)
    if kind is not RemarkKind.REVIEW:
        return (text,)
    return Field("grade", speak("review.form.grade"), str(known.grade) if known else "", longest=2), text


def _replying(call: Call, top: Remark) -> Button:
    speak, rest = call.words, str(top.id)
    form = Form("review.replied", speak("review.reply"), _fields(RemarkKind.REPLY, None, speak), rest)
    prepare(call, CustomId("review.reply", rest=rest), form)
    return Button("review.reply", speak("review.reply"), rest, style="primary")


def _editing(call: Call, known: Remark) -> Button:
    speak, rest = call.words, str(known.id)
    form = Form("review.edited", speak("review.edit"), _fields(known.kind, known, speak), rest)
    prepare(call, CustomId("review.edit", rest=rest), form)
    return Button("review.edit", speak("review.edit"), rest)


@on("review.write", answers=at_once)
async def _write(call: Call) -> Content:
    game, _, kind = call.id.rest.partition("/")
    return await about(call, game, kind)


@on("review.reply", answers=at_once)
async def _reply(call: Call) -> Content:
    return await one(call, number(call.id.rest))


@on("review.edit", answers=at_once)
async def _edit(call: Call) -> Content:
    return await one(call, number(call.id.rest))


@on("review.written")
async def _written(call: Call) -> Content:
    spend(call, POST)
    game, _, kind = call.id.rest.partition("/")
    guild, topic = server_of(call, "shelf_in_server"), RemarkKind(one_of(TOPICS, kind))
    grade = _grade(call) if topic is RemarkKind.REVIEW else 0
    body, now = _body(call, LONGEST), call.app.now()
    await call.tables.reviews.post(Remark(0, guild, game, call.person.id, topic, body, now, grade))
    return await about(call, game, topic)


@on("review.replied")
async def _replied(call: Call) -> Content:
    spend(call, POST)
    guild, body = server_of(call, "shelf_in_server"), _body(call, LONGEST_REPLY)
    top = await call.tables.reviews.reply(guild, call.person.id, number(call.id.rest), body)
    return await one(call, top, MOST_PAGES)


@on("review.edited")
async def _edited(call: Call) -> Content:
    spend(call, POST)
    guild, which = server_of(call, "shelf_in_server"), number(call.id.rest)
    grade = _grade(call) if "grade" in call.fields else 0
    await call.tables.reviews.edit(guild, call.person.id, which, grade, _body(call, LONGEST))
    return await one(call, which)


MOST_PAGES = 99
"""Leads to the last page."""


def _grade(call: Call) -> int:
    """The grade that was typed, in digits of any width. Refusal: bad_grade."""
    typed = one_line(call.fields.get("grade", ""))
    grade = int(typed) if typed.isdecimal() else 0
    if grade not in GRADES:
        raise Refusal("bad_grade")
    return grade


def _body(call: Call, longest: int) -> str:
    """The text that was typed, on one line. Refusal: nothing_written."""
    body = cut(one_line(call.fields.get("body", "")), longest)
    if not body:
        raise Refusal("nothing_written")
    return body
