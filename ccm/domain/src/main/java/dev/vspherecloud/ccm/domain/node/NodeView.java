package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.util.List;
import java.util.Optional;

/// A Kubernetes Node as far as we care.
///
/// @param providerId    `spec.providerID` as it stands, empty when not set
/// @param systemUuid    `status.nodeInfo.systemUUID` as the kubelet reports it, empty when not yet reported
/// @param uninitialized whether the Node carries the taint [#UNINITIALIZED]
/// @param addresses     `status.addresses` in their order; entries of unknown type are left out
public record NodeView(
        NodeMeta meta,
        String providerId,
        String systemUuid,
        boolean uninitialized,
        List<NodeAddress> addresses,
        NodeHealth health) {
    /// The taint that the kubelet sets when it expects a cloud provider; whatever its value and effect.
    ///
    /// Rule from: kubernetes/cloud-provider, api.TaintExternalCloudProvider.
    public static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

    public NodeView {
        addresses = List.copyOf(addresses);
    }

    public NodeName name() {
        return meta.name();
    }

    /// The VM that an earlier process of ours found for this Node. Empty if the Node may run on another machine by now,
    /// see [#runsOn].
    public Optional<RecordedVm> recordedVm() {
        Optional<RecordedVm> recorded = RecordedVm.from(meta.annotations());
        return providerId.isEmpty()
                ? recorded.filter(_ -> RecordedVm.machine(meta.annotations())
                        .filter(this::runsOn)
                        .isPresent())
                : recorded;
    }

    /// Returns whether what was found out about this machine is about this Node. The provider id of a Node never
    /// changes. A Node without one runs on the machine that its kubelet reports now, in either byte order.
    ///
    /// @param biosUuid of the VM
    public boolean runsOn(SystemUuid biosUuid) {
        return !providerId.isEmpty()
                || SystemUuid.parse(systemUuid)
                        .filter(biosUuid::isSameMachineAs)
                        .isPresent();
    }

    /// What the Node says about its machine.
    public NodeIdentity claim() {
        return NodeIdentity.of(name(), providerId, systemUuid, recordedVm());
    }

    /// What the kubelet was told to use as its addresses.
    public ProvidedNodeIps providedIps() {
        String annotation = meta.annotations().get(ProvidedNodeIps.ANNOTATION);
        return annotation == null ? new ProvidedNodeIps.None() : ProvidedNodeIps.parse(annotation);
    }
}
