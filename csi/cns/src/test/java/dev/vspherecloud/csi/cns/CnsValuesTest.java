package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which values a request accepts, and which release a version means.
class CnsValuesTest {
    private static final CnsVolumeMetadata METADATA =
            new CnsVolumeMetadata(CnsContainerCluster.vanilla("cluster-1", ""), List.of());

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " a", "a ", "a\nb", "\u202e"})
    void aMalformedIdIsRefused(String id) {
        assertThat(CnsVolumeId.parse(id)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new CnsVolumeId(id));
    }

    @Test
    void anIdMayHaveAnyPrintableForm() {
        assertThat(CnsVolumeId.parse("file:6ee2b7d5")).isPresent();
        assertThat(CnsVolumeId.parse("fake-vol-id")).isPresent();
        assertThat(CnsVolumeId.parse("x".repeat(256))).isPresent();
        assertThat(CnsVolumeId.parse("x".repeat(257))).isEmpty();
    }

    @Test
    void aNameHasAtMost80Characters() {
        assertThat(CnsCreateSpec.newDisk("n".repeat(80), 1, List.of(), METADATA).name())
                .hasSize(80);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CnsCreateSpec.newDisk("n".repeat(81), 1, List.of(), METADATA))
                .withMessage("the name of a volume has 81 characters, expected 1 to 80");
        assertThatIllegalArgumentException().isThrownBy(() -> CnsCreateSpec.newDisk(" ", 1, List.of(), METADATA));
    }

    @Test
    void impossibleValuesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CnsCreateSpec.newDisk("a", 0, List.of(), METADATA))
                .withMessage("the capacity of a volume is 0 MiB, expected at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CnsCreateSpec.newDisk("a", 1, List.of(new MoRef("HostSystem", "host-1")), METADATA));
        assertThatIllegalArgumentException().isThrownBy(() -> CnsContainerCluster.vanilla(" ", ""));
        assertThatIllegalArgumentException().isThrownBy(() -> CnsEntityMetadata.pod("default", " ", "c", "data"));
        assertThatIllegalArgumentException().isThrownBy(() -> CnsEntityMetadata.persistentVolume("", "c", Map.of()));
    }

    @Test
    void aQueryForNothingDoesNotSelectEverything() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CnsQuery.ofVolumes(List.of()))
                .withMessageContaining("would select every volume");
        assertThatIllegalArgumentException().isThrownBy(() -> CnsQuery.ofNames("cluster-1", List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> CnsQuery.ofNames("cluster-1", List.of("")));
        assertThatIllegalArgumentException().isThrownBy(() -> CnsQuery.ofCluster(""));
    }

    @ParameterizedTest
    @CsvSource({
        "vSAN 6.7U3, VSAN_67U3",
        "7.0, VSAN_70",
        "vSAN 7.0U1, VSAN_70U1",
        "7.0.2.0, VSAN_70U2_OR_LATER",
        "8.0.3.0, VSAN_70U2_OR_LATER",
        "9.0.0.0, VSAN_70U2_OR_LATER",
        "9.1.0.0, VSAN_91_OR_LATER",
        "9.1, VSAN_91_OR_LATER",
        "10.0.0.0, VSAN_91_OR_LATER",
        "vSAN 9.1, VSAN_70U2_OR_LATER",
        "99999999999.0, VSAN_70U2_OR_LATER"
    })
    void theVersionNamesTheRelease(String version, CnsRelease release) {
        assertThat(CnsRelease.of(version)).isEqualTo(release);
    }

    @Test
    void aReleaseKnowsWhatItCanDo() {
        assertThat(CnsRelease.VSAN_70.knowsDiskUrl()).isFalse();
        assertThat(CnsRelease.VSAN_70U1.knowsDiskUrl()).isTrue();
        assertThat(CnsRelease.VSAN_70U1.extendsAttachedVolumes()).isFalse();
        assertThat(CnsRelease.VSAN_70U2_OR_LATER.extendsAttachedVolumes()).isTrue();
        assertThat(CnsRelease.VSAN_70U2_OR_LATER.acceptsChosenId()).isFalse();
        assertThat(CnsRelease.VSAN_91_OR_LATER.acceptsChosenId()).isTrue();
    }
}
