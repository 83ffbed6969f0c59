package dev.vspherecloud.csi.controller.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.ContentSource;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeFailure;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CopySourcesTest {
    private static final StorageClassParameters NO_PARAMETERS =
            new StorageClassParameters(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private final CopySources sources = new CopySources();

    private static NewVolume volume(String name, Optional<ContentSource> source) {
        return new NewVolume(name, 1024, NO_PARAMETERS, source, TopologyRequirement.NONE);
    }

    private static Optional<ContentSource> cloneOf(String id) {
        return Optional.of(new ContentSource.OfVolume(new VolumeHandle.Block(id)));
    }

    @Test
    void aNameOfADeletedVolumeMayHaveAnotherSource() {
        sources.onCreated(volume("copy", cloneOf("vol-1")), "vol-2");
        assertThat(sources.conflict(volume("copy", cloneOf("vol-1")))).isEmpty();
        assertThat(sources.conflict(volume("copy", Optional.empty())))
                .containsInstanceOf(VolumeFailure.ExistsIncompatible.class);

        sources.onDeleted("vol-1");
        assertThat(sources.conflict(volume("copy", Optional.empty())))
                .as("the source is gone, the copy is not")
                .isPresent();
        sources.onDeleted("vol-2");
        assertThat(sources.conflict(volume("copy", Optional.empty()))).isEmpty();
        assertThat(sources.size()).isZero();
    }

    @Test
    void theNumberOfRememberedVolumesHasABound() {
        for (int i = 0; i < CopySources.MAX_REMEMBERED + 100; i++) {
            sources.onCreated(volume("pvc-" + i, Optional.empty()), "vol-" + i);
        }

        assertThat(sources.size()).isEqualTo(CopySources.MAX_REMEMBERED);
        assertThat(sources.conflict(volume("pvc-0", cloneOf("vol-1"))))
                .as("forgotten")
                .isEmpty();
    }
}
