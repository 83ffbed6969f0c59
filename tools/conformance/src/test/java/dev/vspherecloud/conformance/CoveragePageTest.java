package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The page about coverage has a row for each page of cloud-provider-vsphere, and each row has a link or a reason.
class CoveragePageTest {
    private static final String PAGE = "docs/reference/coverage.md";
    private static final List<PageRow> PAGES = PageRow.of(PAGE, "Pages of cloud-provider-vsphere");
    private static final List<PageRow> TOPICS = PageRow.of(PAGE, "Topics of a cloud provider's book");

    /// The list has the Markdown files that the repository had in any of its versions.
    @Test
    void everyPageOfTheRepositoryHasARow() {
        List<String> pages = Project.resource(CoveragePageTest.class, "upstream-pages.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();

        assertThat(PAGES.stream().map(row -> row.cell(0).replace("`", ""))).containsExactlyInAnyOrderElementsOf(pages);
    }

    @Test
    void everyRowHasALinkOrAReason() {
        assertThat(PAGES)
                .allSatisfy(row -> assertThat(row.cell(2)).containsPattern("]\\(|^\\*none\\*: \\w|^the same$"));
        assertThat(TOPICS.stream().filter(row -> !row.cell(0).startsWith("**")))
                .hasSizeGreaterThan(40)
                .allSatisfy(row -> assertThat(row.cell(2)).containsPattern("]\\(|^\\*none\\*: \\w"));
    }
}
