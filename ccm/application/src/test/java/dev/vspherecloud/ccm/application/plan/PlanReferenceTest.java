package dev.vspherecloud.ccm.application.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The reference page lists every word of the interface, with its meaning.
class PlanReferenceTest {
    @Test
    void thePageSaysWhatEachWordMeans() {
        assertThat(Project.read(Project.path("docs/reference/plan.md")))
                .contains(rows(Arrays.stream(PlanOutcome.values()).map(each -> row(each.text(), each.description()))))
                .contains(rows(Arrays.stream(WriteReason.values()).map(each -> row(each.text(), each.description()))))
                .contains(rows(Arrays.stream(UpstreamDeletionRisk.values())
                        .map(each -> row(each.text(), each.description()))));
    }

    private static String rows(Stream<String> rows) {
        return rows.collect(Collectors.joining("\n", "|---|---|\n", "\n\n"));
    }

    private static String row(String word, String meaning) {
        return "| `%s` | %s |".formatted(word, meaning);
    }
}
