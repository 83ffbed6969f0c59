package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock.Kind;
import dev.vspherecloud.conformance.DocBlock.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every fenced block of the pages names the test that keeps it true; CONTRIBUTING.md describes the marks.
class DocBlocksTest {
    /// The number of blocks that no test keeps true. It may fall.
    private static final int SHOWN = 4;

    private static final List<DocBlock> BLOCKS = DocBlock.all();

    @Test
    void everyBlockHasAMark() {
        assertThat(BLOCKS.stream().filter(block -> block.mark().isEmpty()))
                .as("put <!-- executed|rendered|checked: Test#method --> or <!-- shown: why --> above the fence")
                .isEmpty();
    }

    /// A test finds its blocks by its own method name, so it runs on every change of them.
    @Test
    void everyMarkNamesATestThatReadsTheBlock() throws IOException {
        try (Stream<Path> files = Files.walk(Project.root())) {
            List<Path> sources = files.filter(file -> file.toString().contains("/src/test/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
            assertThat(marked().filter(mark -> mark.kind() != Kind.SHOWN).distinct())
                    .isNotEmpty()
                    .allSatisfy(mark -> assertThat(sources.stream().filter(file -> isRead(mark, file)))
                            .as(mark.toString())
                            .hasSize(1));
        }
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
        List<DocBlock> shown = BLOCKS.stream()
                .filter(block ->
                        block.mark().filter(mark -> mark.kind() == Kind.SHOWN).isPresent())
                .toList();

        assertThat(shown.size())
                .as(shown.stream()
                        .map(block -> block + ": " + block.mark().orElseThrow().by())
                        .collect(Collectors.joining("\n", "only shown, so write a test, or lower the bar:\n", "")))
                .isEqualTo(SHOWN);
        assertThat(100 * SHOWN / BLOCKS.size()).as("percent").isLessThan(15);
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
