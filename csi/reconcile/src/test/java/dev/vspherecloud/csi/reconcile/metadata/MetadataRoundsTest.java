package dev.vspherecloud.csi.reconcile.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetadataRoundsTest {
    private static final String ID = "00000000-0000-4000-8000-000000000001";
    private static final VolumeEntity VOLUME = VolumeEntity.volume("pv", Map.of());
    private static final VolumeEntity CLAIM = VolumeEntity.claim("shop", "data", Map.of(), "pv");

    @Test
    void anOrdinaryUpdateIsOneRound() {
        assertThat(rounds(List.of(VOLUME, CLAIM, pod("web")), List.of()))
                .containsExactly("+PersistentVolume pv +PersistentVolumeClaim shop/data +Pod shop/web");
        assertThat(rounds(List.of(CLAIM), List.of(pod("web"))))
                .containsExactly("-Pod shop/web +PersistentVolumeClaim shop/data");
        assertThat(rounds(List.of(), List.of())).containsExactly("");
    }

    @Test
    void anOldPodGoesBeforeTheNewOneComes() {
        assertThat(rounds(List.of(pod("new")), List.of(pod("old")))).containsExactly("-Pod shop/old", "+Pod shop/new");
    }

    @Test
    void eachPodOfAClaimHasARoundOfItsOwn() {
        assertThat(rounds(List.of(VOLUME, CLAIM, pod("a"), pod("b"), pod("c")), List.of()))
                .containsExactly(
                        "+PersistentVolume pv +PersistentVolumeClaim shop/data +Pod shop/a",
                        "+Pod shop/b",
                        "+Pod shop/c");
    }

    @Test
    void whatIsReleasedGoesAfterWhatRefersToIt() {
        assertThat(rounds(List.of(), List.of(VOLUME, CLAIM, pod("a"), pod("b"))))
                .containsExactly("-Pod shop/a", "-Pod shop/b -PersistentVolumeClaim shop/data -PersistentVolume pv");
    }

    @Test
    void theClaimOfTheSecondVolumeComesWithIt() {
        VolumeEntity copy = VolumeEntity.volume("copy", Map.of());
        VolumeEntity restored = VolumeEntity.claim("shop", "restored", Map.of(), "copy");

        assertThat(rounds(List.of(restored, copy, VOLUME, CLAIM), List.of()))
                .containsExactly(
                        "+PersistentVolume copy +PersistentVolumeClaim shop/restored",
                        "+PersistentVolume pv +PersistentVolumeClaim shop/data");
    }

    @Test
    void aFileVolumeHasOneRound() {
        var update = new MetadataUpdate("file:" + ID, List.of(pod("a"), pod("b")), List.of(pod("c")));

        assertThat(MetadataRounds.partsOf(update)).containsExactly(update);
    }

    @Test
    void aDiskIsRegisteredWithOneEntityOfEachKind() {
        assertThat(MetadataRounds.first(ID, List.of(VOLUME, CLAIM, pod("a"), pod("b"))))
                .containsExactly(VOLUME, CLAIM, pod("a"));
    }

    private static VolumeEntity pod(String name) {
        return VolumeEntity.pod("shop", name, "data");
    }

    private static List<String> rounds(List<VolumeEntity> written, List<VolumeEntity> removed) {
        return MetadataRounds.partsOf(new MetadataUpdate(ID, written, removed)).stream()
                .map(part -> Stream.concat(
                                part.removed().stream().map(each -> "-" + each.key()),
                                part.written().stream().map(each -> "+" + each.key()))
                        .collect(Collectors.joining(" ")))
                .toList();
    }
}
