package dev.vspherecloud.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
    private static final String NODE = """
            {"metadata":{"name":"w-1","labels":{"zone":"a","none":null},"deleted":null},"generation":7,"on":true,
            "status":{"nodeInfo":{"systemUUID":5},"addresses":[{"type":"InternalIP"},null,{"type":7}]}}""";

    private final Json node = read(NODE);

    @Test
    void requiredValuesHaveTheirTypeOrAreMissing() {
        assertThat(node.text("metadata", "name")).isEqualTo("w-1");
        assertThat(node.text("metadata", "deleted")).isEmpty();
        assertThat(node.text("spec", "providerID")).isEmpty();
        assertThat(node.flag("on")).isTrue();
        assertThat(node.flag("off")).isFalse();
        assertThat(node.texts("metadata", "labels")).isEqualTo(Map.of("zone", "a"));
        assertThat(node.texts("metadata", "annotations")).isEmpty();
        assertThat(node.objectAt("metadata").text("name")).isEqualTo("w-1");
        assertThat(node.objectAt("spec")).isEqualTo(Json.object());
        assertThat(node.list(each -> each, "spec", "taints")).isEmpty();
        assertThat(read("[\"a\",null]").list(Json::text)).containsExactly("a");
    }

    @Test
    void anotherTypeIsAnErrorThatNamesThePlaceAndNotTheValue() {
        assertFails(
                () -> node.text("status", "nodeInfo", "systemUUID"),
                "status.nodeInfo.systemUUID: text expected, found a number");
        assertFails(() -> node.text("metadata", "name", "first"), "metadata.name: an object expected, found text");
        assertFails(() -> node.flag("metadata"), "metadata: true or false expected, found an object");
        assertFails(() -> node.texts("status"), "status.nodeInfo: text expected, found an object");
        assertFails(() -> node.texts("generation"), "generation: an object expected, found a number");
        assertFails(() -> node.list(each -> each, "on"), "on: a list expected, found true or false");
        assertFails(
                () -> node.list(each -> each.text("type"), "status", "addresses"),
                "status.addresses[2].type: text expected, found a number");
        assertFails(() -> read("[[1]]").list(each -> each.list(Json::text)), "[0][0]: text expected, found a number");
        assertFails(() -> read("[]").text(), "text expected, found a list");
    }

    private static void assertFails(Runnable reading, String message) {
        assertThatThrownBy(reading::run)
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message);
    }

    @Test
    void optionalValuesAreConvertedLeniently() {
        assertThat(node.find("metadata", "name").asText()).isEqualTo("w-1");
        assertThat(node.find("generation").asText()).isEqualTo("7");
        assertThat(node.find("on").asText()).isEqualTo("true");
        assertThat(node.find("metadata").asText()).isEmpty();
        assertThat(node.find("metadata", "name", "first")).isEqualTo(Json.nothing());
        assertThat(node.find("on").asFlag()).isTrue();
        assertThat(node.find("generation").asFlag()).isFalse();
        assertThat(node.find("metadata", "name").asLong()).isZero();
        assertThat(node.find("status", "addresses").items()).hasSize(3);
        assertThat(node.find("metadata").items()).isEmpty();
        assertThat(node.find("on").asObject()).isEqualTo(Json.object());
        assertThat(node.has("metadata", "name")).isTrue();
        assertThat(node.has("metadata", "deleted")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "15, 15",
        "-3, -3",
        "2.9, 2",
        "1e3, 1000",
        "1e999999999, 9223372036854775807",
        "-99999999999999999999, -9223372036854775808"
    })
    void aNumberOutOfRangeIsTheNearestInIt(String digits, long number) {
        assertThat(read(digits).asLong()).isEqualTo(number);
    }

    @Test
    void changesMakeANewObject() {
        Json.Members lease = Json.object().with("a", "x").with("n", 5).with("f", false);

        assertThat(lease.with("a", Json.texts(List.of("y")))).hasToString("{\"a\":[\"y\"],\"n\":5,\"f\":false}");
        assertThat(lease.without("n"::equals)).hasToString("{\"a\":\"x\",\"f\":false}");
        assertThat(lease).hasToString("{\"a\":\"x\",\"n\":5,\"f\":false}");
        assertThat(lease)
                .isEqualTo(read("{\"f\":false,\"n\":5,\"a\":\"x\"}"))
                .hasSameHashCodeAs(read("{\"f\":false,\"n\":5,\"a\":\"x\"}"));
        assertThatThrownBy(() -> lease.members().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    private static Json read(String json) {
        return new JsonReader(10, 100).read(json.getBytes(StandardCharsets.UTF_8));
    }
}
