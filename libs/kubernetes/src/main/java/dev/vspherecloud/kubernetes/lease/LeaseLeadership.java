package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.kubernetes.KubeException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The leadership that a Lease gives. It ends by itself if the Lease is not renewed.
///
/// A process that was paused, or whose machine was suspended, does not hold the leadership at its first check
/// afterwards. [#isConfirmed] covers what the clocks of the process cannot show, such as a VM whose two clocks
/// both stood still.
///
/// Threads: the elector's thread starts and ends it; any thread may query it.
public final class LeaseLeadership {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseLeadership.class);
    private static final Duration BUDGET = Duration.ofSeconds(3);

    private final Leases leases;
    private final LeaderSettings settings;
    private final Timing timing;
    private volatile @Nullable Renewal last;

    LeaseLeadership(Leases leases, LeaderSettings settings, Timing timing) {
        this.leases = leases;
        this.settings = settings;
        this.timing = timing;
    }

    /// Starts or continues the leadership with this renewal.
    void onRenewed(Renewal renewal) {
        last = renewal;
    }

    void onLost() {
        last = null;
    }

    /// Returns the time since the last renewal; empty while this process does not hold the Lease.
    Optional<Duration> timeSinceRenewal() {
        return Optional.ofNullable(last).map(renewal -> timing.now().since(renewal.sent()));
    }

    /// Returns true while it is certain that no other process has the Lease: by the monotonic and by the wall
    /// clock the last renewal is younger than the renew deadline. Never blocks.
    public boolean isHeld() {
        Renewal renewal = last;
        return renewal != null
                && renewal.left(timing.now(), settings.renewDeadline()).isPositive();
    }

    /// Reads the Lease again and returns true if it still names this process. Call this method before an action
    /// that cannot be undone. It blocks until the API server has answered or a deadline has passed; if the
    /// server did not answer, it returns false.
    public boolean isConfirmed() {
        Renewal renewal = last;
        if (renewal == null || !isHeld()) {
            return false;
        }
        Optional<String> doubt = invalidReason(renewal);
        doubt.ifPresent(why -> LOG.atWarn()
                .addKeyValue("lease", settings.name())
                .addKeyValue("cause", why)
                .log("The Lease does not confirm that this process still leads; nothing is deleted until it does"));
        // The answer may have taken long, so check again that the leadership is held.
        return doubt.isEmpty() && isHeld();
    }

    private Optional<String> invalidReason(Renewal renewal) {
        try {
            return leases.read(BUDGET)
                    .map(stored -> invalidReason(renewal, stored.record()))
                    .orElse(Optional.of("the Lease does not exist any more"));
        } catch (KubeException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Optional<String> invalidReason(Renewal renewal, LeaseRecord found) {
        if (!found.isHeldBy(renewal.record().holder())) {
            return Optional.of("it is held by \"" + found.holder() + "\"");
        }
        return renewal.isContinuedBy(found)
                ? Optional.empty()
                : Optional.of("its content differs from what this process wrote last");
    }
}
