package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.util.List;
import java.util.Optional;

/// The part of a Kubernetes Node that this program uses.
///
/// @param providerId `spec.providerID` of the Node, empty if not set
/// @param systemUuid `status.nodeInfo.systemUUID` as the kubelet reports it, empty if not reported yet
/// @param isUninitialised true if the Node has the taint [#UNINITIALIZED]
/// @param addresses `status.addresses` in their order, without entries of unknown type
public record NodeView(
        NodeMeta meta,
        String providerId,
        String systemUuid,
        boolean isUninitialised,
        List<NodeAddress> addresses,
        NodeHealth health) {
    /// The key of the taint that the kubelet sets on a new Node if a cloud provider must initialise it. Value and
    /// effect do not matter.
    ///
    /// Rule from: kubernetes/cloud-provider, api.TaintExternalCloudProvider.
    public static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

    public NodeView {
        addresses = List.copyOf(addresses);
    }

    public NodeName name() {
        return meta.name();
    }

    /// Returns the VM that the annotations of the Node record. Returns empty if the Node may run on another machine
    /// by now, see [#runsOn].
    public Optional<RecordedVm> recordedVm() {
        Optional<RecordedVm> recorded = RecordedVm.from(meta.annotations());
        return providerId.isEmpty()
                ? recorded.filter(_ -> RecordedVm.biosUuid(meta.annotations())
                        .filter(this::runsOn)
                        .isPresent())
                : recorded;
    }

    /// Returns true if the Node runs on the machine with this BIOS UUID. A Node with a provider ID never changes
    /// its machine, so the method returns true. For other Nodes the kubelet's system UUID must match, in either
    /// byte order.
    ///
    /// @param biosUuid the BIOS UUID of a VM
    public boolean runsOn(SystemUuid biosUuid) {
        return !providerId.isEmpty()
                || SystemUuid.parse(systemUuid)
                        .filter(biosUuid::isSameMachineAs)
                        .isPresent();
    }

    /// Returns the machine that the Node names by provider ID, system UUID, recorded VM or name.
    public NodeIdentity identity() {
        return NodeIdentity.of(name(), providerId, systemUuid, recordedVm());
    }

    /// Returns the node IPs with which the kubelet was configured (`--node-ip`).
    public ProvidedNodeIps providedIps() {
        String annotation = meta.annotations().get(ProvidedNodeIps.ANNOTATION);
        return annotation == null ? new ProvidedNodeIps.None() : ProvidedNodeIps.parse(annotation);
    }
}
