package dev.vspherecloud.serving.auth;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether the cluster reviews what we ask, and what is said about it when it does not: once, until it does again.
///
/// Where a right is missing nothing is asked for [#REST]: it is given by people, and each scrape would ask in vain.
///
/// Threads: any; state is guarded by `this`.
final class Reviewing {
    static final Duration REST = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(Reviewing.class);

    private final String what;
    private final String meanwhile;
    private final LongSupplier nanoTime;
    private @Nullable String missing;
    private long restsUntil;
    private boolean fails;

    /// @param what      the kind of object that is created for it, as in `TokenReview`
    /// @param meanwhile what follows, for people
    Reviewing(String what, String meanwhile, LongSupplier nanoTime) {
        this.what = what;
        this.meanwhile = meanwhile;
        this.nanoTime = nanoTime;
    }

    /// Why it makes no sense to ask now; empty when it does.
    synchronized Optional<String> rests() {
        return Optional.ofNullable(missing).filter(_ -> restsUntil - nanoTime.getAsLong() > 0);
    }

    synchronized void failed(String why, boolean missingRight) {
        if (missingRight) {
            restsUntil = nanoTime.getAsLong() + REST.toNanos();
        }
        if (!fails || missingRight != (missing != null)) {
            log.atWarn()
                    .addKeyValue("review", what)
                    .addKeyValue("meanwhile", meanwhile)
                    .addKeyValue("cause", why)
                    .log(
                            missingRight
                                    ? "The cluster does not let us ask who may see our pages: bind the ClusterRole system:auth-delegator to this program's account"
                                    : "The cluster can't be asked who may see our pages");
        }
        missing = missingRight ? why : null;
        fails = true;
    }

    synchronized void worked() {
        if (fails) {
            log.atInfo().addKeyValue("review", what).log("The cluster can be asked again who may see our pages");
        }
        missing = null;
        fails = false;
    }
}
