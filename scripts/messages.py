"""Extract the translatable texts of the site and check the translation catalogs.

scripts/messages.py update   adds new texts to the catalogs and removes unused ones
scripts/messages.py check    fails if entries are missing, fuzzy or unused (part of `make check`)
"""

import string
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from community.i18n.catalogs import LANGUAGES, SOURCE_LANGUAGE, catalog_path, read_catalog

ROOT = Path(__file__).resolve().parent.parent
METHODS = [
    ("community/cli/demo/**", "ignore"),
    ("community/**.py", "python"),
    ("assets/**.js", "javascript"),
    ("assets/**.jsx", "javascript"),
]
KEYWORDS = {
    "_": None,
    "gettext": None,
    "noop": None,
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "plural_text": (1, 2),
}


def main(command: str) -> None:
    """Run the command `update` or `check`. Exit with a list of problems, if there are any."""
    extracted = extract_messages()
    if command == "update":
        for language in list_translated_languages():
            update_catalog(language, extracted)
    problems = [
        f"{language}: {problem}"
        for language in list_translated_languages()
        for problem in find_catalog_problems(read_catalog(language), extracted)
    ]
    if problems:
        sys.exit("\n".join([*problems, f"{len(problems)} problems in the catalogs."]))


def list_translated_languages() -> list[str]:
    return [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


def extract_messages() -> Catalog:
    """Return a catalog of all translatable texts of the site, in the order of the files."""
    catalog = Catalog(project="Community")
    extracted = extract_from_dir(
        ROOT, METHODS, keywords=KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    )
    for file, line, message, comments, context in extracted:
        catalog.add(message, None, [(file, line)], auto_comments=comments, context=context)
    return catalog


def update_catalog(language: str, extracted: Catalog) -> None:
    catalog = read_catalog(language)
    catalog.update(extracted, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    with catalog_path(language).open("wb") as file:
        # Leave out line numbers, because they would change with every edit of the code.
        write_po(file, catalog, width=100, sort_output=True, include_lineno=False)


def find_catalog_problems(catalog: Catalog, extracted: Catalog) -> Iterator[str]:
    """Yield the problems of a translation catalog, compared with the extracted texts."""
    wanted = {get_message_key(message) for message in extracted if message.id}
    translated = {get_message_key(message) for message in catalog if message.id}
    yield from (f"missing: {text!r}" for text in sorted(map(str, wanted - translated)))
    yield from (f"unused: {text!r}" for text in sorted(map(str, translated - wanted)))
    yield from (f"obsolete: {text!r}" for text in catalog.obsolete)
    for message in catalog:
        if message.id and get_message_key(message) in wanted:
            yield from find_message_problems(message, catalog.num_plurals)


def get_message_key(message: Message) -> tuple[str, ...]:
    return (*filter(None, [message.context]), *to_tuple(message.id))


def find_message_problems(message: Message, plurals: int) -> Iterator[str]:
    sources, strings = to_tuple(message.id), to_tuple(message.string)
    if message.fuzzy:
        yield f"fuzzy: {sources[0]!r}"
    if not all(strings) or (message.pluralizable and len(strings) != plurals):
        yield f"untranslated: {sources[0]!r}"
        return
    allowed = set().union(*map(find_placeholders, sources))
    needed = set.intersection(*map(find_placeholders, sources))
    for text in strings:
        if not needed - {"n"} <= find_placeholders(text) <= allowed:
            yield f"placeholders differ: {sources[0]!r} and {text!r}"


def to_tuple(texts: str | Sequence[str] | None) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts or ())


def find_placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


if __name__ == "__main__":
    main(sys.argv[1])
