package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.SiteMap.Entry;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every page says in its first line what it is for, and is in the navigation of the site and in the lists of
/// `docs/README.md`.
class SitePagesTest {
    private static final String INDEX = "docs/README.md";
    private static final String DECISIONS = "docs/decisions/README.md";
    private static final String BEGIN =
            "<!-- Rendered from mkdocs.yml and the first line of each page. `make docs` renews it. -->\n";
    private static final String END = "<!-- End of the rendered lists. -->\n";

    private static final SiteMap SITE = SiteMap.read();

    /// The pages that the table at the top of the index names.
    private static final List<Entry> START = SITE.entries().stream()
            .limit(1
                    + SITE.entries().stream()
                            .skip(1)
                            .takeWhile(entry -> entry.depth() > 1)
                            .count())
            .toList();

    static Stream<String> pages() {
        return DocBlock.pages().stream()
                .map(Project.root()::relativize)
                .map(Path::toString)
                .filter(page -> page.startsWith("docs/"));
    }

    /// The title of a decision says what it is about.
    static Stream<String> pagesWithPurpose() {
        return pages().filter(page -> !page.matches("docs/decisions/\\d.*"));
    }

    @ParameterizedTest
    @MethodSource("pagesWithPurpose")
    void theFirstLineSaysWhatAPageIsFor(String page) {
        assertThat(MarkdownPage.read(page).purpose())
                .as("%s: the line below the title is one sentence that says what the page is for", page)
                .hasValueSatisfying(SitePagesTest::isOneSentence);
    }

    private static void isOneSentence(String purpose) {
        assertThat(purpose).endsWith(".").doesNotContainPattern("[.?!] [A-Z]");
        assertThat(purpose.split(" ")).as(purpose).hasSizeLessThanOrEqualTo(40);
    }

    @Test
    void everyPageIsInTheNavigation() {
        List<String> paths =
                SITE.entries().stream().filter(Entry::isPage).map(Entry::path).toList();

        assertThat(paths).doesNotHaveDuplicates().allSatisfy(path -> assertThat(Project.path(path))
                .isRegularFile());
        assertThat(paths).as("add the page to nav in mkdocs.yml").containsAll(pages().toList());
    }

    @Test
    void theListsAreRenderedFromTheNavigation() {
        String old = Project.read(Project.path(INDEX));
        String before = old.substring(0, old.indexOf(BEGIN) + BEGIN.length());
        String after = old.substring(old.indexOf(END));
        String text = before + lists() + after;

        assertThat(Project.renewed(Project.path(INDEX), text)).hasContent(text);
    }

    @Test
    void theDecisionsAreListed() {
        var text = new StringBuilder("""
                # Decisions

                This page lists the decisions that shaped this project, each with its context, its alternatives and its reason.

                """);
        pages().filter(page -> page.matches("docs/decisions/\\d.*"))
                .forEach(page -> text.append(
                        "- [%s](%s)%n".formatted(title(page), Path.of(page).getFileName())));

        assertThat(Project.renewed(Project.path(DECISIONS), text.toString())).hasContent(text.toString());
    }

    /// Returns one list for each group, in the order of the navigation.
    private static String lists() {
        var text = new StringBuilder();
        for (Entry entry : SITE.entries()) {
            if (START.contains(entry)) {
                continue;
            }
            if (entry.depth() == 1) {
                text.append("\n## %s%n".formatted(entry.title()));
            } else if (!entry.isPage()) {
                text.append("\n**%s**%n%n".formatted(entry.title()));
            } else if (!entry.path().equals(INDEX) && !entry.path().matches("docs/decisions/\\d.*")) {
                text.append(line(entry));
            }
        }
        return text.append("\n").toString();
    }

    private static String line(Entry entry) {
        String address = Path.of("docs").relativize(Path.of(entry.path())).toString();
        String title = entry.title().isEmpty() ? title(entry.path()) : entry.title();
        // Pages outside of docs/ are written for those who find them first.
        return entry.path().startsWith("docs/")
                ? "- [%s](%s): %s%n".formatted(title, address, summary(entry.path()))
                : "- [%s](%s)%n".formatted(title, address);
    }

    /// Returns the first line of a page without "This page", and without its links, whose addresses count from
    /// that page.
    private static String summary(String page) {
        String purpose = MarkdownPage.read(page).purpose().orElse("").replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
        String verb = purpose.replaceFirst("^This page ", "");
        return verb.isEmpty() ? "" : verb.substring(0, 1).toUpperCase(Locale.ROOT) + verb.substring(1);
    }

    private static String title(String page) {
        return Project.read(Project.path(page))
                .lines()
                .filter(line -> line.startsWith("# "))
                .findFirst()
                .orElseThrow()
                .substring(2);
    }
}
