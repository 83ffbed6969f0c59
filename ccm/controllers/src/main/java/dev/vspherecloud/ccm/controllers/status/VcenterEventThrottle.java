package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// What was said about vCenters, whose troubles each of their Nodes reports anew.
///
/// Times are nanoseconds of one monotonic clock. Threads: any; this object's monitor guards the map.
final class VcenterEventThrottle {
    /// A Node that waits is looked at every five minutes, so what was not reported for twice as long is over.
    private static final Duration OVER = StatusReporter.AGAIN.multipliedBy(2);

    private record Topic(String vcenter, ReasonCode code) {}

    private record Talk(long reported, long told) {}

    /// What is to be done about a report, and is taken for done.
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
