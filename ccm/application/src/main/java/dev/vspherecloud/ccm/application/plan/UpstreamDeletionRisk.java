package dev.vspherecloud.ccm.application.plan;

/// The reasons why cloud-provider-vsphere (Go) might delete a Node. The codes are part of the JSON format and do
/// not change; `docs/reference/plan.md` explains them.
///
/// Rule from: cloud-provider-vsphere, instances.go (InstanceExists), search.go, util.go; kubernetes/cloud-provider,
/// controllers/nodelifecycle.
enum UpstreamDeletionRisk {
    PROVIDER_ID_FOREIGN(
            "ProviderIdForeign",
            "The Node has the provider ID of another provider. cloud-provider-vsphere (Go) searches it as a "
                    + "UUID, which no VM has."),
    PROVIDER_ID_MALFORMED(
            "ProviderIdMalformed",
            "The provider ID begins with `vsphere://`, and no UUID follows. cloud-provider-vsphere (Go) searches "
                    + "the rest as a UUID."),
    VM_NOT_FOUND(
            "VmNotFound",
            "No vCenter shows a VM with its UUID. The VM may be gone or hidden from the account; the search "
                    + "cannot distinguish the two."),
    VM_OUTSIDE_DATACENTERS(
            "VmOutsideDatacenters",
            "Its VM is in a datacenter that the configuration omits, so the search does not find it."),
    VM_UNREADABLE("VmUnreadable", "The search finds its VM but cannot read it, which counts as not found."),
    VM_INACCESSIBLE(
            "VmInaccessible", "vCenter cannot access the files of its VM, and may omit such a VM from the search.");

    private final String text;
    private final String description;

    UpstreamDeletionRisk(String text, String meaning) {
        this.text = text;
        this.description = meaning;
    }

    String text() {
        return text;
    }

    String description() {
        return description;
    }
}
