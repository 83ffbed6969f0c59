package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.MarkdownPage.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownPageTest {
    @Test
    void linksAndCodeAreSeparate() {
        MarkdownPage page = MarkdownPage.parse("a.md", """
                # A

                [b](b.md#c "d") `[e](e.md)` ![f](f.svg)
                <!-- [g](g.md) -->
                ```
                [h](h.md)
                ```
                - [`i`](i.md)

                [j]: j.md
                <img src="k.svg" alt="k">
                """);

        assertThat(page.links())
                .containsExactly(
                        new Link(3, "b.md#c"),
                        new Link(3, "f.svg"),
                        new Link(8, "i.md"),
                        new Link(10, "j.md"),
                        new Link(11, "k.svg"));
        assertThat(page.code()).containsExactly("[h](h.md)\n", "[e](e.md)", "i");
    }

    @ParameterizedTest
    @CsvSource({
        "# Where to start,                where-to-start",
        "## `explain` a [Node](a.md)?,    explain-a-node",
        "### cloud-provider-vsphere (Go), cloud-provider-vsphere-go",
        "## A & B_c,                      a--b_c",
        "<a name=\"a-B\"></a>,            a-B"
    })
    void anchorsAreThoseOfGitHub(String line, String anchor) {
        assertThat(MarkdownPage.parse("a.md", line + "\n").anchors()).containsExactly(anchor);
    }

    @Test
    void equalHeadingsHaveNumbers() {
        assertThat(MarkdownPage.parse("a.md", "## A\n\n## A\n\n```\n## B\n```\n")
                        .anchors())
                .containsExactlyInAnyOrder("a", "a-1");
    }

    @Test
    void thePurposeIsTheFirstParagraph() {
        assertThat(MarkdownPage.parse("a.md", "<!-- a -->\n\n# A\n\nThis page\nsays b.\n\nMore.\n")
                        .purpose())
                .contains("This page says b.");
        assertThat(MarkdownPage.parse("a.md", "# A\n\n| b |\n|---|\n").purpose())
                .isEmpty();
        assertThat(MarkdownPage.parse("a.md", "# A\n\n```\nb\n```\n").purpose()).isEmpty();
        assertThat(MarkdownPage.parse("a.md", "# A\n\n## B\n").purpose()).isEmpty();
    }
}
