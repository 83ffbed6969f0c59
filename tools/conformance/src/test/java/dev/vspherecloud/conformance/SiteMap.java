package dev.vspherecloud.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The navigation of the documentation site, as `mkdocs.yml` contains it.
///
/// @param entries in the order of the file
record SiteMap(List<Entry> entries) {
    private static final Pattern ENTRY = Pattern.compile("(?m)^( *)- (?:\"?(.+?)\"?:)?(?: ?(\\S+\\.md))?$");

    /// @param depth 1 for a kind of pages, 2 for a group of them, 3 for a page
    /// @param path from the root of the project; empty for a kind or a group
    record Entry(int depth, String title, String path) {
        boolean isPage() {
            return !path.isEmpty();
        }
    }

    static SiteMap read() {
        String text = Project.read(Project.path("mkdocs.yml"));
        String nav = text.substring(text.indexOf("\nnav:\n"), text.indexOf("\n\nnot_in_nav:"));
        var entries = new ArrayList<Entry>();
        for (MatchResult found : ENTRY.matcher(nav).results().toList()) {
            String title = found.group(2) == null ? "" : found.group(2);
            String path = found.group(3) == null ? "" : found.group(3);
            entries.add(new Entry((found.group(1).length() + 2) / 4, title, path.isEmpty() ? "" : source(path)));
        }
        return new SiteMap(List.copyOf(entries));
    }

    /// A path in the site is one in docs/, or below project/ one from the root.
    private static String source(String path) {
        return path.startsWith("project/") ? path.substring("project/".length()) : "docs/" + path;
    }
}
