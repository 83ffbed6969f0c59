package dev.vspherecloud.ccm.application.plan;

/// The reasons why this program would write to a Node. The codes are part of the JSON format and do not change;
/// `docs/reference/plan.md` explains them.
enum WriteReason {
    NODE_INITIALISED("NodeInitialised", "The Node waits for a cloud provider, and everything that it needs is known."),
    FAMILY_AWAITED(
            "FamilyAwaited",
            "The Node waits for an address of one IP family and gets those of the other families meanwhile."),
    VM_RECORDED(
            "VmRecorded",
            "The provider records the VM of the Node in annotations, as on every Node after a migration."),
    RECORD_OUTDATED("RecordOutdated", "The recorded VM differs from the VM that vCenter shows."),
    ADDRESS_NOT_CHOSEN(
            "AddressNotChosen",
            "The guest reports an address of the Node, and the rules do not choose it, for example because it is "
                    + "excluded."),
    ADDRESS_GONE("AddressGone", "The guest no longer reports an address of the Node, and has another."),
    ADDRESS_MISSING("AddressMissing", "The Node lacks an address that the rules choose."),
    ADDRESS_ORDER("AddressOrder", "Another address of the Node is the first of its type."),
    HOST_NAME_CHANGED("HostNameChanged", "The guest reports another host name."),
    OLDER_LABEL_DECIDES(
            "OlderLabelDecides",
            "The newer key of a label has another value than its older key; cloud-provider-vsphere (Go) writes "
                    + "this too."),
    LABELS_FOLLOW_VM("LabelsFollowVm", "The VM was moved, resized, or got other tags, and `labels.relabel` is true."),
    VM_NOT_RUNNING("VmNotRunning", "The Node is not ready, and its VM is powered off or suspended."),
    VM_RUNS("VmRuns", "The Node is tainted as shut down, and its VM runs."),
    NODE_READY("NodeReady", "The Node is tainted as shut down, and is ready.");

    private final String text;
    private final String description;

    WriteReason(String text, String meaning) {
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
