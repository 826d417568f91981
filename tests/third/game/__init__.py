"""Trio: a game that is in the tests alone. It has a hidden hand, a die, two or three seats, and draws.

1. The pack has twelve cards, numbered 1 to 12.
2. Two or three play, each for themselves. A random seat starts, unless a seat was agreed on.
3. The pack is shuffled, and each seat is dealt three cards, which no other player sees. The others
   are not used.
4. On your turn the die is rolled. Then you do one of two things:
   4.1 play a card: it scores its number, but no more than twice what the die shows;
   4.2 pass, which each player may do once in a game, or as often as was agreed on.
5. A player without cards has no more turns.
6. When all cards are played the highest total wins. If two seats or more have it, the game is drawn.
"""
