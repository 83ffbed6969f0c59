package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import java.util.Map;

/// The Lease by which one process leads.
///
/// @param holder   empty when it was released
/// @param renewals how often it was written: others see by it that the holder lives
/// @param texts    what is kept on it, see `Chronicle`
/// @param edition  of the texts
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
