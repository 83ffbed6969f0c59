package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.lease.ElectionAttempt.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElectionAttemptTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private final FakeLeases leases = new FakeLeases();
    private final ManualTime time = ManualTime.endless();
    private final ManualTime skewed = ManualTime.endless();
    private final List<String> slow = new ArrayList<>();
    private final ElectionObserver observer = new ElectionObserver() {
        @Override
        public void onLeadershipChanged(String lease, boolean leads) {}

        @Override
        public void onSlowPath(String lease) {
            slow.add(lease);
        }
    };
    private final ElectionAttempt a = electionAttempt("a", time);
    private final ElectionAttempt b = electionAttempt("b", skewed);

    @Test
    void theFirstLeadsAndTheSecondFollows() {
        assertThat(a.attempt(BUDGET)).isInstanceOf(Result.Leads.class);
        assertThat(b.attempt(BUDGET)).isEqualTo(new Result.OtherHolder("a"));
    }

    @Test
    void aSilentLeaderIsReplacedOnlyWhenTheLeaseExpires() {
        a.attempt(BUDGET);
        b.attempt(BUDGET);

        pass(14);
        assertThat(b.attempt(BUDGET)).isEqualTo(new Result.OtherHolder("a"));
        pass(1);
        assertThat(b.attempt(BUDGET)).isInstanceOf(Result.Leads.class);
        assertThat(leases.current())
                .hasValueSatisfying(record -> assertThat(record.transitions()).isEqualTo(1));
    }

    @Test
    void aLeaderThatRenewsIsNotReplacedDespiteClockSkew() {
        skewed.setWallClockAhead(Duration.ofHours(5));
        a.attempt(BUDGET);

        for (int i = 0; i < 30; i++) {
            pass(2);
            assertThat(a.attempt(BUDGET)).isInstanceOf(Result.Leads.class);
            assertThat(b.attempt(BUDGET)).isEqualTo(new Result.OtherHolder("a"));
        }
    }

    @Test
    void aReplacedLeaderSeesTheOtherHolder() {
        a.attempt(BUDGET);
        b.attempt(BUDGET);
        pass(15);
        b.attempt(BUDGET);

        assertThat(a.attempt(BUDGET)).isEqualTo(new Result.OtherHolder("b"));
    }

    @Test
    void onlyOneOfTwoCandidatesAcquiresAnExpiredLease() {
        leases.put(new LeaseRecord("gone", Duration.ofSeconds(15), ManualTime.START, ManualTime.START, 0));
        a.attempt(BUDGET);
        b.attempt(BUDGET);
        pass(15);

        assertThat(a.attempt(BUDGET)).isInstanceOf(Result.Leads.class);
        assertThat(b.attempt(BUDGET)).isEqualTo(new Result.OtherHolder("a"));
    }

    @Test
    void aReleasedLeaseIsAcquiredAtOnce() {
        a.attempt(BUDGET);
        b.attempt(BUDGET);

        a.release(BUDGET);

        assertThat(b.attempt(BUDGET)).isInstanceOf(Result.Leads.class);
    }

    @Test
    void aLeaseWithAnotherResourceVersionIsReleasedToo() {
        a.attempt(BUDGET);
        leases.touch();

        a.release(BUDGET);

        assertThat(leases.current())
                .hasValueSatisfying(record -> assertThat(record.isFree()).isTrue());
    }

    @Test
    void anotherResourceVersionDoesNotPreventARenewal() {
        a.attempt(BUDGET);
        leases.touch();

        assertThat(a.attempt(BUDGET)).isInstanceOf(Result.Leads.class);
        assertThat(slow).containsExactly("cloud-controller-manager");
    }

    @Test
    void aRenewalOfTheLastWrittenLeaseIsTheFastPath() {
        a.attempt(BUDGET);
        a.attempt(BUDGET);

        assertThat(slow).isEmpty();
    }

    @Test
    void releaseKeepsTheLeaseOfAnotherHolder() {
        a.attempt(BUDGET);
        b.attempt(BUDGET);
        pass(15);
        b.attempt(BUDGET);

        a.release(BUDGET);

        assertThat(leases.current())
                .hasValueSatisfying(record -> assertThat(record.holder()).isEqualTo("b"));
    }

    @Test
    void aServerThatHangsTakesNoMoreThanTheBudget() {
        a.attempt(BUDGET);
        leases.setUnreachable(true);

        assertThatThrownBy(() -> a.attempt(BUDGET)).isInstanceOf(KubeException.class);
        assertThat(time.now()).isEqualTo(BUDGET);
    }

    private ElectionAttempt electionAttempt(String identity, ManualTime at) {
        return new ElectionAttempt(
                leases.seenBy(at), LeaderSettings.defaults(identity), FakeLeases.timing(at, at), observer);
    }

    private void pass(int seconds) {
        time.pass(Duration.ofSeconds(seconds));
        skewed.pass(Duration.ofSeconds(seconds));
    }
}
