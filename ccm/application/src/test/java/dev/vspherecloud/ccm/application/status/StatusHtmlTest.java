package dev.vspherecloud.ccm.application.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the pages with files, which `make docs` renews and `make screenshots` shows in a browser.
class StatusHtmlTest {
    private static final String FOLDER = "tools/screenshots/pages/";
    private static final Pattern TAG = Pattern.compile("<[^>]*>");

    @Test
    void theExamplesMatchTheirFiles() {
        matches("leader.html", StatusHtml.of(StatusExamples.leader(), StatusQuery.ALL));
        matches("standby.html", StatusHtml.of(StatusExamples.standby(), StatusQuery.ALL));
        matches("headers.txt", StatusHandler.HEADERS.get("Content-Security-Policy") + "\n");
    }

    private static void matches(String file, String text) {
        assertThat(Project.read(Project.renewed(Project.path(FOLDER + file), text)))
                .as("%s is outdated: run make docs", file)
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "' onmouseover='alert(1)",
                "</style></title><svg onload=alert(1)>",
                "`<b>` javascript:alert(1)",
                "&lt;script&gt;"
            })
    void textFromOutsideNeverBecomesMarkup(String text) {
        String page = hostile(text);

        assertThat(tags(page)).isEqualTo(tags(hostile(harmless(text))));
        assertThat(page).doesNotContain("<script", "<img", "<svg", "<b>");
    }

    private static String hostile(String text) {
        return StatusHtml.of(StatusExamples.hostile(text), new StatusQuery(Optional.empty(), Optional.of(text), 1));
    }

    /// Returns a text with the same backquotes and without any other special character.
    private static String harmless(String text) {
        return text.replaceAll("[^`]", "x");
    }

    /// Returns the tags of the page without the values of their attributes.
    private static List<String> tags(String page) {
        return TAG.matcher(page)
                .results()
                .map(each -> each.group().replaceAll("\"[^\"]*\"", "\"\""))
                .toList();
    }

    @Test
    void credentialsThatTheSecretNoLongerHasAreShown() {
        assertThat(StatusHtml.of(StatusExamples.hostile("vc-a"), StatusQuery.ALL))
                .contains(
                        "vc-a: The provider uses its previous credentials",
                        "Correct the Secret before the next restart.");
    }

    @Test
    void invisibleCharactersAreShownAsNumbers() {
        String page = StatusHtml.of(StatusExamples.hostile("w\u202e1\u0007\u2028\ud800\u200b"), StatusQuery.ALL);

        assertThat(page)
                .contains("w\\u202e1\\u0007\\u2028\\ud800\\u200b")
                .doesNotContain("\u202e", "\u0007", "\u2028", "\u200b");
    }

    @Test
    void theFilterEscapesWhatTheRequestSays() {
        var query = StatusQuery.of(Map.of("node", List.of("\"><script>"), "reason", List.of("'><script>")));

        assertThat(StatusHtml.of(StatusExamples.leader(), query))
                .contains("value=\"&quot;&gt;&lt;script&gt;\"", "&#39;&gt;&lt;script&gt;")
                .doesNotContain("<script");
    }

    @Test
    void thePageOfALargeClusterIsSmall() {
        String page = StatusHtml.of(StatusExamples.large(5000), StatusQuery.ALL);

        assertThat(page.length()).isLessThan(250_000);
        assertThat(page).contains("Page 1 of 50, 5000 rows.", "and 4900 more Nodes", "and 100 more changes", "page=2");
        assertThat(StatusHtml.of(StatusExamples.large(5000), new StatusQuery(Optional.empty(), Optional.empty(), 50)))
                .contains("Page 50 of 50", "worker-04999", "page=49")
                .doesNotContain("page=51");
    }

    @Test
    void theQuerySelectsReasonsAndNodes() {
        String zones = page(Map.of("reason", List.of("ZoneMissing")));
        String one = page(Map.of("node", List.of("WORKER-2")));

        assertThat(zones).contains("worker-7", "worker-8").doesNotContain(">worker-2<", "worker-31");
        assertThat(one).contains(">worker-2<").doesNotContain("worker-7", "worker-4", "worker-32");
        assertThat(page(Map.of("node", List.of("nothing"))))
                .contains(
                        "No Node that you selected has a reason.", "withholds no deletion of a Node that you selected");
        assertThat(page(Map.of("page", List.of("-1")))).isEqualTo(page(Map.of()));
        assertThat(page(Map.of("page", List.of("99999")))).contains(">worker-2<");
    }

    private static String page(Map<String, List<String>> query) {
        return StatusHtml.of(StatusExamples.leader(), StatusQuery.of(query));
    }

    /// What tools for accessibility ask of a page: language, title, one heading of the first level, headings without
    /// gaps, a head for each column and row, and a label for each field.
    @Test
    void thePageIsAccessible() {
        String page = page(Map.of());

        assertThat(page)
                .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
                .contains("<title>Status: ", "name=\"viewport\"");
        assertThat(Pattern.compile("<h1>").matcher(page).results()).hasSize(1);
        assertThat(page).doesNotContain("<h4", "<script", "http-equiv");
        assertThat(Pattern.compile("<th(?! scope=\"(col|row)\")[ >]")
                        .matcher(page)
                        .find())
                .isFalse();
        assertThat(Pattern.compile("<tr role=\"row\"><td").matcher(page).find()).isFalse();
        assertThat(page).contains("<label for=\"node\">", "<input id=\"node\"");
    }

    @Test
    void aLengthOfTimeHasItsTwoLargestUnits() {
        assertThat(StatusHtml.length(Duration.ofSeconds(9))).isEqualTo("9 s");
        assertThat(StatusHtml.length(Duration.ofSeconds(69))).isEqualTo("1 min 9 s");
        assertThat(StatusHtml.length(Duration.ofMinutes(192))).isEqualTo("3 h 12 min");
        assertThat(StatusHtml.length(Duration.ofHours(49))).isEqualTo("2 d 1 h");
        assertThat(StatusHtml.length(Duration.ofSeconds(-1))).isEqualTo("0 s");
    }
}
