package dev.vspherecloud.ccm.domain.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.PageRow;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The reasons that pages name in prose and tables exist.
class ReasonPagesTest {
    private static final String LOG_LINES = "docs/reference/log-lines.md";

    private static final Set<String> CODES =
            NodeReason.table().stream().map(ReasonCode::text).collect(Collectors.toSet());

    /// Words of two or more parts in code spans that are not reasons: names of Kubernetes and vSphere.
    private static final Set<String> OTHER_WORDS = Set.of(
            "WaitForFirstConsumer",
            "NoSchedule",
            "DeletingNode",
            "WaitForUpdatesEx",
            "InternalIP",
            "ExternalIP",
            "InternalDNS",
            "ExternalDNS",
            "VsphereCloudMemoryShort",
            "VsphereCloudIdentityInDoubt");

    private static final Pattern LINK =
            Pattern.compile("\\[`(\\w+)`]\\((?:\\.\\./)?(?:reference/)?reasons\\.md#(\\w+)\\)");
    private static final Pattern WORD = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z]+)+)`");

    @Test
    void everyLogLineHasAMeaningAndARemedy() {
        List<PageRow> rows = PageRow.of(LOG_LINES);

        assertThat(rows).hasSizeGreaterThan(80).allSatisfy(row -> {
            assertThat(row.cells()).hasSize(4).doesNotContain("");
            assertThat(row.cell(0)).startsWith("`").endsWith("`");
        });
        assertThat(rows).extracting(row -> row.cell(0)).doesNotHaveDuplicates();
    }

    @Test
    void everyLinkToAReasonLeadsToThatReason() {
        List<String> linked = LINK.matcher(Project.read(Project.path(LOG_LINES)))
                .results()
                .map(link -> {
                    assertThat(link.group(2)).isEqualToIgnoringCase(link.group(1));
                    return link.group(1);
                })
                .distinct()
                .toList();

        assertThat(CODES).containsAll(linked);
        assertThat(linked).hasSizeGreaterThan(25);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/how-to/backup-and-srm.md",
                "docs/reference/known-issues.md",
                "docs/reference/log-lines.md",
                "docs/reference/network.md",
                "docs/reference/sizing.md",
                "docs/reference/terms.md",
                "docs/explanation/cloud-providers.md",
                "docs/explanation/node-addresses.md",
                "docs/explanation/storage-concepts.md",
                "docs/faq.md"
            })
    void everyReasonOnThePageExists(String page) {
        Stream<String> words = WORD.matcher(Project.read(Project.path(page)))
                .results()
                .map(word -> word.group(1))
                .filter(word -> !OTHER_WORDS.contains(word));

        assertThat(words).isSubsetOf(CODES);
    }
}
