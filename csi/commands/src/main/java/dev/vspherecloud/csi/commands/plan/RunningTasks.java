package dev.vspherecloud.csi.commands.plan;

import java.util.Set;

/// The kinds of CNS tasks that the vCenters run now. CNS does not say to which volume a task belongs.
///
/// @param isKnown true if all vCenters have answered
/// @param kinds   the `descriptionId` of each task that is queued or runs, as in `com.vmware.cns.tasks.attachvolume`
record RunningTasks(boolean isKnown, Set<String> kinds) {
    static final RunningTasks NOT_ASKED = new RunningTasks(false, Set.of());

    RunningTasks {
        kinds = Set.copyOf(kinds);
    }

    /// Returns true if a volume may be attached or detached now.
    boolean mayAttach() {
        return mayRun("attach") || mayRun("detach");
    }

    /// Returns true if a snapshot may be created or deleted now.
    boolean maySnapshot() {
        return mayRun("snapshot");
    }

    private boolean mayRun(String word) {
        return !isKnown || kinds.stream().anyMatch(kind -> kind.contains(word));
    }
}
