package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReviewLimitTest {
    private static final ReviewResult<String> ANSWER = new ReviewResult.Answered<>("yes");
    private static final ReviewResult<String> TOO_MANY = new ReviewResult.TooMany<>();

    private final ManualNanos nanoTime = new ManualNanos();
    private final ReviewLimit limit = new ReviewLimit(nanoTime);

    private int answered(int asked) throws InterruptedException {
        int answered = 0;
        for (int n = 0; n < asked; n++) {
            answered += limit.review(() -> ANSWER).equals(ANSWER) ? 1 : 0;
        }
        return answered;
    }

    @Test
    void aBurstIsFollowedByOneReviewInEachPeriod() throws InterruptedException {
        assertThat(answered(100)).isEqualTo(ReviewLimit.BURST);
        nanoTime.pass(ReviewLimit.PERIOD.multipliedBy(3));
        assertThat(answered(100)).isEqualTo(3);
        nanoTime.pass(Duration.ofHours(1));
        assertThat(answered(100)).isEqualTo(ReviewLimit.BURST);
    }

    /// Each review asks for the next one while it waits itself.
    @Test
    void fewWaitAtTheSameTime() throws InterruptedException {
        assertThat(nested(ReviewLimit.MAX_WAITING)).isEqualTo(ANSWER);
        nanoTime.pass(Duration.ofHours(1));
        assertThat(nested(ReviewLimit.MAX_WAITING + 1)).isEqualTo(TOO_MANY);
    }

    private ReviewResult<String> nested(int depth) throws InterruptedException {
        return limit.review(() -> depth == 1 ? ANSWER : nested(depth - 1));
    }
}
