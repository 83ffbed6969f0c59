package dev.vspherecloud.domain.label;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSyntaxTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "example.com/a", "example.com/A_b-c.d", "a.b.c/x", "0/0"})
    void acceptsValidKeys(String text) {
        assertThat(LabelSyntax.isKey(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "-a", "a-", "/a", "a/", "a/b/c", "Example.com/a", "a..b/c", "-a.b/c", "ä"})
    void refusesInvalidKeys(String text) {
        assertThat(LabelSyntax.isKey(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"62, true", "63, true", "64, false"})
    void limitsTheLengthOfNamesAndValues(int length, boolean expected) {
        assertThat(LabelSyntax.isKey("example.com/" + "a".repeat(length))).isEqualTo(expected);
        assertThat(LabelSyntax.isValue("a".repeat(length))).isEqualTo(expected);
    }

    /// The examples of the rule for additional labels in kubernetes/cloud-provider, and some more.
    @ParameterizedTest
    @CsvSource({
        "topology.kubernetes.io/region, true",
        "topology.k8s.io/region, true",
        "kubernetes.io/x, true",
        "k8s.io/x, true",
        "a.b.kubernetes.io/x, true",
        "app.k8snio/bar, false",
        "k8snio/bar, false",
        "topology.k8s.cp/zone-id, false",
        "my.custom.label/foo, false",
        "mykubernetes.io/x, false",
        "my-k8s.io/x, false",
        "kubernetes.io.example/x, false",
        "kubernetes.io, false",
    })
    void recognizesTheKeysOfKubernetes(String key, boolean expected) {
        assertThat(LabelSyntax.isReserved(key)).isEqualTo(expected);
    }
}
