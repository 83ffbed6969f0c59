package dev.vspherecloud.ccm.application.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class JsonYamlTest {
    @Test
    void objectsAndListsAreBlocks() {
        assertThat(JsonYaml.of(json("""
                {"node": {"name": "w-1", "providerId": null, "uninitialized": true}, "count": 2, "none": [], "no": {},
                 "places": [{"path": "host", "tags": ["a b", "x: y"]}, [1, [2]], "10.0.0.5"]}
                """))).isEqualTo("""
                node:
                  name: w-1
                  providerId: null
                  uninitialized: true
                count: 2
                none: []
                "no": {}
                places:
                  - path: host
                    tags:
                      - a b
                      - "x: y"
                  - - 1
                    - - 2
                  - "10.0.0.5"
                """);
    }

    /// The texts would be another value, or a comment, without quotes.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "yes",
                "NULL",
                "Off",
                "y",
                "~",
                "1",
                "1e3",
                "0x1f",
                "1:30",
                "2026-01-01",
                ".5",
                ".inf",
                "=",
                "<<",
                "- a",
                "a #b",
                "a: b",
                "a:",
                "#",
                "&a",
                "*a",
                "!a",
                "@a",
                "%a",
                "a ",
                " a",
                "line\nbreak",
                "tab\there",
                "quote \" and \\",
                "\u0085\u2028",
                "zone-a",
                "vsphere://42",
                "Größe 😀"
            })
    void aReaderReadsTheSameText(String text) {
        Json json = Json.object(Map.of("value", Json.of(text)));

        assertThat(read(JsonYaml.of(json))).isEqualTo(Map.of("value", text));
        assertThat(read(JsonYaml.of(Json.items(List.of(Json.of(text)))))).isEqualTo(List.of(text));
    }

    @Test
    void aValueAloneIsADocument() {
        assertThat(JsonYaml.of(Json.nothing())).isEqualTo("null\n");
        assertThat(JsonYaml.of(Json.items(List.of()))).isEqualTo("[]\n");
    }

    private static Object read(String yaml) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    }

    private static Json json(String text) {
        return new JsonReader(10, 1000).read(text.getBytes(StandardCharsets.UTF_8));
    }
}
