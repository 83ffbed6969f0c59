package dev.vspherecloud.ccm.application.plan;

/// Why something would be written on a Node. The words are an interface; `docs/reference/plan.md` explains them.
enum WriteReason {
    NODE_INITIALISED("NodeInitialised", "The Node waits for a cloud provider, and nothing is missing."),
    FAMILY_AWAITED(
            "FamilyAwaited", "The Node waits for an address of one IP family, and gets the addresses of the others."),
    VM_RECORDED("VmRecorded", "This provider records the Node's VM, as it does on every Node."),
    RECORD_OUTDATED("RecordOutdated", "The annotations that record the Node's VM differ from what vCenter shows."),
    ADDRESS_NOT_CHOSEN(
            "AddressNotChosen",
            "The guest reports an address of the Node, but the rules do not choose it, for example because it is excluded."),
    ADDRESS_GONE("AddressGone", "The guest does not report an address of the Node any more, and reports another one."),
    ADDRESS_MISSING("AddressMissing", "The Node lacks an address that the rules of this provider choose."),
    ADDRESS_ORDER("AddressOrder", "The order changes: another address of the Node becomes the first of its type."),
    HOST_NAME_CHANGED("HostNameChanged", "The guest reports another host name."),
    OLDER_LABEL_DECIDES(
            "OlderLabelDecides",
            "The newer key of a label differs from its older key. cloud-provider-vsphere (Go) also writes this change."),
    LABELS_FOLLOW_VM(
            "LabelsFollowVm", "The VM was moved, its tags changed, or it was resized; and `labels.relabel` is true."),
    VM_NOT_RUNNING("VmNotRunning", "The Node is not ready, and its VM is powered off or suspended."),
    VM_RUNS("VmRuns", "The Node is tainted as shut down, and its VM runs."),
    NODE_READY("NodeReady", "The Node is tainted as shut down, and is ready.");

    private final String word;
    private final String meaning;

    WriteReason(String word, String meaning) {
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
