"""Positions with questions, and how an answer is judged: what lessons and puzzles are made of."""

from quincunx.lessons.judge import Judgement, Opened, judge, open_study
from quincunx.lessons.position import BadStudy, reach

__all__ = ["BadStudy", "Judgement", "Opened", "judge", "open_study", "reach"]
