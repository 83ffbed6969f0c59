package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapSharesTest {
    private static final long MEBI = 1 << 20;

    private final HeapShares shares = new HeapShares(24 * MEBI);

    @Test
    void oneResponseGetsThreeQuartersOfTheShare() throws ResponseTooLargeException {
        RequestBudget budget = budget(shares.open("one"));

        budget.charge(18 * MEBI);

        assertThatThrownBy(() -> budget.charge(1))
                .hasMessage("the response needs more than 18432 KiB of memory, the limit for one response");
    }

    @Test
    void allResponsesOfOneServerHaveOneShareTogether() throws ResponseTooLargeException {
        RequestBudget first = budget(shares.open("one"));
        RequestBudget second = budget(shares.open("one"));
        first.charge(12 * MEBI);
        second.charge(12 * MEBI);

        assertThatThrownBy(() -> second.charge(1))
                .hasMessage("all responses of this server together need more than 24576 KiB of memory, its share");

        first.close();
        second.charge(1);
    }

    /// One server that sends too much fails only its own calls.
    @Test
    void eachServerHasItsShareWhateverTheOthersUse() throws ResponseTooLargeException {
        HeapShare greedy = shares.open("greedy");
        HeapShare modest = shares.open("modest");
        RequestBudget taken = budget(greedy);
        taken.charge(9 * MEBI);
        RequestBudget more = budget(greedy);
        more.charge(3 * MEBI);
        assertThatThrownBy(() -> more.charge(1)).isInstanceOf(ResponseTooLargeException.class);

        RequestBudget budget = budget(modest);
        budget.charge(9 * MEBI);

        assertThat(shares.reserved()).isEqualTo(21 * MEBI);
    }

    @Test
    void aServerWithoutClientsLeavesItsShareToTheOthers() throws ResponseTooLargeException {
        HeapShare one = shares.open("one");
        HeapShare other = shares.open("other");
        other.close();
        other.close();

        budget(one).charge(18 * MEBI);
    }

    @Test
    void manyServersHaveAtLeastOneMebibyteEach() throws ResponseTooLargeException {
        for (int i = 0; i < 100; i++) {
            shares.open("server-" + i);
        }

        budget(shares.open("server-0")).charge(MEBI / 2);
    }

    @Test
    void aClosedBudgetHoldsNothing() throws ResponseTooLargeException {
        RequestBudget budget = budget(shares.open("one"));
        budget.charge(100_000);
        assertThat(shares.reserved()).isBetween(100_000L, 120_000L);
        budget.refund(90_000);
        assertThat(shares.reserved()).isBetween(10_000L, 30_000L);

        budget.close();

        assertThat(shares.reserved()).isZero();
        assertThatThrownBy(() -> budget.charge(1)).isInstanceOf(ResponseTooLargeException.class);
    }

    private static RequestBudget budget(HeapShare heap) {
        return new RequestBudget(Duration.ofMinutes(1), MEBI, heap);
    }
}
