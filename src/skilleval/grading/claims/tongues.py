"""Quantities in German, French and Spanish: number words and the nouns that have counters."""

from collections.abc import Iterator
from dataclasses import dataclass

import regex

_NUMBERS = {
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
    "elf": 11, "zwölf": 12, "ein dutzend": 12,
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10,
    "onze": 11, "douze": 12, "une dizaine": 10, "une douzaine": 12,
    "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10,
    "doce": 12, "una docena": 12,
}  # fmt: skip
"""From two on: "ein", "un" and "uno" are articles."""
_NOUNS = {
    "line": "zeilen?|lignes?|líneas?|lineas?",
    "row": "datenzeilen?|rangées?|filas?",
    "data row": r"zeilen? daten|lignes? de données|filas? de datos|líneas? de datos",
    "column": "spalten?|colonnes?|columnas?",
    "word": "wörter|wort(?:e)?|mots?|palabras?",
    "section": "abschnitte?n?|kapitel|sections?|chapitres?|secciones|sección|apartados?",
    "paragraph": "absätze?n?|absatz|paragraphes?|párrafos?",
    "step": "schritte?n?|étapes?|pasos?",
    "item": "punkte?n?|aufzählungspunkte?n?|listenpunkte?n?|points?|puces?|puntos?|viñetas?",
    "entry": "einträge?n?|eintrag|entrées?|entradas?",
    "error": "fehler|fehlermeldungen|erreurs?|errores|error",
    "warning": "warnungen?|avertissements?|advertencias?|avisos?",
    "function": "funktionen?|fonctions?|funciones|función",
    "class": "klassen?|classes?|clases?",
    "heading": "überschriften?|titres?|títulos?|encabezados?",
    "key": "schlüssel|clés?|claves?",
    "question": "fragen?|questions?|preguntas?",
    "clause": "klauseln?|clauses?|cláusulas?",
    "record": "datensätze?n?|enregistrements?|registros?",
}
_HOLD = (
    r"(?:hat|haben|enthält|enthalten|umfasst|besteht aus|zählt|gibt es|sind|weist|mit|"
    r"a|ont|contient|contiennent|compte|comporte|comprend|il y a|avec|possède|se compose de|"
    r"tiene|tienen|contiene|contienen|hay|consta de|incluye|con|cuenta con|son)"
)
_ADVERBS = (
    r"(?:(?:insgesamt|genau|nur|noch|etwa|auch|en tout|exactement|seulement|au total|également|en total|"
    r"exactamente|"
    r"solo|sólo|también|un total de|au total de)\s+)*"
)
_SAID = regex.compile(
    rf"(?:\b{_HOLD}|,|\b(?:und|et|y|e))\s+{_ADVERBS}(?P<number>\d+|"
    rf"{'|'.join(_NUMBERS)})\s+(?P<noun>\p{{L}}+(?: de (?:données|datos))?)"
    r"(?=(?P<after>[^.,;:]*))",
    regex.IGNORECASE,
)
_FOREIGN = regex.compile(
    r"\b(?:der|die|das|und|ist|sind|eine?|nicht|es|le|la|les|et|est|des|une?|el|los|las|y|es|una|del|que)\b",
    regex.IGNORECASE,
)
_ENGLISH = regex.compile(r"\b(?:the|and|is|are|of|this|that|has|have|with|it)\b", regex.IGNORECASE)
_CLOSED = regex.compile(
    r"^\s*(?:$|und\b|et\b|y\b|sans l['’]en-tête|hors|ohne|sin |in der datei|dans le fichier|en el archivo|"
    r"insgesamt|en tout|en total|au total|auf\b)",
    regex.IGNORECASE,
)


@dataclass(frozen=True)
class Said:
    """A number of things; the noun in English where it is known, else as it was said."""

    number: int
    noun: str
    span: tuple[int, int]


def is_foreign(sentence: str) -> bool:
    """Return whether a sentence is more likely in one of these languages than in English."""
    return len(_FOREIGN.findall(sentence)) > len(_ENGLISH.findall(sentence))


def quantities(sentence: str) -> Iterator[Said]:
    """Yield the quantities of a sentence in German, French or Spanish; nothing of an English one."""
    if not is_foreign(sentence):
        return
    for found in _SAID.finditer(sentence):
        if not _CLOSED.match(found["after"]):
            continue
        number = found["number"].lower()
        yield Said(
            int(number) if number.isdigit() else _NUMBERS[number],
            english_of(found["noun"]),
            (found.start("number"), found.end("noun")),
        )


def english_of(noun: str) -> str:
    """Return the English noun, in the singular, or the noun itself."""
    plain = noun.lower()
    return next((english for english, forms in _NOUNS.items() if regex.fullmatch(forms, plain)), noun)
