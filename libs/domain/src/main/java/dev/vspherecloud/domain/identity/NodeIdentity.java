package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.util.Optional;

/// What a Node says about the machine it runs on.
public sealed interface NodeIdentity {
    /// A VM that vSphere may know.
    record OnVsphere(VmQuery query) implements NodeIdentity {}

    /// The provider id is another provider's: the Node is not ours, nothing about it is read or written.
    record Foreign(String providerId) implements NodeIdentity {}

    /// The provider id starts as ours and names no UUID; it can't be changed any more.
    record Malformed(String providerId) implements NodeIdentity {
        public Reason reason() {
            return new Reason(
                    VsphereReason.PROVIDER_ID_MALFORMED,
                    "provider id \"%s\" names no VM; expected vsphere://<UUID>. It can't be changed: delete the Node and let it register again"
                            .formatted(
                                    new InvalidAnnotation("spec.providerID", providerId, ProviderId.PREFIX).shown()));
        }
    }

    /// Reads the claim of a Node.
    ///
    /// @param providerId `spec.providerID`, empty when not set
    /// @param systemUuid as the kubelet reports it, empty when not yet reported
    /// @param recorded   the VM that was found before
    static NodeIdentity of(NodeName node, String providerId, String systemUuid, Optional<RecordedVm> recorded) {
        Optional<SystemUuid> reported = SystemUuid.parse(systemUuid);
        if (providerId.isEmpty()) {
            return new OnVsphere(new VmQuery(node, Optional.empty(), reported, recorded));
        }
        if (!providerId.startsWith(ProviderId.PREFIX)) {
            return new Foreign(providerId);
        }
        return ProviderId.parse(providerId)
                .<NodeIdentity>map(id -> new OnVsphere(new VmQuery(node, Optional.of(id.uuid()), reported, recorded)))
                .orElseGet(() -> new Malformed(providerId));
    }
}
