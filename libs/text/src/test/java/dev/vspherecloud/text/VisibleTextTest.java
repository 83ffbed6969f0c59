package dev.vspherecloud.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
    @Test
    void eachCharacterThatIsNotVisibleBecomesAQuestionMark() {
        assertThat(VisibleText.of("w\u001b[2J\u009b31m\u202e1-w\r\n")).isEqualTo("w?[2J?31m?1-w??");
        assertThat(VisibleText.lines("a\n\u202eb\r\n")).isEqualTo("a\n?b?\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "~", "Zürich", "東京\u3000一", "\u00a0", "e\u0301", "😀"})
    void visibleTextStays(String text) {
        assertThat(VisibleText.of(text)).isEqualTo(text);
        assertThat(VisibleText.lines(text)).isEqualTo(text);
    }

    /// Each of these moves the cursor, changes the order of what is shown, ends a line, or has no width.
    @Test
    void noControlOfAnyAlphabetIsVisible() {
        assertNoneVisible(0, 0x1f);
        assertNoneVisible(0x7f, 0x9f);
        assertNoneVisible(0xad, 0xad);
        assertNoneVisible(0x61c, 0x61c);
        assertNoneVisible(0x180e, 0x180e);
        assertNoneVisible(0x200b, 0x200f);
        assertNoneVisible(0x2028, 0x202e);
        assertNoneVisible(0x2060, 0x206f);
        assertNoneVisible(0xd800, 0xdfff);
        assertNoneVisible(0xfeff, 0xfeff);
        assertNoneVisible(0xfff9, 0xfffb);
        assertNoneVisible(0xfffe, 0xffff);
        assertNoneVisible(0xe0000, 0xe007f);
    }

    private static void assertNoneVisible(int first, int last) {
        for (int c = first; c <= last; c++) {
            assertThat(VisibleText.isVisible(c)).as("U+%04X", c).isFalse();
            assertThat(VisibleText.of("a" + new StringBuilder().appendCodePoint(c) + "b"))
                    .as("U+%04X", c)
                    .isEqualTo("a?b");
        }
    }
}
