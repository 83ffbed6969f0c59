package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import java.util.Map;

/// The Lease of the leader election.
///
/// @param holder   empty after a release
/// @param renewals number of writes; others see from a change that the holder is alive
/// @param texts    the annotations, see `LifecycleStateStore`
/// @param edition  version of the annotations
record LeaderLease(String holder, long renewals, Map<String, String> texts, long edition) {
    static final LeaderLease FREE = new LeaderLease("", 0, Map.of(), 0);

    LeaderLease {
        texts = Map.copyOf(texts);
    }

    LeaderLease renewedBy(String process) {
        return new LeaderLease(process, renewals + 1, texts, edition);
    }

    LeaderLease with(Map<String, String> now) {
        return new LeaderLease(holder, renewals, now, edition + 1);
    }
}
