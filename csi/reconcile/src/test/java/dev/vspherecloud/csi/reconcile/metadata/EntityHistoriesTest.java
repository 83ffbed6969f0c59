package dev.vspherecloud.csi.reconcile.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.metadata.EntityHistory;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntityHistoriesTest {
    private static final String VOLUME = "vol-1";

    private final EntityHistories histories = new EntityHistories();

    private static EntityKey pod(int number) {
        return EntityKey.pod("default", "job-" + number);
    }

    /// Each run of a CronJob is a Pod with another name.
    @Test
    void theHistoryOfAVolumeHasABound() {
        int runs = 10 * EntityHistories.MAX_ENTITIES;
        for (int i = 0; i < runs; i++) {
            histories.onDeleted(VOLUME, pod(i));
            if (i % 2 == 0) {
                histories.onRemoved(VOLUME, pod(i));
            }
        }

        EntityHistory history = histories.of(VOLUME);
        assertThat(history.deleted()).hasSize(EntityHistories.MAX_ENTITIES).contains(pod(runs - 1));
        assertThat(history.removed()).hasSize(EntityHistories.MAX_ENTITIES).contains(pod(runs - 2));
    }

    @Test
    void aVolumeThatNoObjectHasIsForgotten() {
        histories.onDeleted(VOLUME, pod(1));

        histories.retain(Set.of("vol-2"));

        assertThat(histories.of(VOLUME)).isEqualTo(EntityHistory.NONE);
    }
}
