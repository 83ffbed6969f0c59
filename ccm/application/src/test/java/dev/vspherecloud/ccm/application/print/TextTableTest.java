package dev.vspherecloud.ccm.application.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    /// Only the last cell has a colour, so that the columns stay aligned.
    @Test
    void theLastCellHasTheColour() {
        var table = new TextTable(List.of("NODE", "STATE"), new PageStyle(80, true));
        table.row(List.of("w-1", "ready"), Tint.GOOD);
        table.row(List.of("long-name", "waits"), Tint.BAD);

        assertThat(table.lines())
                .containsExactly(
                        "NODE       STATE",
                        "w-1        \u001b[32mready\u001b[0m",
                        "long-name  \u001b[31mwaits\u001b[0m");
    }

    @Test
    void withoutColoursTheWordsAreTheSame() {
        var table = new TextTable(List.of("NODE", "STATE"), PageStyle.PLAIN);
        table.row(List.of("w-1", "\u001b[31mred"), Tint.BAD);

        assertThat(table.toString()).isEqualTo("NODE  STATE\nw-1   ?[31mred\n");
    }

    @Test
    void noCellCanControlTheTerminal() {
        String hostile = "w\u001b[2J\u009b31m\u202e\u2066\u2028\u200b\ufeff";
        var table = new TextTable(List.of("NODE", "STATE"), PageStyle.PLAIN);
        table.row(List.of(hostile, hostile));
        var page = new TerminalPage(PageStyle.PLAIN)
                .heading(hostile)
                .paragraph(hostile)
                .rows(List.of(List.of(hostile, hostile)));

        assertThat(table.lines()).element(1).isEqualTo("w?[2J?31m?????  w?[2J?31m?????");
        assertThat(page).hasToString("w?[2J?31m?????\n  w?[2J?31m?????\n  w?[2J?31m?????  w?[2J?31m?????\n");
    }

    @Test
    void aPageIsAsWideAsItsStyle() {
        String page = new TerminalPage(new PageStyle(44, true))
                .heading("Addresses")
                .paragraph("one two three four five six seven eight nine ten")
                .toString();

        assertThat(page).isEqualTo("""
                \u001b[1mAddresses\u001b[0m
                  one two three four five six seven eight
                  nine ten
                """);
    }
}
