"""Values of the tables, in one place."""

from datetime import timedelta

LOBBY_OPEN = timedelta(days=7)
"""An untouched lobby closes by itself after this time, and the offer of one is forgotten."""

HEARTBEAT = timedelta(minutes=5)
"""So often the bot notes that it is alive; the health check allows for three of them."""

STIRRED = timedelta(days=6)
"""So often the thread of an active table is kept from falling asleep, which threads do after a week."""

ARCHIVED = timedelta(days=1)
"""So long after a game its thread stays open for a rematch and for the diary."""

DOUBTED = timedelta(days=7)
"""So long a clock that has jumped ahead may still be put back: nothing is deleted by its time before."""

KEPT = timedelta(days=2)
"""How long accepted interactions and delivered notices are remembered."""

VACATION = timedelta(days=60)
"""The longest vacation; the person who is away for longer leaves the table."""

RETRY = timedelta(minutes=1)
"""After trouble with the database the clock tries again."""

AGAIN = timedelta(hours=1)
"""After something went wrong at a table the clock looks there again."""

REMINDERS = (timedelta(hours=12), timedelta(hours=24), *[timedelta(hours=48)] * 3)
"""After how long a person who owes a decision is reminded: since it became due, then since the last one."""

SHORTLY = (timedelta(minutes=10), timedelta(hours=3))
"""The second warning comes when a quarter of the time is left that was left at the first one, but at least
the first and at most the second of these times before the deadline."""

EVENING = timedelta(minutes=30)
"""A warning that quiet hours hold back leaves at least so much time; where their end leaves less, it comes so
long before they begin."""

ONE_NIGHT = timedelta(hours=48)
"""With less time the first warning and the deadline may lie in the same quiet hours."""

PLANNED = (4, 40)
"""So many seconds, drawn from the secret of the table, a plan waits at least and at most until it is carried
out: as long as somebody who is there would take."""

PLANNED_NEXT = (3, 15)
"""The same for each further step in one post: who has begun a turn goes on sooner."""

LATE = timedelta(minutes=1)
"""A plan that is later than this, since the bot did not run meanwhile, waits anew: nobody else could have
decided at just the moment at which it started."""

GRACE = (0, 1, 3, 5, 10, 20, 30)
"""Seconds from the last of several secret choices to the reveal that can be chosen."""

HOLDS = (0, 2, 8, 24, 72, 168)
"""Hours that can be chosen for which the seat of a person who left is held."""

GRACE_ALONE = timedelta(seconds=1)
"""The longest for a person who plays with computers alone."""

COMPANY = 4
"""So many sit at a table, or as many as can, where somebody wants to play against computers at once."""

COMPANION = "normal"
"""The level of these computers."""

GENTLE = "easy"
"""The level of the computers in a game that somebody learns by."""

MISSED = 2
"""After so many missed deadlines in a row the table is asked what is to be done."""

ANSWERED = timedelta(days=2)
"""A vote that not everybody has answered by then is closed."""

WATCHERS = 25
"""So many people may watch a table: each has a message that is edited after every turn."""

MORNING = 4
"""The hour at which tonight is over."""

WEEK = timedelta(days=7)
"""So long a wish to play counts that is for this week."""

PRESENT = timedelta(hours=1)
"""The person who has just said what they want to play may be called, whatever the hour."""

CALLED = timedelta(hours=3)
"""The person who was called to play with others is not called again before this time."""

CALLED_TOGETHER = timedelta(hours=20)
"""The same people are not called for the same game before this time, even if they all say it again."""

CALLS_KEPT = timedelta(days=60)
"""So long it is remembered who was called together."""

GATHERED = REMINDERS[0]
"""A reminder also stands for those at the same person's other tables that would follow within this time."""

PUZZLE_HOUR = 18
"""The hour at which a puzzle is posted, where the server is at home."""

SHORTEST_PUZZLE = timedelta(days=3)
"""A puzzle can be answered for so long at least, also one that comes late."""

PUZZLES_KEPT = timedelta(days=730)
"""So long the answers to puzzles count in ratings and streaks; then they are deleted."""

GAME_PUZZLES = 2
"""Games of a server and of one kind that are looked through for a puzzle, or have one to come, at most."""

ABANDONED_DAYS = 90
"""So many days tables without a result are kept, unless the person who runs the bot says otherwise."""

CHALLENGES_KEPT = timedelta(days=365)
"""So long it is remembered who took a challenge that is over."""

CHALLENGE_HOUR = 10
"""The hour of its day at which a challenge of the week opens and the one before it closes."""

SHORTEST_CHALLENGE = timedelta(days=2)
"""Where a challenge opens so shortly before its day, it stays open for a week more."""

OPEN_CHALLENGES = 3
"""So many may be open in a server: its own one, and those that came from others."""

AUDITED = timedelta(days=365)
"""How long administrative acts are remembered."""

SHELVED = 200
"""Games of one server on the shelf of a person, at most."""

TITLES = 500
"""Games that people of one server have named, at most."""

REVIEWED = 300
"""Reviews, notes and replies that one person may have written in a server."""

REPLIES = 30
"""Replies to one review or note, at most."""

REVIEWS_READ = 100
"""Of the reviews or notes of one topic so many can be read, the newest or the best thanked."""

TOURNAMENTS = 10
"""Tournaments that may be open or under way in a server, and so many in each circle."""

PUBLIC_CIRCLES = 50
"""Public circles of a server. (Private ones are limited by person: their number is nobody's business.)"""

CIRCLES_JOINED = 20
"""Circles of one server to which a person may belong."""

CIRCLE_PEOPLE = 60
"""Members of a circle, at most."""

CIRCLE_INVITED = 30
"""Invitations to a circle that nobody has answered yet, at most."""

INVITED = timedelta(days=60)
"""So long an invitation to a circle counts."""

EVENINGS = 10
"""Evenings that may be to come or under way in a server."""

EVENINGS_OF_ONE = 3
"""The same of one person there."""

EVENING_SOON, EVENING_AHEAD = timedelta(minutes=5), timedelta(days=60)
"""So soon, and so far ahead, an evening may begin."""

EVENING_LASTS = timedelta(hours=4)
"""So long after it has begun an evening is over."""

DELETED = 20
"""Old tables that are deleted at one heartbeat, at most."""

EXPORTED = 8_000_000
"""Bytes of the file with what is kept about a person; Discord takes a little more."""

ANALYSED = (2, 6)
"""Analyses that are under way at once, at most: of one person, and in one server."""

LISTED = 200
"""Of the open tables of a server so many are listed, the newest."""

HOSTED = 25
"""Tables that one person may have open as host, on all servers."""

IN_CHANNEL = 10
"""Tables that may be open in a channel and its threads."""

COURSES = 8
"""Games that are remembered from beginning to end."""

REMEMBERED = 256
"""Moments of all tables that are kept decoded."""

RECALLED = 16
"""So many of the last moments of a game that had to be replayed are kept too: what comes next looks back."""
