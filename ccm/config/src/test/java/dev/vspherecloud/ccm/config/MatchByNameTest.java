package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the result of `nodes.matchByName` ([EffectiveConfigText]), and the number of problems.
class MatchByNameTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            nodes: {matchByName: true}    | ; by name | 0
            nodes: {matchByName: false}   |           | 0
            nodes: {matchByName: }        |           | 0
            nodes: {matchByName: maybe}   | refused   | 1
            nodes: {matchByName: [true]}  | refused   | 1
            nodes: {matchByNames: true}   |           | 1
            global: {matchByName: true}   |           | 1
            """)
    void resultsIn(String input, String expected, int problems) {
        assertResultsIn(
                Reading.read("vcenter: {x: {server: vc, user: u, password: p}}\n" + input), "x=vc", expected, problems);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            match-by-name = true   | ; by name | 0
            match-by-name          | ; by name | 0
            match-by-name = false  |           | 0
            match-by-name = maybe  | refused   | 1
            """)
    void resultsInTheSameInIni(String line, String expected, int problems) {
        assertResultsIn(
                Reading.read("[VirtualCenter \"vc\"]\nuser = u\npassword = p\n[Nodes]\n" + line),
                "vc=vc",
                expected,
                problems);
    }

    @Test
    void aBadValueIsNamedWithItsPlaceAndWhatFits() {
        assertThat(Reading.lines(Reading.read(
                        "vcenter: {x: {server: vc, user: u, password: p}}\nnodes:\n  matchByName: maybe\n")))
                .singleElement()
                .asString()
                .contains("matchByName", "\"maybe\"", "true or false");
    }

    private static void assertResultsIn(ConfigResult result, String vcenter, String expected, int problems) {
        String all = vcenter + " u/p" + (expected == null ? "" : expected);
        assertThat(EffectiveConfigText.of(result)).isEqualTo("refused".equals(expected) ? expected : all);
        assertThat(Reading.lines(result)).hasSize(problems);
    }
}
