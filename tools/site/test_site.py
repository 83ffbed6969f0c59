"""Tests of the code that builds the site. The build runs them first."""

import json
import tempfile
import unittest
from pathlib import Path

import links
from pages import Pages, nested_at_four, pipes_in_code, title_and_purpose, without_comments
from site_build import publish


class Markdown(unittest.TestCase):
    def test_marks_are_hidden_and_code_stays(self):
        self.assertEqual(without_comments("a\n   <!-- checked: A#b -->\n   ```\n<!-- x -->\n   ```\n<!--\nb\n-->\n`<!-- c -->`\n"),
                         "a\n   ```\n<!-- x -->\n   ```\n`<!-- c -->`\n")

    def test_a_fence_in_a_list_is_nested_at_four_columns(self):
        self.assertEqual(nested_at_four("1. a\n\n   ```\n     b\n   ```\n\n   c\n2. d\n   - e\n     f\n\ng\n"),
                         "1. a\n\n    ```\n      b\n    ```\n\n    c\n2. d\n    - e\n        f\n\ng\n")

    def test_a_paragraph_goes_on_below_its_item(self):
        self.assertEqual(nested_at_four("- a\nb\n\n  c\n"), "- a\n    b\n\n    c\n")

    def test_lists_and_tables_begin_after_an_empty_line(self):
        self.assertEqual(nested_at_four("a:\n- b\n- c\n\nd:\n| e |\n|---|\n"), "a:\n\n- b\n- c\n\nd:\n\n| e |\n|---|\n")

    def test_pipes_in_the_code_of_a_table(self):
        self.assertEqual(pipes_in_code("| `a\\|b` \\| c |\n`d\\|e`\n"), "| `a|b` \\| c |\n`d\\|e`\n")

    def test_the_first_line_says_what_a_page_is_for(self):
        self.assertEqual(title_and_purpose("# A `b`\n\nSee [c](d.md)\nand `e`.\n\nf\n"), ("A `b`", "See c and e."))
        self.assertEqual(title_and_purpose("a\n"), (None, None))


class Layout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name, "root")
        self.write("mkdocs.yml", "nav:\n  - About: project/README.md\n")
        self.write("README.md", "# About\n\n[Start](docs/README.md)\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def copied(self):
        pages = Pages(self.root)
        target = self.root.parent / "site"
        pages.copy(target)
        return pages.problems, {file.relative_to(target).as_posix(): file.read_text() for file in target.rglob("*.md")}

    def test_links_out_of_docs_lead_to_pages_of_the_site(self):
        self.write("docs/a/b.md", "# B\n\n[c](../../deploy/c.yaml) [d](../../deploy#x) ![e](e.svg) [f](https://f.org) [g](#g) `[h](h)`\n")
        self.write("docs/README.md", "# Start\n\nRead [b][1].\n\n[1]: a/b.md#c\n")
        self.write("docs/a/e.svg", "<svg/>")
        self.write("deploy/c.yaml", "c: 1\n")
        problems, files = self.copied()
        self.assertEqual(problems, [])
        self.assertEqual(sorted(files), ["README.md", "a/b.md", "project/README.md", "project/deploy/README.md", "project/deploy/c.yaml.md"])
        self.assertIn("[c](../project/deploy/c.yaml.md) [d](../project/deploy/README.md#x) ![e](e.svg) [f](https://f.org) [g](#g) `[h](h)`", files["a/b.md"])
        self.assertIn("[Start](../README.md)", files["project/README.md"])
        self.assertIn("[1]: a/b.md#c", files["README.md"])
        self.assertIn("```yaml\nc: 1\n```", files["project/deploy/c.yaml.md"])

    def test_a_link_to_no_file_is_a_problem(self):
        self.write("docs/README.md", "# Start\n\n[b](b.md) [c](../../c.md)\n")
        self.assertEqual(self.copied()[0], [f"docs/README.md: found a link to {link}, expected a file of this project: correct the link"
                                            for link in ("b.md", "../../c.md")])


class BuiltSite(unittest.TestCase):
    GOOD = '<html lang="en"><h1 id="a">A</h1><h2>B</h2><a href="#a">a</a><img src="a.svg" alt="a"><a href="https://a.org/b">b</a></html>'

    def problems(self, html, **files):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.svg").write_text("<svg/>")
            Path(folder, "index.html").write_text(html)
            for name, text in files.items():
                Path(folder, "file." + name).write_text(text)
            return links.check(folder)[0]

    def test_a_good_page(self):
        self.assertEqual(self.problems(self.GOOD, css="a { background: url(a.svg) }", js="/* https://a.org/ */ 'http://www.w3.org/2000/svg'"), [])

    def test_each_defect_is_found(self):
        for old, new, problem in [
            ('"#a"', '"#b"', "no such anchor"),
            ('"#a"', '"b.html"', "expected a file of the site"),
            ('"#a"', '"../b.html"', "expected a file of the site"),
            ('"#a"', '"/index.html"', "expected a relative one"),
            ('src="a.svg"', 'src="b.svg"', "expected a file of the site"),
            ('src="a.svg"', 'src="https://a.org/a.svg"', "the page loads https://a.org/a.svg"),
            ('src="a.svg"', 'src="//a.org/a.svg"', "the page loads //a.org/a.svg"),
            (' alt="a"', "", "has no text for readers"),
            ("<h2>B</h2>", "<h3>B</h3>", "a heading of level 3 follows one of level 1"),
            ("<h2>B</h2>", "<h1>B</h1>", "found 2 titles"),
            ("https://a.org/b", "http://a.org/b", "expected https://"),
            ("https://a.org/b", "https://localhost", "expected https://"),
            ("https://a.org/b", "https://a.org/{b}", "expected https://"),
            ("<h2>", '<h2 class="mermaid">', "draw an SVG"),
            (' lang="en"', "", "names no language"),
            ("<h2>", '<script src="https://a.org/a.js"></script><h2>', "the page loads"),
            ("<h2>", '<link rel="stylesheet" href="https://a.org/a.css"><h2>', "the page loads"),
            ("<h2>", '<link rel="preconnect" href="https://a.org"><h2>', "the page loads"),
        ]:
            with self.subTest(new=new, problem=problem):
                found = self.problems(self.GOOD.replace(old, new, 1))
                self.assertEqual(len(found), 1, found)
                self.assertIn(problem, found[0])

    def test_style_sheets_and_scripts_that_load_from_other_hosts(self):
        self.assertEqual(len(self.problems(self.GOOD, css='@import "https://a.org/a.css"; b { background: url(//a.org/b.png) }')), 2)
        self.assertEqual(len(self.problems(self.GOOD, js="fetch('https://a.org/a')")), 1)


class Versions(unittest.TestCase):
    def test_the_alias_leads_to_the_newest_release(self):
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder)
            for version in ("dev", "1.9.0", "1.10.0", "1.11.0-rc.1"):
                (site / version / "a").mkdir(parents=True)
                (site / version / "index.html").write_text("")
                (site / version / "a/b.html").write_text("")
            publish(site, "dev")
            self.assertEqual([entry["version"] for entry in json.loads((site / "versions.json").read_text())],
                             ["1.10.0", "1.9.0", "1.11.0-rc.1", "dev"])
            self.assertIn('"../../1.10.0/a/b.html"', (site / "latest/a/b.html").read_text())
            self.assertIn('"1.10.0/index.html"', (site / "index.html").read_text())


if __name__ == "__main__":
    unittest.main()
