"""Facts of CLDR about our languages. Generated from babel by `make types`; do not edit."""

from __future__ import annotations

from typing import Final

from quincunx.texts.formats import Condition, Language

# fmt: off
LANGUAGES: Final[dict[str, Language]] = {
    "de": Language(
        locale="de",
        plurals={
            "one": (
                (Condition(0, ((1, 1),), True),),
            ),
        },
        pair='{0} und {1}',
        start='{0}, {1}',
        middle='{0}, {1}',
        end='{0} und {1}',
        decimal=',',
        group='.',
        durations={
            "year": {'one': '{0} Jahr', 'other': '{0} Jahre'},
            "month": {'one': '{0} Monat', 'other': '{0} Monate'},
            "week": {'one': '{0} Woche', 'other': '{0} Wochen'},
            "day": {'one': '{0} Tag', 'other': '{0} Tage'},
            "hour": {'one': '{0} Stunde', 'other': '{0} Stunden'},
            "minute": {'one': '{0} Minute', 'other': '{0} Minuten'},
            "second": {'one': '{0} Sekunde', 'other': '{0} Sekunden'},
        },
    ),
    "en": Language(
        locale="en_GB",
        plurals={
            "one": (
                (Condition(0, ((1, 1),), True),),
            ),
        },
        pair='{0} and {1}',
        start='{0}, {1}',
        middle='{0}, {1}',
        end='{0} and {1}',
        decimal='.',
        group=',',
        durations={
            "year": {'one': '{0} year', 'other': '{0} years'},
            "month": {'one': '{0} month', 'other': '{0} months'},
            "week": {'one': '{0} week', 'other': '{0} weeks'},
            "day": {'one': '{0} day', 'other': '{0} days'},
            "hour": {'one': '{0} hour', 'other': '{0} hours'},
            "minute": {'one': '{0} minute', 'other': '{0} minutes'},
            "second": {'one': '{0} second', 'other': '{0} seconds'},
        },
    ),
    "es": Language(
        locale="es",
        plurals={
            "many": (
                (Condition(0, ((0, 0),), False), Condition(1000000, ((0, 0),), True),),
            ),
            "one": (
                (Condition(0, ((1, 1),), True),),
            ),
        },
        pair='{0} y {1}',
        start='{0}, {1}',
        middle='{0}, {1}',
        end='{0} y {1}',
        decimal=',',
        group='.',
        durations={
            "year": {'one': '{0} año', 'other': '{0} años'},
            "month": {'one': '{0} mes', 'other': '{0} meses'},
            "week": {'one': '{0} semana', 'other': '{0} semanas'},
            "day": {'one': '{0} día', 'other': '{0} días'},
            "hour": {'one': '{0} hora', 'other': '{0} horas'},
            "minute": {'one': '{0} minuto', 'other': '{0} minutos'},
            "second": {'one': '{0} segundo', 'other': '{0} segundos'},
        },
    ),
    "fr": Language(
        locale="fr",
        plurals={
            "many": (
                (Condition(0, ((0, 0),), False), Condition(1000000, ((0, 0),), True),),
            ),
            "one": (
                (Condition(0, ((0, 0), (1, 1)), True),),
            ),
        },
        pair='{0} et {1}',
        start='{0}, {1}',
        middle='{0}, {1}',
        end='{0} et {1}',
        decimal=',',
        group='\u202f',
        durations={
            "year": {'one': '{0}\xa0an', 'other': '{0} ans'},
            "month": {'one': '{0}\xa0mois', 'other': '{0}\xa0mois'},
            "week": {'one': '{0}\xa0semaine', 'other': '{0}\xa0semaines'},
            "day": {'one': '{0}\xa0jour', 'other': '{0}\xa0jours'},
            "hour": {'one': '{0}\xa0heure', 'other': '{0}\xa0heures'},
            "minute": {'one': '{0} minute', 'other': '{0} minutes'},
            "second": {'one': '{0}\xa0seconde', 'other': '{0}\xa0secondes'},
        },
    ),
    "it": Language(
        locale="it",
        plurals={
            "many": (
                (Condition(0, ((0, 0),), False), Condition(1000000, ((0, 0),), True),),
            ),
            "one": (
                (Condition(0, ((1, 1),), True),),
            ),
        },
        pair='{0} e {1}',
        start='{0}, {1}',
        middle='{0}, {1}',
        end='{0} e {1}',
        decimal=',',
        group='.',
        durations={
            "year": {'one': '{0} anno', 'other': '{0} anni'},
            "month": {'one': '{0} mese', 'other': '{0} mesi'},
            "week": {'one': '{0} settimana', 'other': '{0} settimane'},
            "day": {'one': '{0} giorno', 'other': '{0} giorni'},
            "hour": {'one': '{0} ora', 'other': '{0} ore'},
            "minute": {'one': '{0} minuto', 'other': '{0} minuti'},
            "second": {'one': '{0} secondo', 'other': '{0} secondi'},
        },
    ),
    "nl": Language(
        locale="nl",
        plurals={
            "one": (
                (Condition(0, ((1, 1),), True),),
            ),
        },
        pair='{0} en {1}',
        start='{0}, {1}',
        middle='{0}, {1}',
        end='{0} en {1}',
        decimal=',',
        group='.',
        durations={
            "year": {'one': '{0} jaar', 'other': '{0} jaar'},
            "month": {'one': '{0} maand', 'other': '{0} maanden'},
            "week": {'one': '{0} week', 'other': '{0} weken'},
            "day": {'one': '{0} dag', 'other': '{0} dagen'},
            "hour": {'one': '{0} uur', 'other': '{0} uur'},
            "minute": {'one': '{0} minuut', 'other': '{0} minuten'},
            "second": {'one': '{0} seconde', 'other': '{0} seconden'},
        },
    ),
    "zh": Language(
        locale="zh_Hans",
        plurals={
        },
        pair='{0}和{1}',
        start='{0}、{1}',
        middle='{0}、{1}',
        end='{0}和{1}',
        decimal='.',
        group=',',
        durations={
            "year": {'other': '{0}年'},
            "month": {'other': '{0}个月'},
            "week": {'other': '{0}周'},
            "day": {'other': '{0}天'},
            "hour": {'other': '{0}小时'},
            "minute": {'other': '{0}分钟'},
            "second": {'other': '{0}秒钟'},
        },
    ),
}
