package dev.vspherecloud.csi.domain.attachment;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The facts by which [AttachPolicy] decides.
///
/// @param node          the id of the Node, lower case, or its name
/// @param machines      all machines whose VMs are followed
/// @param gone          the keys of machines whose VMs are proven to be gone
/// @param unknown       why the Nodes or VolumeAttachments are not completely known; empty if they are
/// @param untrusted   why the inventory is not trusted; empty if it is
/// @param silentVcenters the names of the vCenters that do not answer
/// @param openElsewhere the machines to which an earlier attempt may still attach the volume, in words; none if empty
/// @param pending       how many other attaches to the VM run in this process
public record AttachFacts(
        VolumeToAttach volume,
        String node,
        FollowedVms machines,
        Set<String> gone,
        Optional<String> unknown,
        Optional<String> untrusted,
        Set<String> silentVcenters,
        List<String> openElsewhere,
        int pending) {
    public AttachFacts {
        gone = Set.copyOf(gone);
        silentVcenters = Set.copyOf(silentVcenters);
        openElsewhere = List.copyOf(openElsewhere);
    }
}
