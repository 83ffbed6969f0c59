package dev.vspherecloud.vsphere.inventory.tag;

import static dev.vspherecloud.vsphere.inventory.Fixtures.FOLDER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.HOST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TagCacheTest {
    private static final Tag ZONE = new Tag("k8s-zone", "a");

    @Test
    void noTagsAreNotTheSameAsUnreadTags() {
        var cache = new TagCache(Map.of(HOST, List.of()), List.of(), Optional.empty());

        assertThat(cache.stateOf(HOST)).isEqualTo(new TagState.Read(List.of()));
        assertThat(cache.stateOf(FOLDER)).isEqualTo(new TagState.Awaited());
    }

    @Test
    void tagsStayAfterAFailure() {
        var cache = new TagCache(Map.of(HOST, List.of(ZONE)), List.of(), Optional.empty()).withFailure("no route");

        assertThat(cache.stateOf(HOST)).isEqualTo(new TagState.Read(List.of(ZONE)));
        assertThat(cache.stateOf(FOLDER)).isEqualTo(new TagState.Failed("no route"));
    }

    @Test
    void everythingIsAwaitedAtFirst() {
        assertThat(TagCache.UNREAD.stateOf(HOST)).isEqualTo(new TagState.Awaited());
    }
}
