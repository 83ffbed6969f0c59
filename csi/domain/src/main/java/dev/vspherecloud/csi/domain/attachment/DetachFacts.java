package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.VmDisk;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The facts by which [DetachPolicy] decides.
///
/// @param node        the id of the Node, lower case, or its name; empty to detach the volume from all
/// @param machines    all machines whose VMs are followed
/// @param targets     the keys of the machines that the request means: those that have the id or the name, and those
///     that VolumeAttachments of this volume name for a Node of that name
/// @param absences    what is proven about machines whose VMs are missing, by key
/// @param unknown     why the Nodes and VolumeAttachments are not completely known; empty if they are
/// @param untrusted   why the inventory is not trusted; empty if it is
/// @param silentVcenters the names of the vCenters that do not answer
/// @param open        the attempts to attach that may still run, by key of the machine
/// @param reads       the disks of VMs as they were read for this request, by reference
/// @param detached    the references of VMs from which a task of this request has detached the volume
/// @param sent        the references of VMs for which a detach of this request has ended, whatever it said
/// @param consumers   the VMs that have the disk, as CNS says; empty if that was not asked
public record DetachFacts(
        VolumeToAttach volume,
        String node,
        FollowedVms machines,
        Set<String> targets,
        Map<String, AbsenceState> absences,
        Optional<String> unknown,
        Optional<String> untrusted,
        Set<String> silentVcenters,
        Map<String, AttachAttempt> open,
        Map<String, List<VmDisk>> reads,
        Set<String> detached,
        Set<String> sent,
        Optional<List<String>> consumers,
        Instant now) {
    public DetachFacts {
        targets = Set.copyOf(targets);
        absences = Map.copyOf(absences);
        silentVcenters = Set.copyOf(silentVcenters);
        open = Map.copyOf(open);
        reads = Map.copyOf(reads);
        detached = Set.copyOf(detached);
        sent = Set.copyOf(sent);
        consumers = consumers.map(List::copyOf);
    }
}
