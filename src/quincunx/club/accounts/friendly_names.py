"""Friendly names for people who have not said theirs, in their own language. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple


class _Words(NamedTuple):
    """The words of a language. Every mood fits every animal, in gender too."""

    pattern: str
    moods: str
    animals: str


_WORDS: Final[Mapping[str, _Words]] = {
    "en": _Words(
        "{mood} {animal}",
        """Amber Bold Bright Calm Clever Copper Curious Gentle Golden Happy Honest Jolly Keen Kind
        Lively Lucky Mellow Merry Misty Noble Patient Proud Quick Quiet Rosy Sandy Silver Sunny
        Swift Tidy Velvet Witty""",
        """Badger Beaver Bison Cricket Crane Dolphin Falcon Finch Fox Gecko Hare Hedgehog Heron Ibex
        Kestrel Lark Lynx Magpie Marten Newt Otter Owl Panda Puffin Raven Robin Seal Sparrow Stork
        Swan Tern Wren""",
    ),
    "it": _Words(
        "{animal} {mood}",
        """abile agile audace brillante celeste costante dolce felice fedele forte gentile
        nobile paziente sagace tenace vivace veloce""",
        """Airone Allodola Aquila Castoro Cicogna Cigno Delfino Falco Fenicottero Foca Gabbiano Gufo
        Istrice Lepre Lince Lontra Martora Merlo Orso Panda Passero Puffino Riccio Rondine
        Scoiattolo Stambecco Tasso Usignolo Volpe""",
    ),
    "es": _Words(
        "{animal} {mood}",
        """alegre amable audaz brillante celeste constante dulce feliz fiel fuerte gentil leal noble
        paciente sagaz tenaz valiente veloz ágil hábil""",
        """Alondra Cigüeña Cisne Colibrí Delfín Erizo Foca Garza Gaviota Gorrión Grulla Halcón Jilguero
        Lechuza Liebre Lince Marta Mirlo Nutria Oso Panda Petirrojo Tejón Zorro Águila""",
    ),
    "fr": _Words(
        "{animal} {mood}",
        """agile aimable alerte brave calme fidèle habile honnête intrépide modeste noble rapide sage
        sincère sociable tenace tranquille""",
        """Alouette Blaireau Castor Cigogne Cygne Dauphin Faucon Grillon Grue Hermine Hibou Hérisson
        Hirondelle Lièvre Loutre Lynx Martre Merle Mésange Panda Phoque Pinson Renard Rossignol""",
    ),
    "de": _Words(
        "{mood} {animal}",
        """Aufgeweckter Bunter Flinker Freundlicher Froher Geduldiger Goldener Heiterer Kluger Kühner
        Lustiger Munterer Mutiger Ruhiger Sanfter Schlauer Schneller Silberner Stiller Stolzer
        Wacher Witziger""",
        """Biber Dachs Delfin Falke Fink Fuchs Hase Igel Kauz Kiebitz Kranich Luchs Marder Otter Panda
        Rabe Reiher Seehund Spatz Specht Steinbock Storch Schwan""",
    ),
    "nl": _Words(
        "{mood} {animal}",
        """Blije Dappere Eerlijke Geduldige Gouden Handige Kalme Kleurige Levendige Montere Nobele
        Rustige Slimme Snelle Stille Trotse Vlugge Vriendelijke Vrolijke Wijze Zachte Zilveren""",
        """Bever Das Dolfijn Egel Ekster Haas Kraanvogel Kievit Lepelaar Lynx Marter Merel Mus Ooievaar
        Otter Panda Raaf Reiger Roodborst Specht Steenbok Uil Valk Vink Vos Zeehond Zwaan""",
    ),
    "zh": _Words(
        "{mood}的{animal}",
        "快乐 机灵 勇敢 温柔 安静 活泼 聪明 幸运 好奇 耐心 敏捷 从容 开朗 诚实 风趣 金色 银色 阳光",
        "狐狸 水獭 猫头鹰 海豚 熊猫 刺猬 松鼠 白鹤 天鹅 燕子 百灵 喜鹊 雪貂 河狸 羚羊 海豹 鸳鸯 山雀",
    ),
}


def friendly_name(language: str, pick: Callable[[Sequence[str]], str]) -> str:
    """Return a name in this language, or in English. ``pick`` takes one of several words at random."""
    pattern, moods, animals = _WORDS.get(language, _WORDS["en"])
    return pattern.format(mood=pick(moods.split()), animal=pick(animals.split()))
