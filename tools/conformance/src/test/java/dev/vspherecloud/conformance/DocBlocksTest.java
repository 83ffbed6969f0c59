package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock.Kind;
import dev.vspherecloud.conformance.DocBlock.Mark;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every fenced block of the pages names the test that keeps it true; CONTRIBUTING.md describes the marks.
class DocBlocksTest {
    private static final Map<Kind, String> MEANINGS = Map.of(
            Kind.EXECUTED, "runs the commands, or compares the block with the output of a real run",
            Kind.RENDERED, "produces the text with the code of the program and compares it literally",
            Kind.CHECKED,
                    "reads the text with the reader or the schema of its format, or looks up commands, flags, files and fields",
            Kind.SHOWN, "none: the block is only shown");

    private static final List<DocBlock> BLOCKS = DocBlock.all();

    @Test
    void everyBlockHasAMark() {
        assertThat(BLOCKS.stream().filter(block -> block.mark().isEmpty()))
                .as("put <!-- executed|rendered|checked: Test#method --> or <!-- shown: why --> above the fence")
                .isEmpty();
    }

    /// A test finds its blocks by its own method name, so it runs on every change of them.
    @Test
    void everyMarkNamesATestThatReadsTheBlock() {
        List<Path> sources = Project.files("", ".java").stream()
                .filter(file -> file.toString().contains("/src/test/"))
                .toList();
        assertThat(marked().filter(mark -> mark.kind() != Kind.SHOWN).distinct())
                .isNotEmpty()
                .allSatisfy(mark -> assertThat(sources.stream().filter(file -> isRead(mark, file)))
                        .as(mark.toString())
                        .hasSize(1));
    }

    private static boolean isRead(Mark mark, Path file) {
        String[] by = mark.by().split("#", 2);
        if (by.length < 2 || !file.endsWith(by[0] + ".java")) {
            return false;
        }
        String source = Project.read(file);
        return source.contains("void " + by[1] + "(")
                && source.replaceAll("\\s+", " ").contains("%s.class, \"%s\")".formatted(by[0], by[1]));
    }

    @Test
    void fewBlocksAreOnlyShown() {
        assertThat(100.0 * shown().count() / BLOCKS.size())
                .as("percent that is only shown; write a test for one of %s", shown().toList())
                .isLessThan(15);
    }

    /// The page is the record of the blocks that no test keeps true: a new one appears in the difference.
    @Test
    void thePageCountsTheBlocksAndListsThoseThatAreOnlyShown() {
        String rendered = """
            <!-- Rendered from the marks above the fenced blocks. Do not edit; `make docs` renews it. -->

            # Examples and their tests

            This page counts the commands, outputs and files in the pages by what keeps them true, and lists those without a test.

            The pages have %d fenced blocks. A mark in the source of the page names the test of each block:

            | mark | what the test does | blocks |
            |---|---|---|
            %s
            These blocks have no test:

            | page | reason |
            |---|---|
            %s\
            """.formatted(
                BLOCKS.size(),
                Stream.of(Kind.values())
                        .map(kind -> "| *%s* | %s | %d |%n"
                                .formatted(kind.name().toLowerCase(Locale.ROOT), MEANINGS.get(kind), count(kind)))
                        .collect(Collectors.joining()),
                shown().map(block -> "| [`%1$s`](../../%1$s) | %2$s |%n"
                                .formatted(
                                        block.page(), block.mark().orElseThrow().by()))
                        .sorted()
                        .collect(Collectors.joining()));

        assertThat(Project.renewed(Project.path("docs/reference/blocks.md"), rendered))
                .as(DocBlock.RENEW)
                .hasContent(rendered);
    }

    private static long count(Kind kind) {
        return marked().filter(mark -> mark.kind() == kind).count();
    }

    private static Stream<DocBlock> shown() {
        return BLOCKS.stream()
                .filter(block ->
                        block.mark().filter(mark -> mark.kind() == Kind.SHOWN).isPresent());
    }

    @Test
    void theIndentOfABlockInAListIsRemoved() {
        assertThat(DocBlock.parse("a.md", """
                   1. Run this:

                      <!-- shown: a reason -->
                      ```ini
                      a

                        b
                      ```
                   ```
                   ```
                   """))
                .containsExactly(
                        new DocBlock("a.md", 4, "   ", Optional.of(new Mark(Kind.SHOWN, "a reason")), "a\n\n  b\n"),
                        new DocBlock("a.md", 9, "", Optional.empty(), ""));
    }

    private static Stream<Mark> marked() {
        return BLOCKS.stream().flatMap(block -> block.mark().stream());
    }
}
