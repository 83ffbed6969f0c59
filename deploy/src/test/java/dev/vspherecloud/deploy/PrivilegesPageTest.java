package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.Project;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The page about privileges explains each right that the chart grants.
class PrivilegesPageTest {
    private static final List<String> ROWS = Project.read(Project.path("docs/reference/privileges.md"))
            .lines()
            .filter(line -> line.startsWith("| "))
            .toList();

    static Stream<String> rights() {
        Rendering rendering = Chart.render("");
        return Stream.of("ClusterRole", "Role")
                .flatMap(kind -> rendering.all(kind).stream())
                .flatMap(role -> items(role.json(), "rules"))
                .flatMap(rule -> values(rule, "verbs").flatMap(verb -> values(rule, "resources")
                        .map(resource -> "`%s` `%s`".formatted(verb, resource))))
                .distinct();
    }

    /// A row may have several verbs before one resource.
    @ParameterizedTest
    @MethodSource("rights")
    void everyRightHasARow(String right) {
        String verb = right.substring(0, right.indexOf(' '));
        String resource = right.substring(right.indexOf(' ') + 1);

        assertThat(ROWS).anyMatch(row -> row.matches(".*\\Q" + verb + "\\E(, `[a-z]+`)* \\Q" + resource + "\\E.*"));
    }

    private static Stream<JsonNode> items(JsonNode object, String key) {
        return StreamSupport.stream(object.path(key).spliterator(), false);
    }

    private static Stream<String> values(JsonNode rule, String key) {
        return items(rule, key).map(JsonNode::asText);
    }
}
