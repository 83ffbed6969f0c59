package dev.vspherecloud.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.text.YamlText.FurtherDocuments;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.ScalarNode;

class YamlTextTest {
    @Test
    void aSecondDocumentIsReportedOnlyOnRequest() {
        String text = "a: 1\n---\nb: 2\n";

        assertThat(document(text, FurtherDocuments.REPORTED).furtherDocuments())
                .hasValueSatisfying(flaw -> assertThat(flaw.line()).isEqualTo(3));
        assertThat(document(text, FurtherDocuments.IGNORED).furtherDocuments()).isEmpty();
    }

    @Test
    void aBrokenSecondDocumentDoesNotMatter() {
        String text = "a: 1\n---\nb: [\n";

        assertThat(document(text, FurtherDocuments.REPORTED).furtherDocuments()).isPresent();
        assertThat(document(text, FurtherDocuments.IGNORED).furtherDocuments()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aTextOfCommentsIsEmpty(FurtherDocuments further) {
        assertThat(YamlText.read("# nothing\n", further)).isEqualTo(new YamlResult.Empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: [hunter2", "a: \"hunter2", "a: b: hunter2", "a: *hunter2", "a: \u0007hunter2"})
    void invalidYamlIsReportedWithItsPlaceAndNotQuoted(String text) {
        assertThat(YamlText.read(text, FurtherDocuments.IGNORED))
                .isInstanceOfSatisfying(YamlResult.Malformed.class, malformed -> {
                    assertThat(malformed.flaw().line()).isEqualTo(1);
                    assertThat(malformed.flaw().sentence()).doesNotContain("hunter2");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[][hunter2",
                "\"a\"hunter2",
                "'it's'",
                "|hunter2",
                ">hunter2",
                "- hunter2",
                "? hunter2",
                ",hunter2",
                "!a#b",
                "& x"
            })
    void aValueThatIsNoTextIsNamedAsTheCause(String value) {
        assertThat(YamlText.read("first: 1\na: " + value + "\nb: 1\n", FurtherDocuments.IGNORED))
                .isInstanceOfSatisfying(YamlResult.Malformed.class, malformed -> assertThat(malformed.flaw())
                        .returns(2, YamlResult.SyntaxError::line)
                        .returns(4, YamlResult.SyntaxError::column)
                        .satisfies(flaw -> assertThat(flaw.sentence())
                                .startsWith("a value begins here with a character that has a meaning")
                                .doesNotContain("hunter2")));
    }

    @Test
    void whatIsNotClosedIsNamedWithItsLine() {
        assertThat(sentence("a: 1\nb: [x\nc: 1\n")).startsWith("2:4 a list or mapping is opened");
        assertThat(sentence("a: 1\nb: 'x\nc: 1\n")).endsWith("a quote is opened in line 2 and never closed; close it");
    }

    @Test
    void aWrongIndentationIsNotTakenForAWrongValue() {
        assertThat(sentence("a:\n   b: 1\n  c: 'x'\n")).contains("the indentation does not fit");
    }

    private static String sentence(String text) {
        YamlResult.SyntaxError flaw = ((YamlResult.Malformed) YamlText.read(text, FurtherDocuments.IGNORED)).flaw();
        return flaw.line() + ":" + flaw.column() + " " + flaw.sentence();
    }

    @Test
    void aRepeatedKeyIsReportedOrTheLastOneCounts() {
        var mapping =
                (MappingNode) document("{a: 1, a: 2}", FurtherDocuments.IGNORED).root();

        assertThat(YamlEntries.all(mapping)).hasSize(2);
        assertThat(YamlEntries.last(mapping))
                .extractingByKey("a")
                .isInstanceOfSatisfying(
                        ScalarNode.class, last -> assertThat(last.getValue()).isEqualTo("2"));
    }

    @Test
    void ownKeysWinOverMergedOnesAndAMappingMayMergeItself() {
        var root = (MappingNode)
                document("base: &b {x: 1, y: 2}\nmine: &m {<<: [*b, *m], x: 3}\n", FurtherDocuments.IGNORED)
                        .root();
        var mine = (MappingNode) YamlEntries.last(root).get("mine");

        assertThat(YamlEntries.all(Optional.ofNullable(mine).orElseThrow()))
                .extracting(entry -> ((ScalarNode) entry.getValueNode()).getValue())
                .isEqualTo(List.of("3", "2"));
    }

    private static YamlResult.Document document(String text, FurtherDocuments further) {
        return (YamlResult.Document) YamlText.read(text, further);
    }
}
