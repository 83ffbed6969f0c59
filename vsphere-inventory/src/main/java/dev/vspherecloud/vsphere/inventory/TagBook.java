package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagReading;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tags of the places above our VMs, as last read. They are kept while they cannot be read anew.
///
/// @param failure why the last attempt failed; empty when it did not
record TagBook(Map<MoRef, List<Tag>> tags, Optional<String> failure) {
    static final TagBook UNREAD = new TagBook(Map.of(), Optional.empty());

    TagBook {
        tags = Map.copyOf(tags);
    }

    TagReading of(MoRef place) {
        List<Tag> known = tags.get(place);
        if (known != null) {
            return new TagReading.Read(known);
        }
        return failure.<TagReading>map(TagReading.Failed::new).orElseGet(TagReading.Awaited::new);
    }

    TagBook failing(String why) {
        return new TagBook(tags, Optional.of(why));
    }
}
