package dev.vspherecloud.domain.vm;

import java.util.Optional;

/// The provider ID of a Node's VM in Kubernetes.
///
/// Form: `vsphere://` and the VM's BIOS UUID, lower case, dashed, as in
/// `vsphere://4237558d-a1b2-c3d4-e5f6-0123456789ab`. The provider writes it once into `Node.spec.providerID`
/// and never changes it: the API server refuses a change, and volumes and autoscalers store it.
///
/// Rule from: cloud-provider-vsphere, ProviderPrefix and GetUUIDFromProviderID. Differs: only a complete UUID
/// is accepted, so that an ID of another provider is never searched as a VM.
public record ProviderId(SystemUuid uuid) {
    public static final String PREFIX = "vsphere://";

    /// Parses a vSphere provider ID; empty if the text is the ID of another provider, or has no valid UUID.
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
