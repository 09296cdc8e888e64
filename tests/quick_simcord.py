"""simcord made quick: settling looks again when something has happened instead of every few milliseconds,
what is to run at once, which settling sees in the loop, goes untracked, and the database of a simulated bot
answers in the loop instead of from threads. Importing this module is enough."""

import asyncio
import marshal
import pickle
from collections.abc import Callable
from contextvars import Context
from functools import partial
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary, ref

from aiosqlite import core
from simcord import Env, _dpy_internals, _runtime, _settlement, components, gateway, results
from simcord._runtime import _BOT_SCOPE
from simcord.backend import serializers
from simcord.http import router

PEEK = 0.01
"""Seconds after which work outside the event loop is looked at again, if it has not called until then."""
TURNS = 1_000
"""Turns of the loop after which settling looks at the clock, however much there is to do."""

_waiting: WeakKeyDictionary[asyncio.AbstractEventLoop, set[asyncio.Future[None]]] = WeakKeyDictionary()
"""By loop: what ends when a thread calls; a timer that goes off may settle beside the test."""
_resting: WeakKeyDictionary[asyncio.Task[Any], Any] = WeakKeyDictionary()
"""What a task at rest was found to wait for: until that is done it need not be looked at again."""
_settling: WeakKeyDictionary[asyncio.AbstractEventLoop, int] = WeakKeyDictionary()
"""By loop: how many let it turn, each of which has one turn to be done."""


def copied(value: Any) -> Any:
    """A deep copy; what Discord is sent and answers is data, which C copies much faster, and fastest where
    it is plain."""
    try:
        return marshal.loads(marshal.dumps(value))
    except ValueError:
        return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


async def _settle(
    env: Env,
    *,
    timeout: float | None = None,  # noqa: ASYNC109 - simcord's own name
    idle: float = PEEK,
    dispatch: str | None = None,
    _deadline: float | None = None,
) -> None:
    """`Env.settle` returns once every task of the bot is at rest; what is stuck simcord itself words, and it
    looks after timers that go off by themselves."""
    loop = asyncio.get_running_loop()
    deadline = _deadline or loop.time() + (env.settle_timeout if timeout is None else timeout)
    env._last_dispatch = dispatch
    while loop.time() < deadline:
        advancing = env._real_advance_task or env._advance_task
        if advancing not in (None, asyncio.current_task()):
            break
        if await _at_rest(env, loop, deadline):
            return
        await _call_of_a_thread(loop)
    await _patiently(env, idle=PEEK, dispatch=dispatch, _deadline=deadline)


async def _at_rest(env: Env, loop: asyncio.AbstractEventLoop, deadline: float) -> bool:
    _settlement._run_due_virtual_callbacks(env._settlement_state(), deadline)
    await _nothing_ready(loop)
    state = env._settlement_state()
    if env._work.executors:
        return False
    for task in _settlement._owned_tasks(state):
        waiter = getattr(task, "_fut_waiter", None)
        if waiter is not None and not waiter.done() and _resting.get(task) is waiter:
            continue
        _settlement._virtualize_recognized_waits(state, [task])
        reason = _settlement._park_reason(state, task, deadline)
        if reason is None:
            return False
        if reason != "composed external wait":  # that may end while what is waited for stays the same
            _resting[task] = waiter
    callbacks = _settlement._active_callbacks(state)
    return all(_settlement._callback_is_parked(state, each, deadline) for each in callbacks)


async def _nothing_ready(loop: asyncio.AbstractEventLoop) -> None:
    """Lets the loop turn until nothing but settling like this one is left to be done."""
    _settling[loop] = _settling.get(loop, 0) + 1
    try:
        await asyncio.sleep(0)
        for _ in range(TURNS):
            if len(loop._ready) < _settling[loop]:  # type: ignore[attr-defined]
                break
            await asyncio.sleep(0)
    finally:
        _settling[loop] -= 1


async def _call_of_a_thread(loop: asyncio.AbstractEventLoop) -> None:
    """Waits until a thread calls; a moment only, since timers and sockets call nobody."""
    waiter = loop.create_future()
    _waiting.setdefault(loop, set()).add(waiter)
    others = len(loop._ready) > _settling.get(loop, 0)  # type: ignore[attr-defined]
    soon = loop.time() + (0 if others else PEEK)
    peek = asyncio.BaseEventLoop.call_at(loop, soon, _go_on, {waiter})  # type: ignore[arg-type]
    try:
        await waiter
    finally:
        peek.cancel()
        _waiting[loop].discard(waiter)


def _go_on(waiters: set[asyncio.Future[None]]) -> None:
    for waiter in waiters:
        if not waiter.done():
            waiter.set_result(None)


def _call_soon_threadsafe(
    loop: asyncio.BaseEventLoop, callback: Callable[..., object], *args: Any, context: Any = None
) -> asyncio.Handle:
    handle = _call(loop, callback, *args, context=context)
    if waiters := _waiting.get(loop):
        _call(loop, _go_on, waiters)
    return handle


def _hooked(env: Env) -> None:
    """Has what is to run at once scheduled by `_call_soon`."""
    _hook(env)
    loop, runtime = env._loop, env._runtime
    assert loop is not None
    assert runtime is not None
    for name in ("call_soon", "call_soon_threadsafe"):
        setattr(loop, name, partial(_call_soon, env, env._generation, getattr(runtime, name)))


def _call_soon(
    env: Env,
    generation: int,
    schedule: Any,
    callback: Any,
    *args: Any,
    context: Context | None = None,
) -> asyncio.Handle:
    """Settling sees in the loop what is to run at once: of that only its failure is kept, and one that
    resumes a task fails nowhere but in the task."""
    if isinstance(getattr(callback, "__self__", None), asyncio.Task):
        return schedule(callback, *args, context=context)
    scope = _BOT_SCOPE.get()
    if context is not None:
        carried = context.get(_BOT_SCOPE)
        scope = carried if scope is None else scope
        if carried is not scope:
            context = env._context_for_scope(context, scope)
    if scope is None or scope != (env, generation):
        return schedule(callback, *args, context=context)
    return schedule(_told, env._record_error, callback, *args, context=context)


def _told(record_error: Callable[[BaseException], None], callback: Callable[..., object], *args: Any) -> None:
    try:
        callback(*args)
    except BaseException as error:
        record_error(error)
        raise


def _task(
    work: _runtime._WorkState, task: asyncio.Task[Any], generation: int, label: str, *told: Any
) -> None:
    """Tracks a task; one that ends without an error has nothing to be inspected."""
    owner = _runtime._current_task()
    work.tasks[task] = _runtime._TaskRecord(generation, label, owner and ref(owner))

    def done(task: asyncio.Task[Any]) -> None:
        if task.cancelled() or task._exception is None:  # type: ignore[attr-defined]
            work.tasks.pop(task, None)
        else:
            told[0].call_soon(work.inspect_task, task, work.tasks.get(task), *told)

    task.add_done_callback(done)


def _monotonic() -> float:
    """The time of whoever asks, which the loop does in each turn."""
    scope = _BOT_SCOPE.get()
    if scope is not None:
        env, generation = scope
        if env._started and env._runtime is not None and env._generation == generation:
            return env._virtual_time
    return _now()


class _InTheLoop:
    """Stands for the thread of a database and its queue: the loop does in its next turn what is asked."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = asked
        if future is None:
            function()
        else:
            future.get_loop().call_soon(self._answer, future, function)

    @staticmethod
    def _answer(future: asyncio.Future[Any], function: Callable[[], Any]) -> None:
        try:
            core.set_result(future, function())
        except BaseException as error:  # noqa: BLE001 - it is for whoever asked
            core.set_exception(future, error)

    def start(self) -> None:
        """Nothing has to be started."""


def _connection(connection: core.Connection, *given: Any, **named: Any) -> None:
    _connect(connection, *given, **named)
    if _BOT_SCOPE.get() is not None:
        connection._tx = connection._thread = _InTheLoop()  # type: ignore[assignment]


_connect = core.Connection.__init__
core.Connection.__init__ = _connection  # type: ignore[method-assign]
_now = _dpy_internals._REAL_MONOTONIC
_dpy_internals._clock_monotonic = _monotonic
_hook = _runtime._acquire_executor_hooks
_runtime._acquire_executor_hooks = _hooked
_runtime._WorkState.track_task = _task  # type: ignore[assignment, method-assign]
_call = asyncio.BaseEventLoop.call_soon_threadsafe
_patiently = Env._settle_internal
asyncio.BaseEventLoop.call_soon_threadsafe = _call_soon_threadsafe  # type: ignore[assignment, method-assign]
Env._settle_internal = _settle  # type: ignore[assignment, method-assign]
for module in (router, gateway):
    module.copy = SimpleNamespace(deepcopy=copied)  # type: ignore[attr-defined]
for module in (components, results, serializers):
    module.deepcopy = copied  # type: ignore[attr-defined]
