"""Opens the built site in a browser without a network, and takes pictures of a few pages."""

import functools
import http.server
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

SITE = Path(__file__).resolve().parents[2] / "dist" / "site"
PICTURES = SITE.parent / "site-pictures"
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PICTURED = {"home": "index.html", "install": "how-to/install.html", "flags": "reference/flags.html", "node": "explanation/node-controller.html",
            "explain": "how-to/explain-a-node.html"}

# Returns the texts whose contrast to their background is below that of WCAG 2.2, level AA.
CONTRAST = """() => {
  const rgba = text => { const c = text.match(/[\\d.]+/g).map(Number); return c.length < 4 ? [...c, 1] : c }
  const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1)
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b }
  const found = new Map(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement
    if (!text || !element.checkVisibility({opacityProperty: true, visibilityProperty: true}) || element.closest('script,style,noscript,svg,.headerlink')) continue
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    const style = getComputedStyle(element), layers = []
    let opacity = 1
    for (let e = element; e; e = e.parentElement) { const s = getComputedStyle(e); layers.push(rgba(s.backgroundColor)); opacity *= Number(s.opacity) }
    const ground = layers.reverse().reduce((below, layer) => over(layer, below), rgba(getComputedStyle(document.body).backgroundColor))
    const colour = rgba(style.color); colour[3] *= opacity
    const [a, b] = [light(over(colour, ground)), light(ground)], ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700
    if (ratio < (large ? 3 : 4.5)) found.set(element.tagName + '.' + element.className, `${ratio.toFixed(2)} for "${text.slice(0, 40)}" (${style.color})`)
  }
  return [...found].map(([where, what]) => `contrast ${what} in ${where}`)
}"""

# Returns the elements that make the page wider than the window.
WIDTH = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [`the page is ${document.documentElement.scrollWidth} pixels wide, expected ${innerWidth}`]"""


class Look:
    def __init__(self, browser, version, base):
        self.browser, self.version, self.base = browser, version, base
        self.problems = []

    def page(self, scheme, size):
        context = self.browser.new_context(color_scheme=scheme, viewport=size)
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and not self._is_expected(page) and self.problems.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: self.problems.append(f"{page.url}: {error}"))
        context.route("**/*", self._only_own)
        return page

    @staticmethod
    def _is_expected(page):
        """A browser refuses versions.json to a page that was opened as a file; the page then shows no list of versions."""
        return page.url.startswith("file:")

    def _only_own(self, route):
        if route.request.url.startswith((self.base, "data:", "blob:")):
            route.continue_()
        else:
            self.problems.append(f"found a request to {route.request.url}, expected none to another place than the site")
            route.abort()

    def open(self, page, path):
        page.goto(f"{self.base}/{self.version}/{path}", wait_until="load")

    def every_page(self, scheme, size):
        page = self.page(scheme, size)
        for file in sorted((SITE / self.version).rglob("*.html")):
            path = file.relative_to(SITE / self.version).as_posix()
            self.open(page, path)
            shown = page.evaluate("document.body.dataset.mdColorScheme")
            if shown != {"light": "default", "dark": "slate"}[scheme]:
                self.problems.append(f"{path}: found the scheme {shown} in a {scheme} system")
            for problem in page.evaluate(WIDTH) + page.evaluate(CONTRAST):
                self.problems.append(f"{path}, {scheme}, {size['width']} wide: {problem}")
        page.context.close()

    def pictures(self, scheme, size):
        page = self.page(scheme, size)
        for name, path in PICTURED.items():
            self.open(page, path)
            page.locator(".md-version").wait_for()
            page.screenshot(path=PICTURES / f"{name}-{scheme}-{size['width']}.png")
        self.search(page)
        self.problems += [f"search, {scheme}, {size['width']} wide: {problem}" for problem in page.evaluate(CONTRAST)]
        page.screenshot(path=PICTURES / f"search-{scheme}-{size['width']}.png")
        page.context.close()

    def search(self, page):
        self.open(page, "index.html")
        # A narrow window shows a button instead of the field.
        button = page.locator("label[for=__search].md-header__button")
        if button.is_visible():
            button.click()
        page.locator("input[name=query]").fill("taint")
        # The search loads its index at the first key and ignores keys until then.
        page.wait_for_function("""() => {
          document.querySelector("input[name=query]").dispatchEvent(new Event("keyup"))
          return document.querySelector(".md-search-result__item a")
        }""", polling=200)

    def toggle(self):
        page = self.page("light", WIDE)
        self.open(page, "index.html")
        seen = []
        for _ in range(3):
            page.locator("form[data-md-component=palette] label:visible").click()
            seen.append(page.evaluate("document.body.dataset.mdColorScheme"))
        if seen != ["default", "slate", "default"]:
            self.problems.append(f"the switch of the scheme showed {seen}, expected default, slate and that of the system")
        page.context.close()


def main(version):
    if not (SITE / version / "index.html").exists():
        print(f"site: dist/site/{version} is missing: run make docs-site first", file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_):
            """The browser ends requests of a page that it leaves."""

    with Server(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE)) as server, sync_playwright() as programs:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = programs.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
        served = Look(browser, version, f"http://127.0.0.1:{server.server_address[1]}")
        for scheme in ("light", "dark"):
            for size in (WIDE, NARROW):
                served.pictures(scheme, size)
            served.every_page(scheme, NARROW)
        served.every_page("light", WIDE)
        served.toggle()
        as_files = Look(browser, version, SITE.as_uri())
        as_files.search(as_files.page("light", WIDE))
        browser.close()
        server.shutdown()
    problems = sorted(set(served.problems + as_files.problems))
    for problem in problems:
        print("site: " + problem, file=sys.stderr)
    print(f"site: {len(problems)} problems; the pictures are in {PICTURES.relative_to(SITE.parents[1])}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
