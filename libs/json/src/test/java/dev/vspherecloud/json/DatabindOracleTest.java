package dev.vspherecloud.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Compares the parser with Jackson databind. Both read the same values and refuse the same documents, and
/// databind reads back what this project writes.
class DatabindOracleTest {
    private static final int DOCUMENTS = 5_000;
    private static final String CHARACTERS = "aZ09 \"\\/\b\t\n\r\f\u0000\u001f\u007f\u0085ü€😀\u2028\ufffd";

    private final ObjectMapper databind = new ObjectMapper();
    private final JsonReader reader = new JsonReader(1_000, 100_000);
    private final SplittableRandom random = new SplittableRandom(20260102);

    @Test
    void bothReadTheSame() throws IOException {
        for (int i = 0; i < DOCUMENTS; i++) {
            JsonNode tree = value(5);
            byte[] document = databind.writeValueAsBytes(tree);

            Json read = reader.read(document);

            assertThat(databind.readTree(read.toString())).isEqualTo(databind.readTree(document));
            assertThat(databind.readTree(JsonWriter.pretty(read))).isEqualTo(databind.readTree(document));
            assertThat(reader.read(bytes(read.toString()))).isEqualTo(read);
        }
    }

    @Test
    void bothRefuseTheSame() throws IOException {
        int refused = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            String document = damaged(databind.writeValueAsString(value(3)));
            Optional<Json> parsed = parsed(document);
            assertThat(parsed.isPresent()).as(document).isEqualTo(isRead(document));
            refused += parsed.isEmpty() ? 1 : 0;
        }
        assertThat(refused).isBetween(DOCUMENTS / 10, DOCUMENTS * 9 / 10);
    }

    private Optional<Json> parsed(String document) {
        try {
            return Optional.of(reader.read(bytes(document)));
        } catch (MalformedJsonException _) {
            return Optional.empty();
        }
    }

    private boolean isRead(String document) throws IOException {
        try (var parser = databind.createParser(bytes(document))) {
            databind.readTree(parser);
            return parser.nextToken() == null;
        } catch (JsonProcessingException _) {
            return false;
        }
    }

    private String damaged(String document) {
        int at = random.nextInt(document.length());
        return switch (random.nextInt(3)) {
            case 0 -> document.substring(0, at) + document.substring(at + 1);
            case 1 ->
                document.substring(0, at) + "{}[],:\"1-.e\\ \nnt".charAt(random.nextInt(16)) + document.substring(at);
            default -> document.substring(0, at);
        };
    }

    private JsonNode value(int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> nodes.textNode(text());
            case 1 -> nodes.numberNode(random.nextLong() >> random.nextInt(64));
            case 2 -> nodes.numberNode(random.nextDouble(-1e3, 1e3) * Math.pow(10, random.nextInt(-20, 20)));
            case 3 -> nodes.booleanNode(random.nextBoolean());
            case 4 -> nodes.nullNode();
            case 5 -> {
                ArrayNode list = nodes.arrayNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    list.add(value(depth - 1));
                }
                yield list;
            }
            default -> {
                ObjectNode object = nodes.objectNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    object.set(text(), value(depth - 1));
                }
                yield object;
            }
        };
    }

    private String text() {
        List<Integer> characters = CHARACTERS.codePoints().boxed().toList();
        var text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.appendCodePoint(characters.get(random.nextInt(characters.size())));
        }
        return text.toString();
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
