package dev.vspherecloud.ccm.application.plan;

/// Why cloud-provider-vsphere (Go) might delete a Node. The words are an interface; `docs/reference/plan.md`
/// explains them.
///
/// Rule from: cloud-provider-vsphere, instances.go (InstanceExists), search.go, util.go;
/// kubernetes/cloud-provider, controllers/nodelifecycle.
enum UpstreamDeletionRisk {
    PROVIDER_ID_FOREIGN(
            "ProviderIdForeign", "Its provider id is another provider's. It is searched as a UUID, which no VM has."),
    PROVIDER_ID_MALFORMED(
            "ProviderIdMalformed",
            "Its provider id begins as ours and names no UUID. What follows is searched as one."),
    VM_NOT_FOUND(
            "VmNotFound",
            "No vCenter shows a VM with its UUID: the VM is gone, or hidden from the account; the search can't tell."),
    VM_OUTSIDE_DATACENTERS(
            "VmOutsideDatacenters",
            "Its VM is in a datacenter that the configuration leaves out, so the search does not find it."),
    VM_UNREADABLE("VmUnreadable", "Its VM is found and can't be read, which counts as not found."),
    VM_INACCESSIBLE(
            "VmInaccessible", "The files of its VM can't be accessed. vCenter may leave such a VM out of the search.");

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
