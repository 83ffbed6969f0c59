package dev.vspherecloud.serving.auth;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tracks whether the cluster answers one kind of review. It logs once if the cluster does not, and once when it
/// does again.
///
/// If a permission is missing, no request is sent for [#REST]: an administrator has to grant it, and every request
/// until then would fail.
///
/// Threads: any; state is guarded by `this`.
final class ReviewAvailability {
    static final Duration REST = Duration.ofMinutes(5);

    private static final Logger log = LoggerFactory.getLogger(ReviewAvailability.class);

    private final String what;
    private final String right;
    private final String meanwhile;
    private final LongSupplier nanoTime;
    private @Nullable String missing;
    private long restsUntil;
    private boolean fails;

    /// All three are text for the log.
    ///
    /// @param what      the question, as in `authentication of bearer tokens (TokenReviews)`
    /// @param right     how to grant this program's account the permission to ask
    /// @param meanwhile the consequence while there is no answer
    ReviewAvailability(String what, String right, String meanwhile, LongSupplier nanoTime) {
        this.what = what;
        this.right = right;
        this.meanwhile = meanwhile;
        this.nanoTime = nanoTime;
    }

    /// Asks the cluster, unless a permission was missing less than [#REST] ago.
    <A> ReviewResult<A> ask(ReviewResult.Question<A> question) throws InterruptedException {
        Optional<String> rests = rests();
        return rests.isPresent() ? new ReviewResult.None<>(rests.get(), true) : heard(question.ask());
    }

    private synchronized Optional<String> rests() {
        return Optional.ofNullable(missing).filter(_ -> restsUntil - nanoTime.getAsLong() > 0);
    }

    /// Records the cluster's answer.
    ///
    /// @return the same answer
    <A> ReviewResult<A> heard(ReviewResult<A> answer) {
        switch (answer) {
            case ReviewResult.Given<A> _ -> worked();
            case ReviewResult.None<A>(String why, boolean missingRight) -> failed(why, missingRight);
        }
        return answer;
    }

    private synchronized void failed(String why, boolean missingRight) {
        if (missingRight) {
            restsUntil = nanoTime.getAsLong() + REST.toNanos();
        }
        if (!fails || missingRight != (missing != null)) {
            complain(why, missingRight);
        }
        missing = missingRight ? why : null;
        fails = true;
    }

    private void complain(String why, boolean missingRight) {
        var line = log.atWarn()
                .addKeyValue("question", what)
                .addKeyValue("meanwhile", meanwhile)
                .addKeyValue("cause", why);
        if (missingRight) {
            line.addKeyValue("remedy", right)
                    .log("Not allowed to authenticate or authorize clients through the API server");
        } else {
            line.log("Cannot authenticate or authorize clients through the API server");
        }
    }

    private synchronized void worked() {
        if (fails) {
            log.atInfo()
                    .addKeyValue("question", what)
                    .log("Authentication and authorization of clients through the API server work again");
        }
        missing = null;
        fails = false;
    }
}
