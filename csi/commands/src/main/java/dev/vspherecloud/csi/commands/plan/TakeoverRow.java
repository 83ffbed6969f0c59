package dev.vspherecloud.csi.commands.plan;

/// One line of the plan.
///
/// @param object its name, in a namespace as `namespace/name`
record TakeoverRow(TakeoverSubject subject, String object, TakeoverFinding finding) {
    TakeoverCode code() {
        return finding.code();
    }
}
