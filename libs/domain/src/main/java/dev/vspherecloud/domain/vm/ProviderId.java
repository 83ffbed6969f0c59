package dev.vspherecloud.domain.vm;

import java.util.Optional;

/// The provider id of a Node's VM in Kubernetes.
///
/// Form: `vsphere://` and the VM's BIOS UUID, lower case, dashed, as in
/// `vsphere://4237558d-a1b2-c3d4-e5f6-0123456789ab`. It is written once into `Node.spec.providerID` and never
/// changed: the API server refuses a change, and volumes and autoscalers store it.
///
/// Rule from: cloud-provider-vsphere, ProviderPrefix and GetUUIDFromProviderID; differs: only a complete UUID is
/// accepted, so that an id of another provider is never searched as a VM.
public record ProviderId(SystemUuid uuid) {
    public static final String PREFIX = "vsphere://";

    /// Parses a vSphere provider id; empty if it is another provider's, or has no valid UUID.
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
