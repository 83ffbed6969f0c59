"""Checks a built site: links, anchors, images, headings, and that no page loads anything from another host."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {("script", "src"), ("img", "src"), ("img", "srcset"), ("source", "srcset"), ("source", "src"), ("iframe", "src"),
         ("embed", "src"), ("object", "data"), ("video", "src"), ("audio", "src"), ("input", "src"), ("use", "href")}

# Addresses in the scripts of the theme, and why no page of this site loads them.
NOT_LOADED = {
    "https://unpkg.com/mermaid@": "only on pages with a Mermaid diagram; the check reports these",
    "https://unpkg.com/resize-observer-polyfill": "only in a browser without ResizeObserver, the last of which is of 2020",
    "https://bit.ly/2s3ChXG": "part of a message of the search",
    "https://api.github.com/": "only with the setting repo_url, which this site does not use",
    "http://www.w3.org/": "a namespace, not an address",
    "https://www.w3.org/": "a namespace, not an address",
}


class Page(HTMLParser):
    """What a page defines and refers to."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads, self.headings, self.problems = set(), [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        self.anchors.update(value for key, value in attributes if key == "id" or (tag == "a" and key == "name"))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "html" and not names.get("lang"):
            self.problems.append("the page names no language")
        if tag == "img" and not names.get("alt"):
            self.problems.append(f"the image {names.get('src')} has no text for readers who do not see it")
        if "mermaid" in (names.get("class") or "").split():
            self.problems.append("a Mermaid diagram loads its program from another host: draw an SVG")
        for key, value in attributes:
            if tag == "link" and key == "href" and not {"canonical", "next", "prev", "alternate"} & set((names.get("rel") or "").split()):
                self.loads.append(value)
            elif (tag, key) in LOADS:
                self.loads += [part.split()[0] for part in value.split(",")] if key == "srcset" else [value]
            elif key in ("href", "action"):
                self.links.append(value or "")


def check(site):
    """Returns the problems of the site below this folder, and its links to other sites with the pages that have them."""
    site = Path(site)
    pages = {file: Page(file.read_text()) for file in sorted(site.rglob("*.html"))}
    problems, external = [], {}
    for file, page in pages.items():
        name = file.relative_to(site).as_posix()
        problems += [f"{name}: {problem}" for problem in page.problems + outline(page.headings)]
        for address in page.loads:
            if is_external(address):
                problems.append(f"{name}: the page loads {address}, expected a file of the site")
            else:
                problems += internal(site, pages, file, address)
        for address in page.links:
            if is_external(address):
                external.setdefault(address, set()).add(name)
                if not well_formed(address):
                    problems.append(f"{name}: found the address {address}, expected https:// and a host, or mailto:")
            else:
                problems += internal(site, pages, file, address)
    for file in sorted(site.rglob("*.css")):
        for address in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')\s]+)", file.read_text()):
            problems.append(f"{file.relative_to(site)}: the style sheet loads {address}, expected a file of the site")
    for file in sorted(site.rglob("*.js")):
        if file.name == "search_index.js":
            continue
        script = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        for address in re.findall(r"https?://[\w.-]+[\w@./-]*", script):
            if not address.startswith(tuple(NOT_LOADED)):
                problems.append(f"{file.relative_to(site)}: the script contains {address}: find out whether a page loads it")
    if not pages:
        problems.append("found no page")
    return problems, external


def is_external(address):
    return bool(re.match(r"[a-z][a-z0-9+.-]*:|//", address))


def well_formed(address):
    if address.startswith("mailto:"):
        return "@" in address
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    return parts.scheme == "https" and "." in (parts.hostname or "") and port != 0 and not re.search(r"[\s<>\"{}|\\^`]", address)


def internal(site, pages, file, address):
    name = file.relative_to(site).as_posix()
    if address.startswith("/"):
        return [f"{name}: found the absolute address {address}, expected a relative one"]
    path, _, anchor = address.partition("#")
    target = (file.parent / unquote(path.partition("?")[0])).resolve() if path else file
    if target.is_dir():
        target = target / "index.html"
    if not target.is_relative_to(site.resolve()) or not target.exists():
        return [f"{name}: found a link to {address}, expected a file of the site"]
    if anchor and target in pages and unquote(anchor) not in pages[target].anchors:
        return [f"{name}: found a link to {address}, but the page has no such anchor"]
    return []


def outline(headings):
    problems = [] if headings.count(1) == 1 else [f"found {headings.count(1)} titles, expected one"]
    for before, after in zip(headings, headings[1:]):
        if after > before + 1:
            problems.append(f"a heading of level {after} follows one of level {before}")
    return problems
