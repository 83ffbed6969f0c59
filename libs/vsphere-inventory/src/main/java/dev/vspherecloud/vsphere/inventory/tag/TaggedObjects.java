package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Set;

/// The objects of a vCenter at one moment, for whoever reads their tags.
public interface TaggedObjects {
    /// Whether no object is known yet whose tags always matter.
    boolean isEmpty();

    /// The objects whose tags matter.
    ///
    /// @param known the tags that were read so far
    Set<MoRef> wishes(TagCache known, TopologyRules rules);
}
