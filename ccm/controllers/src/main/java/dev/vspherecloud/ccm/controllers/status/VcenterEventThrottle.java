package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Decides which Events and log lines about vCenters are due, since each Node of a vCenter reports the same problem
/// again.
///
/// Times are nanoseconds of one monotonic clock. Threads: any; this object's monitor guards the map.
final class VcenterEventThrottle {
    /// The time after which a reason is over if no Node reports it again. It is twice the time between two
    /// reconciliations of a waiting Node, which is five minutes.
    private static final Duration FORGET_AFTER = StatusReporter.REPEAT_AFTER.multipliedBy(2);

    private record Topic(String vcenter, ReasonCode code) {}

    private record Times(long reportedAt, long postedAt) {}

    /// Tells whether an Event and a log line about a vCenter's problem are due. The throttle marks both as done
    /// when it returns this object.
    record Due(boolean event, boolean logLine) {}

    private final Map<Topic, Times> timesByTopic = new HashMap<>();

    synchronized Due onReason(String vcenter, ReasonCode code, long now) {
        timesByTopic.values().removeIf(times -> now - times.reportedAt() > FORGET_AFTER.toNanos());
        var topic = new Topic(vcenter, code);
        Times before = timesByTopic.get(topic);
        if (before == null) {
            timesByTopic.put(topic, new Times(now, now));
            return new Due(true, true);
        }
        boolean event = now - before.postedAt() >= StatusReporter.REPEAT_AFTER.toNanos();
        timesByTopic.put(topic, new Times(now, event ? now : before.postedAt()));
        return new Due(event, false);
    }
}
