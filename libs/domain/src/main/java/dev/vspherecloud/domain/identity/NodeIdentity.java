package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.util.Optional;

/// The identity of the machine on which a Node runs, according to the Node itself.
public sealed interface NodeIdentity {
    /// The Node may run on a VM that a vCenter knows.
    record OnVsphere(VmQuery query) implements NodeIdentity {}

    /// The provider ID is that of another provider. The program reads and writes nothing about the Node.
    record Foreign(String providerId) implements NodeIdentity {}

    /// The provider ID has the prefix `vsphere://` but no valid UUID. A provider ID cannot be changed.
    record Malformed(String providerId) implements NodeIdentity {
        public Reason reason() {
            return new Reason(
                    VsphereReason.PROVIDER_ID_MALFORMED,
                    "provider ID: found \"%s\", expected vsphere://<UUID>. A provider ID cannot be changed: delete the Node, and let its kubelet register it again"
                            .formatted(new InvalidAnnotation("spec.providerID", providerId, ProviderId.PREFIX)
                                    .printableValue()));
        }
    }

    /// Reads the identity of a Node.
    ///
    /// @param providerId `spec.providerID`, empty if not set
    /// @param systemUuid the system UUID that the kubelet reports, empty if it is not reported yet
    /// @param recorded   the VM that was found for the Node before
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
