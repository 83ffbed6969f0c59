package dev.vspherecloud.ccm.application.plan;

/// Why something would be written on a Node. The words are an interface; `docs/reference/plan.md` explains them.
enum WriteReason {
    NODE_INITIALISED("NodeInitialised", "The Node waits for a cloud provider, and everything it needs is there."),
    FAMILY_AWAITED(
            "FamilyAwaited", "The Node waits for an address of one IP family and gets those of the others meanwhile."),
    VM_RECORDED("VmRecorded", "Ours records which VM is the Node's, as it does on every Node that it takes over."),
    RECORD_OUTDATED("RecordOutdated", "The record of the Node's VM is not what vCenter shows."),
    ADDRESS_NOT_CHOSEN(
            "AddressNotChosen",
            "The guest reports an address of the Node, and the rules do not choose it, as one that is excluded."),
    ADDRESS_GONE("AddressGone", "The guest does not report an address of the Node any more, and has another."),
    ADDRESS_MISSING("AddressMissing", "The Node lacks an address that our rules choose."),
    ADDRESS_ORDER("AddressOrder", "Another address of the Node is the first of its type."),
    HOST_NAME_CHANGED("HostNameChanged", "The guest calls itself by another name."),
    OLDER_LABEL_DECIDES(
            "OlderLabelDecides",
            "The newer key of a label does not say what its older key says; the Go program writes this, too."),
    LABELS_FOLLOW_VM("LabelsFollowVm", "The VM was moved, tagged anew or resized, and `labels.relabel` is true."),
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
