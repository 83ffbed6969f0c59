package dev.vspherecloud.domain.node;

import java.util.List;

/// What a Node says about the machine it runs on.
public sealed interface NodeClaim {
    /// A VM that vSphere may know.
    record OnVsphere(VmQuery query) implements NodeClaim {}

    /// The provider id is another provider's: the Node is not ours, nothing about it is read or written.
    record Foreign(String providerId) implements NodeClaim {}

    /// The provider id starts as ours and names no UUID; it can't be changed any more.
    record Malformed(String providerId) implements NodeClaim {}

    /// Reads the claim of a Node.
    ///
    /// The provider id decides when there is one, since it can't change; else the system UUID, in the order the
    /// kubelet reports and the other.
    static NodeClaim of(NodeView node) {
        if (node.providerId().isEmpty()) {
            List<SystemUuid> uuids = SystemUuid.parse(node.systemUuid())
                    .map(uuid -> List.of(uuid, uuid.swapped()))
                    .orElse(List.of());
            return new OnVsphere(new VmQuery(node.name(), uuids, node.recordedVm()));
        }
        if (!node.providerId().startsWith(ProviderId.PREFIX)) {
            return new Foreign(node.providerId());
        }
        return ProviderId.parse(node.providerId())
                .<NodeClaim>map(id -> new OnVsphere(new VmQuery(node.name(), List.of(id.uuid()), node.recordedVm())))
                .orElseGet(() -> new Malformed(node.providerId()));
    }
}
