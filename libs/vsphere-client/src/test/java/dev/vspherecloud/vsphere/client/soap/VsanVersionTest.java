package dev.vspherecloud.vsphere.client.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VsanVersionTest {
    @Test
    void theCurrentVersionOfVsanIsRead() {
        assertThat(read("""
                <namespace><name>urn:vim25</name><version>8.0.3.0</version></namespace>
                <namespace><name>urn:vsan</name><version>8.0.2.0</version><priorVersions><version>6.7</version>
                </priorVersions></namespace>""")).contains(new VsanVersion("8.0.2.0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"vSAN 6.7U3", "7.0", "vSAN 7.0U1", "9.1.0.0", "8"})
    void aVersionNeedNotBeANumber(String version) {
        assertThat(read(namespace(version))).contains(new VsanVersion(version));
    }

    /// The version is sent in an HTTP header.
    @ParameterizedTest
    @ValueSource(strings = {"", "8.0&#13;&#10;X: y", "8.0/\"", "8\u00e9", "-8"})
    void aVersionThatCannotBeSentIsNone(String version) {
        assertThat(read(namespace(version))).isEmpty();
    }

    @Test
    void aVersionIsShort() {
        assertThat(read(namespace("8".repeat(64)))).isPresent();
        assertThat(read(namespace("8".repeat(65)))).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new VsanVersion(" 8"));
    }

    @Test
    void aFileWithoutVsanHasNone() {
        assertThat(read("<namespace><name>urn:vim25</name><version>8.0.3.0</version></namespace>"))
                .isEmpty();
        assertThat(read("")).isEmpty();
        assertThatThrownBy(() -> VsanVersion.readCurrent(stream("busy"), _ -> {}))
                .isInstanceOf(MalformedXmlException.class);
    }

    private static String namespace(String version) {
        return "<namespace><name>urn:vsan</name><version>" + version + "</version></namespace>";
    }

    private static Optional<VsanVersion> read(String namespaces) {
        return VsanVersion.readCurrent(stream("<namespaces version=\"1.0\">" + namespaces + "</namespaces>"), _ -> {});
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
