package dev.vspherecloud.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    @Test
    void textIsEscapedIfNecessary() {
        assertThat(Json.of("a\"\\/\n\r\t\b\u0000\u007f\u0085ü😀"))
                .hasToString("\"a\\\"\\\\/\\n\\r\\t\\u0008\\u0000\\u007f\\u0085ü😀\"");
    }

    /// Commands print JSON to a terminal.
    @Test
    void whatIsNotVisibleIsEscaped() {
        assertThat(Json.of("\u009b\u202e\u2066\u2028\u200b\ufeff\udb40\udc01"))
                .hasToString("\"\\u009b\\u202e\\u2066\\u2028\\u200b\\ufeff\\udb40\\udc01\"");
    }

    /// Not every encoder accepts an unpaired surrogate, but every parser accepts its escape.
    @Test
    void anUnpairedSurrogateIsWrittenAsItsEscape() {
        assertThat(Json.of("a\ud800b\udc00")).hasToString("\"a\\ud800b\\udc00\"");
    }

    @Test
    void numbersHaveNoExponent() {
        assertThat(List.of(Json.of(5L), Json.of(-1.50), Json.of(100.0), Json.of(1e-7)))
                .map(Json::toString)
                .containsExactly("5", "-1.5", "100", "0.0000001");
    }

    @Test
    void aShortValueIsOnOneLine() {
        assertThat(JsonWriter.pretty(
                        Json.object().with("a", Json.texts(List.of("b", "c"))).with("d", Json.nothing())))
                .isEqualTo("{\"a\": [\"b\", \"c\"], \"d\": null}");
        assertThat(JsonWriter.pretty(Json.object())).isEqualTo("{}");
        assertThat(JsonWriter.pretty(Json.items(List.of()))).isEqualTo("[]");
    }

    @Test
    void aLongValueHasALineForEachPart() {
        var members = new LinkedHashMap<String, Json>();
        members.put("first", Json.of("x".repeat(80)));
        members.put("second", Json.items(List.of(Json.of("y".repeat(90)), Json.of(true))));

        assertThat(JsonWriter.pretty(Json.object(members))).isEqualTo("""
                {
                  "first": "%s",
                  "second": [
                    "%s",
                    true
                  ]
                }""".formatted("x".repeat(80), "y".repeat(90)));
    }
}
