package dev.vspherecloud.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageRowTest {
    @Test
    void aRowKnowsItsSectionAndKeepsEmptyCells() {
        assertThat(PageRow.parse("""
                        # A page

                        ## First

                        | a | b |
                        |---|---|
                        | 1 | |
                        | 2 | x |

                        text

                        ### Second
                        | a |
                        |---|
                        | 3 |
                        """))
                .containsExactly(
                        new PageRow("First", List.of("1", "")),
                        new PageRow("First", List.of("2", "x")),
                        new PageRow("Second", List.of("3")));
    }
}
