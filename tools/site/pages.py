"""Copies the pages into the layout of the site, and adapts their Markdown to MkDocs.

The sources are written for GitHub. Four things differ in MkDocs:

- A page can only link to a page of the site. So each linked file outside docs/ becomes a page below project/.
- An HTML comment above a fence, such as the mark of a block, can break the fence in a list.
- Python-Markdown nests a list or a fence at four columns, CommonMark at the column of the item's text.
- Python-Markdown needs an empty line before a list and before a table.
"""

import html
import os
import posixpath
import re
from pathlib import Path

FENCE = re.compile(r"( *)(`{3,}|~{3,})(.*)")
ITEM = re.compile(r"( *)([-*+]|\d+[.)])( +)")
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"(?<=\]\()(?P<inline>[^)\s]+)(?=[)\s])"
                  r"|(?m:^\[[^\]]+\]: +)(?P<reference>\S+)"
                  r"|<[a-z][^>]*?\s(?:src|srcset|href)=\"(?P<html>[^\"]+)\"")
IMAGES = {".svg", ".png"}
LANGUAGES = {".java": "java", ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".go": "go", ".py": "python", ".sh": "sh"}
# Pages about this project itself. The search shows them after those for its users.
SECOND_IN_SEARCH = ("docs/decisions/", "docs/explanation/change-", "docs/explanation/simulator-traps.md", "docs/reader-questions.md")
# A table of test cases, which contains most of the words for which readers search.
NOT_IN_SEARCH = "docs/explanation/conformance.md"
NOT_SHOWN = {".git", "target", "dist", "node_modules"}


def blocks(markdown):
    """Returns pairs (is code, text) for the fenced blocks and the text between them, each with its last newline."""
    found, text, fence = [], [], None
    for line in markdown.splitlines(keepends=True):
        opening = FENCE.match(line)
        if fence is None and opening:
            if text:
                found.append((False, "".join(text)))
            text, fence = [line], opening.group(2)
        elif fence is not None and line.strip() == fence:
            text.append(line)
            found.append((True, "".join(text)))
            text, fence = [], None
        else:
            text.append(line)
    if text:
        found.append((fence is not None, "".join(text)))
    return found


def outside_code(markdown, change):
    """Returns the page with each part that is neither a fenced block nor a code span changed by this function."""
    result = []
    for is_code, text in blocks(markdown):
        if is_code:
            result.append(text)
            continue
        end = 0
        for span in CODE.finditer(text):
            result += [change(text[end:span.start()]), span.group()]
            end = span.end()
        result.append(change(text[end:]))
    return "".join(result)


def without_comments(markdown):
    """Removes the HTML comments that begin a line. One in a code span is an example."""
    return "".join(text if is_code else re.sub(r"(?ms)^ *<!--.*?-->\n", "", text) for is_code, text in blocks(markdown))


def nested_at_four(markdown):
    """Returns the page with everything in a list indented by four columns for each level, and with the empty lines that
    Python-Markdown needs."""
    columns, result, before = [], [], ""
    for is_code, text in blocks(markdown):
        if is_code:
            lines = text.splitlines()
            indent = len(FENCE.match(lines[0]).group(1))
            while columns and indent < columns[-1]:
                columns.pop()
            result += [(" " * (4 * len(columns)) + line[min(indent, len(line) - len(line.lstrip(" "))):]).rstrip() for line in lines]
            before = lines[-1]
            continue
        for line in text.splitlines():
            if not line.strip():
                result.append("")
                before = ""
                continue
            indent = len(line) - len(line.lstrip(" "))
            item = ITEM.match(line)
            # A line of a paragraph may start further left than the item to which it belongs.
            if not before or item or line.startswith(("#", "|", "<")):
                while columns and indent < columns[-1]:
                    columns.pop()
            alone = not columns and before and not before.startswith("#")
            if alone and item and not ITEM.match(before) and item.group(2) in "-*+1.":
                result.append("")
            if alone and line.startswith("|") and not before.startswith("|"):
                result.append("")
            result.append(" " * (4 * len(columns)) + (line[columns[-1]:] if columns and indent >= columns[-1] else line.lstrip() if columns else line))
            if item:
                columns.append(item.end())
            before = line
    return "\n".join(result) + "\n"


def pipes_in_code(markdown):
    """Returns the page with `a\\|b` in tables as `a|b`: Python-Markdown shows the backslash."""
    return "".join(
        text if is_code else re.sub(r"(?m)^ *\|.*$", lambda row: CODE.sub(lambda span: span.group().replace("\\|", "|"), row.group()), text)
        for is_code, text in blocks(markdown))


def title_and_purpose(markdown):
    """Returns the title of a page and its first paragraph on one line, without links and code marks."""
    match = re.match(r"\s*# (.+)\n\s*((?:(?![#|`>\n]).+\n?)*)", markdown)
    if not match:
        return None, None
    purpose = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", " ".join(match.group(2).split()))
    return match.group(1), purpose.replace("`", "")


class Pages:
    """The files of a site, from the pages in docs/ and the files to which they lead."""

    def __init__(self, root):
        self.root = Path(root)
        self.problems = []
        self._waiting = []
        self._known = set()

    def copy(self, target):
        """Writes all files of the site below this folder."""
        for file in sorted((self.root / "docs").rglob("*")):
            if file.suffix in IMAGES or file.suffix == ".md":
                self._add(file.relative_to(self.root).as_posix())
        for source in re.findall(r"(?m)^ *- .*: project/(\S+\.md)$", (self.root / "mkdocs.yml").read_text()):
            self._add(source)
        while self._waiting:
            source = self._waiting.pop(0)
            destination = Path(target, self.place(source))
            destination.parent.mkdir(parents=True, exist_ok=True)
            file = self.root / source
            if source == "changes":
                destination.write_text(self._changes())
            elif file.is_dir():
                destination.write_text(self._listing(source))
            elif file.suffix in IMAGES:
                destination.write_bytes(file.read_bytes())
            elif file.suffix == ".md":
                destination.write_text(self.page(source, file.read_text()))
            else:
                destination.write_text(self._file(source, file.read_text()))

    def place(self, source):
        """Returns the path in the site of a file of the project."""
        file = self.root / source
        inside = source.startswith("docs/") and (file.suffix == ".md" or file.suffix in IMAGES)
        place = source.removeprefix("docs/") if inside else "project/" + source
        if file.is_dir():
            return place + "/README.md"
        return place if file.suffix == ".md" or file.suffix in IMAGES else place + ".md"

    def page(self, source, markdown):
        text = without_comments(markdown)
        title, purpose = title_and_purpose(text)
        if title is None:
            self.problems.append(f"{source}: found no title in the first line, expected \"# TITLE\": add one")
        text = outside_code(pipes_in_code(nested_at_four(text)), lambda part: LINK.sub(lambda link: self._rewritten(source, link), part))
        head = f"description: {quoted(purpose)}\n" if purpose else ""
        if source == NOT_IN_SEARCH:
            head += "search:\n  exclude: true\n"
        elif source.startswith(SECOND_IN_SEARCH) or not source.startswith("docs/"):
            head += "search:\n  boost: 0.3\n"
        return f"---\n{head}---\n{text}" if head else text

    def _add(self, source):
        if source not in self._known:
            self._known.add(source)
            self._waiting.append(source)

    def _rewritten(self, source, link, shown_in=None):
        address = link.group(link.lastgroup)
        start = link.start(link.lastgroup) - link.start()
        return link.group()[:start] + self._address(source, address, shown_in or source) + link.group()[start + len(address):]

    def _address(self, source, address, shown_in):
        if re.match(r"[a-z][a-z0-9+.-]*:|#|//", address):
            return address
        path, hash_, anchor = address.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        file = self.root / target
        if target.startswith("..") or not file.exists():
            self.problems.append(f"{source}: found a link to {address}, expected a file of this project: correct the link")
            return address
        if file.is_dir() and (file / "README.md").exists():
            target += "/README.md"
        self._add(target)
        return posixpath.relpath(self.place(target), posixpath.dirname(self.place(shown_in)) or ".") + hash_ + anchor

    def _changes(self):
        """Returns one page of all change files, whose links start at the root of the project."""
        lines = ["---\nsearch:\n  exclude: true\n---\n# Unreleased changes\n", "This page lists the changes since the last release that users can see.\n"]
        for file in sorted((self.root / "changes").glob("[!R]*.md")):
            lines.append("- " + file.read_text().strip().removeprefix("- ").replace("\n", "\n  "))
        text = nested_at_four("\n".join(lines))
        return outside_code(text, lambda part: LINK.sub(lambda link: self._rewritten("CHANGELOG.md", link, "changes"), part))

    def _listing(self, source):
        lines = [f"---\nsearch:\n  exclude: true\n---\n# {source}/\n", f"The files of the folder `{source}`.\n"]
        for file in sorted((self.root / source).iterdir()):
            if file.name in NOT_SHOWN:
                continue
            if file.is_dir():
                lines.append(f"- `{file.name}/`")
            else:
                child = f"{source}/{file.name}"
                self._add(child)
                lines.append(f"- [`{file.name}`]({posixpath.relpath(self.place(child), posixpath.dirname(self.place(source)))})")
        return "\n".join(lines) + "\n"

    @staticmethod
    def _file(source, text):
        language = LANGUAGES.get(os.path.splitext(source)[1], "text")
        fence = "`" * max([3] + [len(ticks) + 1 for ticks in re.findall(r"`+", text)])
        return f"---\nsearch:\n  exclude: true\n---\n# {source}\n\nThis file of the project, as it was when this site was built.\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n"


def quoted(text):
    return '"' + html.unescape(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
