"""Lessons and puzzles: positions with questions, and the judging of answers."""

from quincunx.lessons.judge import Judgement, Opened, judge, open_study
from quincunx.lessons.position import BadStudy, reach

__all__ = ["BadStudy", "Judgement", "Opened", "judge", "open_study", "reach"]
