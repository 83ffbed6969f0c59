package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Decides which Events and log lines about vCenters are due, since each of their Nodes reports the same problem
/// again.
///
/// Times are nanoseconds of one monotonic clock. Threads: any; this object's monitor guards the map.
final class VcenterEventThrottle {
    /// A waiting Node is reconciled every five minutes, so a reason that is not reported for twice as long is
    /// over.
    private static final Duration OVER = StatusReporter.AGAIN.multipliedBy(2);

    private record Topic(String vcenter, ReasonCode code) {}

    private record Talk(long reported, long told) {}

    /// What a report makes due. It is marked as done when it is returned.
    record Due(boolean event, boolean logLine) {}

    private final Map<Topic, Talk> talks = new HashMap<>();

    synchronized Due report(String vcenter, ReasonCode code, long now) {
        talks.values().removeIf(talk -> now - talk.reported() > OVER.toNanos());
        var topic = new Topic(vcenter, code);
        Talk before = talks.get(topic);
        if (before == null) {
            talks.put(topic, new Talk(now, now));
            return new Due(true, true);
        }
        boolean event = now - before.told() >= StatusReporter.AGAIN.toNanos();
        talks.put(topic, new Talk(now, event ? now : before.told()));
        return new Due(event, false);
    }
}
