package dev.vspherecloud.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNamesTest {
    @ParameterizedTest(name = "Node {0} and guest {1}: {2}")
    @CsvSource({
        "w-1,         w-1,         true",
        "w-1,         W-1,         true",
        "w-1,         w-1.example, true",
        "w-1,         W-1.EXAMPLE, true",
        "w-1.example, w-1,         true",
        "w-1.example, W-1,         true",
        "w-1.example, w-1.example, true",
        "w-1.example, w-1.other,   false",
        "w-1,         w-10,        false",
        "w-1,         w,           false",
        "w-1,         localhost,   false",
        "10.1.0.5,    10,          false",
        "10.1.0.5,    10.1.0.5,    true",
        "10,          10.1.0.5,    false",
    })
    void caseAndAMissingDomainMakeNoDifference(String node, String guest, boolean same) {
        assertThat(HostNames.mayBeSameHost(new NodeName(node), guest)).isEqualTo(same);
    }

    @Test
    void aShortNameIsTriedWithTheDomainsOfOtherNodes() {
        assertThat(HostNames.variants(new NodeName("w-1"), List.of("cluster.example", "other.example")))
                .containsExactly("w-1", "W-1", "w-1.cluster.example", "w-1.other.example");
    }

    @Test
    void aFullNameIsTriedWithoutItsDomain() {
        assertThat(HostNames.variants(new NodeName("w-1.example"), List.of("example")))
                .containsExactly("w-1.example", "w-1", "W-1");
    }

    @Test
    void anAddressIsTriedAsItIs() {
        assertThat(HostNames.variants(new NodeName("10.1.0.5"), List.of("example")))
                .containsExactly("10.1.0.5");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "w-1.Cluster.Example, cluster.example",
        "w-1, ''",
        "'', ''",
        "w-1., ''",
        ".example, ''",
        "10.1.0.5, ''",
        "w-1.a b, ''",
        "w-1.<b/>, ''",
        "w-1.\uFFFE, ''",
    })
    void aDomainIsWhatFollowsTheFirstDot(String hostName, String domain) {
        assertThat(HostNames.domain(hostName).orElse("")).isEqualTo(domain);
    }

    @Test
    void everyVariantMayBeTheSameHost() {
        for (String name : List.of("w-1", "w-1.example", "10.1.0.5")) {
            var node = new NodeName(name);

            assertThat(HostNames.variants(node, List.of("example")))
                    .allMatch(variant -> HostNames.mayBeSameHost(node, variant));
        }
    }
}
