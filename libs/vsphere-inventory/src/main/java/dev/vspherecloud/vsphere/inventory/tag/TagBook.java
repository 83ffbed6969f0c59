package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagReading;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tags of our VMs and the places above them, as last read. They are kept while they cannot be read anew.
///
/// @param unseen  the configured categories that vCenter did not show
/// @param failure why the last attempt failed; empty when it did not
public record TagBook(Map<MoRef, List<Tag>> tags, List<String> unseen, Optional<String> failure) {
    public static final TagBook UNREAD = new TagBook(Map.of(), List.of(), Optional.empty());

    public TagBook {
        tags = Map.copyOf(tags);
        unseen = List.copyOf(unseen);
    }

    public TagReading of(MoRef object) {
        List<Tag> known = tags.get(object);
        if (known != null) {
            return new TagReading.Read(known);
        }
        return failure.<TagReading>map(TagReading.Failed::new).orElseGet(TagReading.Awaited::new);
    }

    public TagBook failing(String why) {
        return new TagBook(tags, unseen, Optional.of(why));
    }
}
