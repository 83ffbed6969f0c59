package dev.vspherecloud.csi.controller.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.controller.volume.VolumeListResult.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VolumePageTest {
    private static List<Entry> entries(String... handles) {
        return Stream.of(handles).map(handle -> new Entry(handle, 1)).toList();
    }

    @Test
    void returnsAllWithoutALimit() {
        assertThat(VolumePage.of(entries("c", "a", "b"), "", 0)).isEqualTo(new VolumePage(entries("a", "b", "c"), ""));
    }

    @Test
    void pagesReturnEachVolumeOnce() {
        List<Entry> all = entries("e", "a", "d", "b", "c");
        List<Entry> read = new ArrayList<>();
        String token = "";
        int pages = 0;
        do {
            VolumePage page = VolumePage.of(all, token, 2);
            read.addAll(page.entries());
            token = page.next();
            pages++;
        } while (!token.isEmpty());

        assertThat(read).isEqualTo(entries("a", "b", "c", "d", "e"));
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void aPageThatEndsWithTheLastVolumeHasNoToken() {
        assertThat(VolumePage.of(entries("a", "b"), "", 2).next()).isEmpty();
    }

    @Test
    void volumesThatComeAndGoMoveNoOther() {
        VolumePage first = VolumePage.of(entries("b", "c", "d", "e"), "", 2);
        // b is deleted and a is created between the pages.
        VolumePage second = VolumePage.of(entries("a", "c", "d", "e"), first.next(), 2);

        assertThat(first.entries()).isEqualTo(entries("b", "c"));
        assertThat(second.entries()).isEqualTo(entries("d", "e"));
    }
}
