"""Names of files as they stand in prose, told from names in code (`config.timeout`, `console.log`)."""

from pathlib import PurePosixPath

_EXTENSIONS = (
    "md|markdown|txt|rst|csv|tsv|json|jsonl|ya?ml|toml|ini|cfg|conf|py|pyi|ipynb|jsx?|tsx?|mjs|cjs|vue|svelte|sh|bash|ps1|"
    "bat|rb|go|rs|java|kt|cs?|h|cpp|hpp|php|sql|html?|css|scss|xml|svg|png|jpe?g|gif|webp|pdf|docx?|xlsx?|pptx?|zip|tar|"
    "gz|log|lock|diff|patch|bak|tf|hcl|proto|graphql|swift|scala|lua|tex|erb|example|tmpl|j2|sum|mod|gradle|plist|"
    "env|tmp|temp|gitignore|dockerignore|editorconfig|gitattributes|npmrc|htaccess|bashrc|zshrc|"
    "old|orig|db|sqlite|woff2?|ttf|mp[34]|wav|ico|jar|whl|crt|pem|map|ics|rtf|odt|ods|epub|eml|http|feature|adoc"
)
_NOT_FILES = (
    r"(?!(?:(?:node|next|vue|react|express|three|nuxt|ember|backbone|d3|p5|chart|moment|"
    r"deno)\.js\b|(?:console|math|logger|log|window|process|np|this|self|e)\.\w))"
)
PATH = (
    rf"`?(?<![\w*/.{{}}-]){_NOT_FILES}(?P<path>(?:[\w@.-]+/)*(?:\.?[\w@-][\w@.-]*)?\.(?:{_EXTENSIONS})|"
    r"(?:[\w@.-]+/)*(?-i:Dockerfile|Makefile|LICENSE|README|CHANGELOG))`?(?![\w/]|\.\w|\()"
)
"""A file's name or path, with or without backticks, as the group `path`."""


def is_same_path(known: str, said: str) -> bool:
    """Return whether one path is the end of the other, part by part; an extension may be left out."""
    mine, theirs = PurePosixPath(known), PurePosixPath(said.lstrip("/"))
    shorter = min(len(mine.parts), len(theirs.parts))
    if shorter and mine.parts[-shorter:] == theirs.parts[-shorter:]:
        return True
    return theirs.suffix == "" and len(theirs.parts) == 1 and mine.stem == theirs.name
