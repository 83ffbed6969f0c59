package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A cache of the tags of VMs and of the inventory objects above them, as they were read last. While tags
/// cannot be read, the old ones stay.
///
/// @param missingCategories  the configured categories that vCenter did not show
/// @param showsNoCategory true if a configured category is missing, and vCenter showed no other category either:
///     then the account probably may not read tags
/// @param failure why the last attempt failed; empty if it did not fail
public record TagCache(
        Map<MoRef, List<Tag>> tags, List<String> missingCategories, boolean showsNoCategory, Optional<String> failure) {
    public static final TagCache UNREAD = new TagCache(Map.of(), List.of(), Optional.empty());

    public TagCache(Map<MoRef, List<Tag>> tags, List<String> missingCategories, Optional<String> failure) {
        this(tags, missingCategories, false, failure);
    }

    public TagCache {
        tags = Map.copyOf(tags);
        missingCategories = List.copyOf(missingCategories);
    }

    public TagState stateOf(MoRef object) {
        List<Tag> known = tags.get(object);
        if (known != null) {
            return new TagState.Read(known);
        }
        return failure.<TagState>map(TagState.Failed::new).orElseGet(TagState.Awaited::new);
    }

    public TagCache withFailure(String why) {
        return new TagCache(tags, missingCategories, showsNoCategory, Optional.of(why));
    }
}
