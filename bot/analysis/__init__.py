"""What can be learned from a finished game: every decision judged by what its seat could know then.

A chance is the expected share of the win: 1 for the only winner, a half each for two. Alone it is the chance
to reach the target of the variant (a rival without a seat, a printed limit), or where there is none, a better
result than the hard level reaches on average. All chances of a verdict, those of the other seats too, follow
from the view of the seat that decides: none of them tells anything that this seat could not know.
"""

from bot.analysis.analyser import Analyser, Made
from bot.analysis.chances import reached
from bot.analysis.judge import Judge, mark_of, reason
from bot.analysis.verdicts import VERSION, Analysis, Mark, Verdict

__all__ = [
    "VERSION",
    "Analyser",
    "Analysis",
    "Judge",
    "Made",
    "Mark",
    "Verdict",
    "mark_of",
    "reached",
    "reason",
]
