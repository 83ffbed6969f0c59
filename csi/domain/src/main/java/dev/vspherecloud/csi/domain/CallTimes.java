package dev.vspherecloud.csi.domain;

import java.time.Duration;

/// The parts of the time in which a call that changes something reaches vCenter, from the record of its intent on.
/// Each wait for such a call is a sum of these parts, so that no two numbers can contradict each other.
public final class CallTimes {
    /// How long after its record an intent may be sent.
    public static final Duration SEND_WINDOW = Duration.ofSeconds(5);

    /// How long after their records the volumes of a VM may be sent together.
    public static final Duration ATTACH_SEND_WINDOW = Duration.ofSeconds(10);

    /// The longest wait for a session and its call, together: they share one deadline.
    public static final Duration LONGEST_CALL = Duration.ofSeconds(10);

    /// How long after its caller gave up a call may still arrive. A proxy or a host that is short of memory holds a
    /// request longer than its sender waits for the answer.
    public static final Duration LATEST_ARRIVAL = Duration.ofSeconds(60);

    /// How long after it has started a task vCenter may leave it out of its list.
    ///
    /// Rule from: yavijava issue 184, where one of several tasks that were started at the same time was not found.
    public static final Duration LATEST_LISTING = Duration.ofSeconds(10);

    /// The largest difference between the clocks of two hosts, and how far a correction may move one.
    public static final Duration CLOCK_DIFFERENCE = Duration.ofSeconds(15);

    /// How long after its deadline a call may record what it has started.
    public static final Duration RECORDING = Duration.ofSeconds(1);

    private CallTimes() {}

    /// Returns how long after its record a call can reach vCenter.
    ///
    /// @param sendWindow how long after its record it may be sent
    public static Duration untilReceived(Duration sendWindow) {
        return sendWindow.plus(LONGEST_CALL).plus(LATEST_ARRIVAL);
    }
}
