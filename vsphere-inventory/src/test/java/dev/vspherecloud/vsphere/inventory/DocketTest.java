package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DocketTest {
    private final Docket docket = new Docket();

    @Test
    void aLaterQuestionAboutTheSameNodeTakesThePlaceOfTheEarlierAndGoesToTheEnd() {
        Summons early = summons(1, 10);
        Summons other = summons(2, 20);
        Summons late = summons(1, 30);
        docket.add(early);
        docket.add(other);

        docket.add(late);

        assertThat(docket.waiting()).containsExactly(other, late);
        assertThat(docket.oldest()).hasValue(20);
        assertThat(docket.settle(early)).isFalse();
    }

    @Test
    void onlyOneReplies() {
        Summons summons = summons(1, 10);
        docket.add(summons);

        assertThat(docket.settle(summons)).isTrue();
        assertThat(docket.settle(summons)).isFalse();
        assertThat(docket.isEmpty()).isTrue();
        assertThat(docket.oldest()).isEmpty();
    }

    @Test
    void nothingWaitsWhereNobodyLooks() {
        Summons waiting = summons(1, 10);
        docket.add(waiting);

        assertThat(docket.close()).containsExactly(waiting);
        assertThat(docket.add(summons(2, 20))).isFalse();
        assertThat(docket.isEmpty()).isTrue();
    }

    private static Summons summons(int n, long since) {
        return new Summons(Fixtures.absent(n), since, _ -> {});
    }
}
