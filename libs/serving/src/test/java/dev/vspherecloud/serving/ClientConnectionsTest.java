package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.serving.ConnectionDeadline.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientConnectionsTest {
    private final ClientConnections connections = new ClientConnections(2);
    private final List<String> ended = new ArrayList<>();

    private record FakeConnection(String name, ConnectionDeadline connectionDeadline, List<String> ended)
            implements ClientConnections.OpenConnection {
        @Override
        public void abort() {
            ended.add(name);
        }
    }

    private FakeConnection visitor(String name, Phase phase, long since) {
        return new FakeConnection(name, new ConnectionDeadline(phase, since, since + 10), ended);
    }

    @Test
    void theOneThatDoesNothingForLongestMakesRoom() {
        connections.admit(visitor("new", Phase.IDLE, 5));
        connections.admit(visitor("old", Phase.IDLE, 3));

        assertThat(connections.admit(visitor("next", Phase.HANDSHAKE, 7))).isTrue();

        assertThat(ended).containsExactly("old");
        assertThat(connections.size()).isEqualTo(2);
    }

    @Test
    void whoAsksSlowlyMakesRoomAfterWhoAsksNothing() {
        connections.admit(visitor("slow", Phase.HEAD, 1));
        connections.admit(visitor("idle", Phase.IDLE, 2));

        assertThat(connections.admit(visitor("next", Phase.HANDSHAKE, 7))).isTrue();

        assertThat(ended).containsExactly("idle");
    }

    @Test
    void whoIsAnsweredStays() {
        connections.admit(visitor("one", Phase.ANSWER, 1));
        connections.admit(visitor("other", Phase.ANSWER, 2));

        assertThat(connections.admit(visitor("next", Phase.HANDSHAKE, 7))).isFalse();

        assertThat(ended).isEmpty();
    }

    @Test
    void whoeverIsPastHisLimitIsEnded() {
        connections.admit(visitor("late", Phase.ANSWER, 1));
        connections.admit(visitor("early", Phase.IDLE, 2));

        connections.closeOverdue(11);

        assertThat(ended).containsExactly("late");
        assertThat(connections.size()).isEqualTo(1);
    }
}
