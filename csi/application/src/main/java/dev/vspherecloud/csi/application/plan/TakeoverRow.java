package dev.vspherecloud.csi.application.plan;

/// One line of the plan.
///
/// @param object its name, in a namespace as `namespace/name`
public record TakeoverRow(TakeoverSubject subject, String object, TakeoverFinding finding) {
    TakeoverCode code() {
        return finding.code();
    }
}
