package dev.vspherecloud.csi.vcenter.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import java.util.Optional;

/// A machine that a VolumeAttachment names and whose VM no vCenter shows.
///
/// @param recorded     the VM, from when it existed; empty if nothing recorded it
/// @param isRecordOurs true if this driver wrote the record or saw the VM; false if the kubelet may have written it
/// @param isNodeGone   true if the machine is not a Node any more
record MissingMachine(
        NodeName key, VmQuery query, Optional<RecordedVm> recorded, boolean isRecordOurs, boolean isNodeGone) {}
