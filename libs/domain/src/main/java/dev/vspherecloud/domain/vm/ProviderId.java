package dev.vspherecloud.domain.vm;

import java.util.Optional;

/// The id Kubernetes keeps for a Node's VM.
///
/// Form: `vsphere://` and the VM's BIOS UUID, lower case, dashed, as in
/// `vsphere://4237558d-a1b2-c3d4-e5f6-0123456789ab`. Written once into `Node.spec.providerID` and never changed:
/// the API server refuses a change, and volumes and autoscalers remember it.
///
/// Rule from: cloud-provider-vsphere, ProviderPrefix and GetUUIDFromProviderID; differs: only a whole UUID is
/// accepted, so that an id of another provider is never searched as a VM.
public record ProviderId(SystemUuid uuid) {
    public static final String PREFIX = "vsphere://";

    /// Reads an id of ours; empty when it is another provider's, or names no UUID.
    public static Optional<ProviderId> parse(String text) {
        return text.startsWith(PREFIX)
                ? SystemUuid.parse(text.substring(PREFIX.length())).map(ProviderId::new)
                : Optional.empty();
    }

    @Override
    public String toString() {
        return PREFIX + uuid;
    }
}
