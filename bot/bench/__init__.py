"""`python -m bot bench`: speed, sizes and memory of every game and of the bot, beside their targets."""
