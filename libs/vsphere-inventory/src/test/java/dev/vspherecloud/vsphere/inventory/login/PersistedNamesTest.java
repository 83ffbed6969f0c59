package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
class PersistedNamesTest {
    @Test
    void sideInRecordsAndMetrics() {
        assertThat(Arrays.stream(LoginProtocol.values()).map(LoginProtocol::text))
                .containsExactly("soap", "rest");
    }

    @Test
    void sideInLogs() {
        assertThat(Arrays.stream(LoginProtocol.values()).map(LoginProtocol::toString))
                .containsExactly("SOAP", "REST");
    }

    @Test
    void stateInRecords() {
        assertThat(Arrays.stream(LoginRecord.Attempt.State.values()).map(LoginRecord.Attempt.State::text))
                .containsExactly("pending", "refused", "unanswered");
    }

    @Test
    void outcomeInMetrics() {
        assertThat(Arrays.stream(LoginOutcome.values()).map(LoginOutcome::text))
                .containsExactly("accepted", "refused", "unanswered", "taken_back");
    }

    @Test
    void wordsOfARecordAreReadBack() {
        assertThat(LoginProtocol.values()).allMatch(side -> LoginProtocol.parse(side.text()) == side);
        assertThat(LoginRecord.Attempt.State.values())
                .allMatch(state -> LoginRecord.Attempt.State.parse(state.text()) == state);
    }
}
