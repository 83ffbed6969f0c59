package dev.vspherecloud.ccm.application.plan;

/// Why cloud-provider-vsphere (Go) might delete a Node. The words are an interface; `docs/reference/plan.md`
/// explains them.
///
/// Rule from: cloud-provider-vsphere, instances.go (InstanceExists), search.go, util.go;
/// kubernetes/cloud-provider, controllers/nodelifecycle.
enum UpstreamDeletionRisk {
    PROVIDER_ID_FOREIGN(
            "ProviderIdForeign",
            "The provider ID belongs to another provider. cloud-provider-vsphere (Go) searches it as a UUID, which no VM has."),
    PROVIDER_ID_MALFORMED(
            "ProviderIdMalformed",
            "The provider ID begins with `vsphere://`, but no UUID follows. cloud-provider-vsphere (Go) searches what follows as a UUID."),
    VM_NOT_FOUND(
            "VmNotFound",
            "No vCenter shows a VM with the Node's UUID. The VM is gone, or hidden from the account: the search cannot tell."),
    VM_OUTSIDE_DATACENTERS(
            "VmOutsideDatacenters",
            "The VM is in a datacenter that is not configured, so the search does not find it."),
    VM_UNREADABLE("VmUnreadable", "The search finds the VM but cannot read it, which counts as not found."),
    VM_INACCESSIBLE(
            "VmInaccessible", "The files of the VM cannot be accessed. vCenter may leave such a VM out of the search.");

    private final String word;
    private final String meaning;

    UpstreamDeletionRisk(String word, String meaning) {
        this.word = word;
        this.meaning = meaning;
    }

    String word() {
        return word;
    }

    String meaning() {
        return meaning;
    }
}
