package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Set;

/// The objects of a vCenter at one moment, from which the tag watcher selects those whose tags it reads.
public interface TaggedObjects {
    /// Returns true if no object is known yet whose tags are always read.
    boolean isEmpty();

    /// Returns the objects whose tags are read.
    ///
    /// @param known the tags that were read so far
    Set<MoRef> tagSelection(TagCache known, WantedTags wanted);
}
