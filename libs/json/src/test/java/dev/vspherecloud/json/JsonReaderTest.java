package dev.vspherecloud.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    private static final int MAX_DEPTH = 5;
    private static final int MAX_LENGTH = 40;

    private final JsonReader reader = new JsonReader(MAX_DEPTH, MAX_LENGTH);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1,2.50,-1E+400],\"b\":{\"ä\":\"😀\\n\"},\"c\":[],\"d\":{}}",
                "[true,false,null]",
                "\"text\"",
                "123456789012345678901234567890",
                "null"
            })
    void aParsedDocumentIsWrittenUnchanged(String json) {
        assertThat(read(json)).hasToString(json);
        assertThat(reader.read(new ByteArrayInputStream(bytes(json)))).isEqualTo(read(json));
    }

    /// A number takes two bytes of text, and many times that as an object.
    @ParameterizedTest
    @ValueSource(strings = {"0,", "{},", "{\"a\":1},", "\"\",", "[],", "true,"})
    void refusesManyValuesBeforeTheyTakeMoreThanTheBudget(String item) {
        byte[] document = bytes("[" + item.repeat((16 << 20) / item.length()) + "0]");
        var charged = new AtomicLong();
        JsonMeter meter = bytes -> {
            if (charged.addAndGet(bytes) > 1 << 20) {
                throw new IOException("budget");
            }
        };

        assertThatThrownBy(() -> reader.read(new ByteArrayInputStream(document), meter))
                .isInstanceOf(MalformedJsonException.class)
                .hasRootCauseMessage("budget");
        assertThat(charged.get()).isLessThan((1 << 20) + 1_000);
    }

    @Test
    void refusesDeepNesting() {
        assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void anEmptyDocumentIsNothing() {
        assertThat(read("")).isEqualTo(Json.nothing());
        assertThat(read(" \n")).isEqualTo(Json.nothing());
    }

    @Test
    void theLastOfTwoEqualMembersCounts() {
        assertThat(read("{\"a\":1,\"b\":2,\"a\":{}}")).isEqualTo(read("{\"a\":{},\"b\":2}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":s3cret}      | not valid JSON at line 1, column",
                "[1,                 | not valid JSON at line 1, column",
                "[NaN]               | not valid JSON at line 1, column",
                "{'a':1}             | not valid JSON at line 1, column",
                "[] []               | unexpected content after the end of the JSON at line 1, column",
                "[] s3cret           | not valid JSON at line 1, column",
                "[[[[[[]]]]]]        | JSON beyond the limits (5 levels, 40 characters in a text)",
                "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" | JSON beyond the limits",
                "<html>s3cret</html> | not valid JSON at line 1, column"
            })
    void invalidJsonOrJsonBeyondTheLimitsIsAnErrorThatQuotesNothing(String json, String message) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("s3cret")
                .hasNoCause();
    }

    @Test
    void theLimitsThemselvesAreAllowed() {
        assertThat(read("[[[[[]]]]]")).hasToString("[[[[[]]]]]");
        assertThat(read("\"" + "a".repeat(MAX_LENGTH) + "\"").asText()).hasSize(MAX_LENGTH);
    }

    @Test
    void aBrokenStreamIsAnErrorToo() {
        var broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        };

        assertThatThrownBy(() -> reader.read(broken))
                .isInstanceOf(MalformedJsonException.class)
                .hasRootCauseMessage("reset");
    }

    @Test
    void onlyTheRequestedFieldsAreKept() {
        JsonFields fields = JsonFields.of("metadata.name", "metadata.labels", "status.addresses.type", "spec.taints");

        Json read = reader.read(bytes("""
                {"kind":"Node","metadata":{"name":"w-1","labels":{"x.y":"z"},"managedFields":[{"f:a":{}}]},
                "spec":5,"status":{"images":[{"names":["a"]}],"addresses":[{"type":"A","address":"B"},{"address":[]}]}}
                """), fields);

        assertThat(read)
                .hasToString(
                        "{\"metadata\":{\"name\":\"w-1\",\"labels\":{\"x.y\":\"z\"}},\"spec\":5,\"status\":{\"addresses\":[{\"type\":\"A\"},{}]}}");
    }

    @Test
    void onlyTheRequestedTextsOfAMapAreKeptAndEachUpToALength() {
        JsonFields fields = JsonFields.at(JsonFields.texts(List.of("a.b/c", "d"), 3), "metadata", "labels");

        Json read = reader.read(bytes("""
                {"metadata":{"labels":{"a.b/c":"abcd","d":"efg","e":"h"}}}
                """), fields);

        assertThat(read.texts("metadata", "labels"))
                .containsExactly(Map.entry("a.b/c", "abc" + JsonFields.CUT), Map.entry("d", "efg"));
    }

    @Test
    void onlyTheFirstItemsOfALimitedListAndMembersOfALimitedObjectAreKept() {
        JsonFields fields = JsonFields.at(JsonFields.of("b").withMaxItems(1), "a")
                .and(JsonFields.at(JsonFields.ALL.withMaxItems(2), "c"));

        assertThat(reader.read(
                        bytes("{\"a\":[{\"b\":1,\"x\":2},{\"b\":3}],\"c\":{\"d\":[1,2,3],\"e\":4,\"f\":{\"g\":5}}}"),
                        fields))
                .hasToString("{\"a\":[{\"b\":1}],\"c\":{\"d\":[1,2,3],\"e\":4}}");
    }

    @Test
    void aTextFieldKeepsNoMembersOfAnObject() {
        Json read = reader.read(
                bytes("{\"a\":{\"b\":[1,2]},\"c\":5}"),
                JsonFields.at(JsonFields.text(3), "a").and(JsonFields.at(JsonFields.text(3), "c")));

        assertThat(read).hasToString("{\"a\":{},\"c\":5}");
    }

    @Test
    void aSkippedFieldIsUnavailable() {
        Json read = reader.read(
                bytes("{\"metadata\":{\"name\":\"w-1\",\"labels\":{}}}"),
                JsonFields.of("metadata.name", "metadata.labels", "spec.taints"));

        assertThat(read.text("metadata", "labels", "any")).isEmpty();
        assertThat(read.find("spec", "taints")).isEqualTo(Json.nothing());
        assertThat(read).isEqualTo(reader.read(bytes(read.toString())));
        assertThatThrownBy(() -> read.text("metadata", "uid"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("\"uid\" is not among the fields that were read");
        assertThatThrownBy(() -> read.find("status")).isInstanceOf(IllegalStateException.class);
    }

    /// A skipped text may be longer than the limit for texts that are read.
    @Test
    void skippedTextIsNotStored() {
        String json = "{\"skipped\":{\"a\":[\"" + "x".repeat(10 * MAX_LENGTH) + "\"]},\"kept\":1}";

        assertThat(reader.read(bytes(json), JsonFields.of("kept"))).hasToString("{\"kept\":1}");
    }

    @Test
    void theItemsOfALongListAreReturnedOneByOne() {
        var items = new ArrayList<String>();

        Json list = reader.read(
                bytes(
                        "{\"items\":[{\"a\":1,\"b\":2},{\"a\":3},null],\"metadata\":{\"continue\":\"x\",\"y\":1},\"z\":0}"),
                JsonFields.of("metadata.continue"),
                "items",
                JsonFields.of("a"),
                item -> items.add(item.toString()));

        assertThat(items).containsExactly("{\"a\":1}", "{\"a\":3}", "null");
        assertThat(list).hasToString("{\"metadata\":{\"continue\":\"x\"}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"items\":[{\"name\":\"a\"},{\"name\":1}]} | items[1].name: text expected, found a number",
                "{\"items\":{}} | items: a list expected, found something else"
            })
    void anInvalidItemIsNamed(String json, String message) {
        assertThatThrownBy(() -> names(json))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message);
    }

    @Test
    void aListMayBeMissing() {
        assertThat(names("{\"items\":null}")).isEmpty();
        assertThat(names("{}")).isEmpty();
        assertThat(names("[]")).isEmpty();
    }

    private List<String> names(String json) {
        var names = new ArrayList<String>();
        reader.read(
                bytes(json), JsonFields.of("metadata"), "items", JsonFields.ALL, item -> names.add(item.text("name")));
        return names;
    }

    @Test
    void fieldsOfTwoAreJoined() {
        JsonFields event = JsonFields.of("type", "object.code");
        JsonFields object = JsonFields.of("metadata.name");

        assertThat(event.and(JsonFields.member("object", object)))
                .isEqualTo(JsonFields.of("object.metadata.name", "object.code", "type"));
        assertThat(event.and(JsonFields.member("object", JsonFields.ALL))).isEqualTo(JsonFields.of("type", "object"));
        assertThat(JsonFields.of("a.b", "a"))
                .isEqualTo(JsonFields.of("a", "a.b"))
                .isEqualTo(JsonFields.of("a"));
        assertThat(reader.read(bytes("{\"a\":1}"), JsonFields.NONE)).hasToString("{}");
    }

    private Json read(String json) {
        return reader.read(bytes(json));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
