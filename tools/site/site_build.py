"""Builds the documentation site of one version, checks it, and adds it to the list of versions."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from links import check
from pages import Pages

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "dist" / "site"
RELEASE = re.compile(r"(\d+)\.(\d+)\.(\d+)")


def main(version, repository=""):
    if not re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.+-]*", version) or version == "latest":
        return fail([f"found the version \"{version}\", expected letters, digits, dots and hyphens, and not latest: set VERSION"])
    if repository and not repository.startswith("https://"):
        return fail([f"found the repository \"{repository}\", expected an address that begins with https://: set REPOSITORY"])
    SITE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SITE.parent, prefix=".site.") as scratch:
        source, built = Path(scratch, "source"), Path(scratch, "built")
        pages = Pages(ROOT)
        pages.copy(source)
        shutil.copytree(ROOT / "tools/site/assets", source / "assets")
        problems = pages.problems or mkdocs(source, built, version, repository)
        if problems:
            return fail(problems)
        # Both need the address of the site, which only the publisher knows.
        for name in ("404.html", "sitemap.xml", "sitemap.xml.gz"):
            (built / name).unlink(missing_ok=True)
        shutil.rmtree(built / "assets/javascripts/lunr")  # the search in other languages than English
        for file in built.glob("assets/**/*.map"):
            file.unlink()
        problems, external = check(built)
        if problems:
            return fail(problems)
        shutil.rmtree(SITE / version, ignore_errors=True)
        built.rename(SITE / version)
    (ROOT / "dist/site-external-links.txt").write_text(
        "".join(f"{address} {' '.join(sorted(names))}\n" for address, names in sorted(external.items())))
    publish(SITE, version)
    count = len(list((SITE / version).rglob("*.html")))
    say(f"dist/site/{version}: {count} pages, 0 warnings; every link, anchor and image was found; nothing is loaded from another host")
    say(f"dist/site-external-links.txt: {len(external)} links to other sites, not followed")
    say("open dist/site/index.html in a browser")
    return 0


def mkdocs(source, built, version, repository):
    environment = os.environ | {"SITE_SOURCE": str(source), "SITE_VERSION": version, "NO_MKDOCS_2_WARNING": "1"}
    environment["SITE_FOOTER"] = f"Version {version}" + (f' · <a href="{repository}">Source</a>' if repository else "") + " · Apache-2.0"
    run = subprocess.run([sys.executable, "-B", "-m", "mkdocs", "build", "--strict", "--config-file", ROOT / "mkdocs.yml",
                          "--site-dir", built], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    output = (run.stdout + run.stderr).splitlines()
    return [line for line in output if line.strip() and not line.startswith("INFO ")] or ([f"mkdocs ended with exit code {run.returncode}"] if run.returncode else [])


def publish(site, version):
    """Renews versions.json, the alias latest and the first page, from the folders that are there."""
    names = [folder.name for folder in site.iterdir() if folder.is_dir() and folder.name != "latest" and (folder / "index.html").exists()]
    releases = sorted((name for name in names if RELEASE.fullmatch(name)), key=order, reverse=True)
    others = sorted(name for name in names if not RELEASE.fullmatch(name))
    latest = releases[0] if releases else None
    (site / "versions.json").write_text(json.dumps(
        [{"version": name, "title": name, "aliases": ["latest"] if name == latest else []} for name in releases + others], indent=2) + "\n")
    shutil.rmtree(site / "latest", ignore_errors=True)
    if latest:
        for page in (site / latest).rglob("*.html"):
            path = page.relative_to(site / latest)
            stub = site / "latest" / path
            stub.parent.mkdir(parents=True, exist_ok=True)
            stub.write_text(redirect("../" * len(path.parts) + latest + "/" + path.as_posix()))
    (site / "index.html").write_text(redirect(f"{latest or version}/index.html"))


def order(version):
    return tuple(int(number) for number in RELEASE.fullmatch(version).groups())


def redirect(address):
    return (f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Documentation</title>\n'
            f'<script>location.replace("{address}" + location.hash)</script>\n'
            f'<meta http-equiv="refresh" content="1; url={address}">\n<a href="{address}">Documentation</a>\n</html>\n')


def say(text):
    print("site: " + text, file=sys.stderr)


def fail(problems):
    for problem in problems:
        say(problem)
    say(f"the site was not built: {len(problems)} problems")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
