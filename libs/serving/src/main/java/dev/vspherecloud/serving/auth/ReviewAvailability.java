package dev.vspherecloud.serving.auth;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tracks whether the cluster answers one kind of review. It logs once if the cluster does not answer, and once
/// when it does again.
///
/// If a permission is missing, no request is sent for [#RETRY_AFTER]: an administrator has to grant it, and
/// every request until then would fail.
///
/// Threads: any; state is guarded by `this`.
final class ReviewAvailability {
    static final Duration RETRY_AFTER = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(ReviewAvailability.class);

    private final String operation;
    private final String requiredPermission;
    private final String consequence;
    private final LongSupplier nanoTime;
    private @Nullable String missingPermission;
    private long retryAt;
    private boolean isFailing;

    /// Creates a tracker. The first three parameters are texts for the log.
    ///
    /// @param what      the operation, as in `authentication of bearer tokens (TokenReviews)`
    /// @param right     how to grant this program's account the permission to ask
    /// @param meanwhile the consequence while there is no answer
    ReviewAvailability(String what, String right, String meanwhile, LongSupplier nanoTime) {
        this.operation = what;
        this.requiredPermission = right;
        this.consequence = meanwhile;
        this.nanoTime = nanoTime;
    }

    /// Asks the cluster, unless a permission was missing less than [#RETRY_AFTER] ago.
    <A> ReviewResult<A> review(ReviewResult.Review<A> review) throws InterruptedException {
        Optional<String> rests = unavailableReason();
        return rests.isPresent() ? new ReviewResult.None<>(rests.get(), true) : record(review.review());
    }

    private synchronized Optional<String> unavailableReason() {
        return Optional.ofNullable(missingPermission).filter(_ -> retryAt - nanoTime.getAsLong() > 0);
    }

    /// Records the cluster's answer.
    ///
    /// @return the same answer
    <A> ReviewResult<A> record(ReviewResult<A> answer) {
        switch (answer) {
            case ReviewResult.Answered<A> _ -> onSuccess();
            case ReviewResult.None<A>(String why, boolean missingRight) -> onFailure(why, missingRight);
            case ReviewResult.TooMany<A> _ -> {}
        }
        return answer;
    }

    private synchronized void onFailure(String why, boolean missingRight) {
        if (missingRight) {
            retryAt = nanoTime.getAsLong() + RETRY_AFTER.toNanos();
        }
        if (!isFailing || missingRight != (missingPermission != null)) {
            logFailure(why, missingRight);
        }
        missingPermission = missingRight ? why : null;
        isFailing = true;
    }

    private void logFailure(String why, boolean missingRight) {
        var line = log.atWarn()
                .addKeyValue("question", operation)
                .addKeyValue("meanwhile", consequence)
                .addKeyValue("cause", why);
        if (missingRight) {
            line.addKeyValue("remedy", requiredPermission)
                    .log("Not allowed to authenticate or authorize clients through the API server");
        } else {
            line.log("Cannot authenticate or authorize clients through the API server");
        }
    }

    private synchronized void onSuccess() {
        if (isFailing) {
            log.atInfo()
                    .addKeyValue("question", operation)
                    .log("Authentication and authorization of clients through the API server work again");
        }
        missingPermission = null;
        isFailing = false;
    }
}
