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
/// @param providerId    `spec.providerID` as it is, empty if not set
/// @param systemUuid    `status.nodeInfo.systemUUID` as the kubelet reports it, empty if not yet reported
/// @param isUninitialised whether the Node has the taint [#UNINITIALIZED]
/// @param addresses     `status.addresses` in their order; entries of unknown type are left out
public record NodeView(
        NodeMeta meta,
        String providerId,
        String systemUuid,
        boolean isUninitialised,
        List<NodeAddress> addresses,
        NodeHealth health) {
    /// The key of the taint that the kubelet sets if it expects a cloud provider, with any value and effect.
    ///
    /// Rule from: kubernetes/cloud-provider, api.TaintExternalCloudProvider.
    public static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

    public NodeView {
        addresses = List.copyOf(addresses);
    }

    public NodeName name() {
        return meta.name();
    }

    /// Returns the VM that an earlier process of this program found for this Node. Empty if the Node may run on
    /// another machine by now, see [#runsOn].
    public Optional<RecordedVm> recordedVm() {
        Optional<RecordedVm> recorded = RecordedVm.from(meta.annotations());
        return providerId.isEmpty()
                ? recorded.filter(_ -> RecordedVm.biosUuid(meta.annotations())
                        .filter(this::runsOn)
                        .isPresent())
                : recorded;
    }

    /// Returns true if data about this machine is about this Node. The provider id of a Node never changes. A Node
    /// without one runs on the machine that its kubelet reports now, in either byte order.
    ///
    /// @param biosUuid of the VM
    public boolean runsOn(SystemUuid biosUuid) {
        return !providerId.isEmpty()
                || SystemUuid.parse(systemUuid)
                        .filter(biosUuid::isSameMachineAs)
                        .isPresent();
    }

    /// Returns what the Node says about its machine.
    public NodeIdentity identity() {
        return NodeIdentity.of(name(), providerId, systemUuid, recordedVm());
    }

    /// Returns the addresses that the kubelet was configured to use.
    public ProvidedNodeIps providedIps() {
        String annotation = meta.annotations().get(ProvidedNodeIps.ANNOTATION);
        return annotation == null ? new ProvidedNodeIps.None() : ProvidedNodeIps.parse(annotation);
    }
}
