package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.ColorMode;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.PageStyle;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            AUTO   | 80 |        |       | true
            AUTO   |    |        |       | false
            AUTO   | 80 | 1      |       | false
            AUTO   | 80 |        | dumb  | false
            AUTO   | 80 | ''     | xterm | true
            ALWAYS |    | 1      | dumb  | true
            NEVER  | 80 |        | xterm | false
            """)
    void coloursAreForTerminalsThatPermitThem(
            ColorMode mode,
            @Nullable String columns,
            @Nullable String noColor,
            @Nullable String term,
            boolean expected) {
        var environment = new HashMap<String, String>();
        if (noColor != null) {
            environment.put("NO_COLOR", noColor);
        }
        if (term != null) {
            environment.put("TERM", term);
        }

        assertThat(terminal(columns, environment).style(mode).hasColors()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            80  |       | 80
            80  | 120   | 120
                | 120   | 120
                |       | 100
            0   |       | 100
            80  | wide  | 80
            80  | 0     | 80
            10  |       | 40
            500 |       | 160
            """)
    void theWidthIsThatOfTheTerminalUnlessColumnsIsSet(
            @Nullable String columns, @Nullable String variable, int expected) {
        Map<String, String> environment = variable == null ? Map.of() : Map.of("COLUMNS", variable);

        assertThat(terminal(columns, environment).style(ColorMode.AUTO).width()).isEqualTo(expected);
    }

    @Test
    void withoutATerminalThePageIsPlain() {
        assertThat(Terminal.NONE.style(ColorMode.AUTO)).isEqualTo(PageStyle.PLAIN);
    }

    @Test
    void progressNeverGetsIntoTheOutputOfAProgram() {
        var onTerminal = new Terminal(OptionalInt.empty(), OptionalInt.of(80), Map.of());

        assertThat(Terminal.NONE.progress(OutputFormat.JSON, false)).isEqualTo(Progress.Mode.NONE);
        assertThat(Terminal.NONE.progress(OutputFormat.TABLE, false)).isEqualTo(Progress.Mode.SENTENCE);
        assertThat(onTerminal.progress(OutputFormat.JSON, false)).isEqualTo(Progress.Mode.LINE);
        assertThat(onTerminal.progress(OutputFormat.TABLE, true)).isEqualTo(Progress.Mode.NONE);
    }

    private static Terminal terminal(@Nullable String columns, Map<String, String> environment) {
        return new Terminal(
                columns == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(columns)),
                OptionalInt.empty(),
                environment);
    }
}
