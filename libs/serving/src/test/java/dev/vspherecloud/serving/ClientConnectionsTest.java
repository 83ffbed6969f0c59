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

    private FakeConnection connection(String name, Phase phase, long since) {
        return new FakeConnection(name, new ConnectionDeadline(phase, since, since + 10), ended);
    }

    @Test
    void theLongestIdleConnectionIsClosedForANewOne() {
        connections.admit(connection("new", Phase.IDLE, 5));
        connections.admit(connection("old", Phase.IDLE, 3));

        assertThat(connections.admit(connection("next", Phase.HANDSHAKE, 7))).isTrue();

        assertThat(ended).containsExactly("old");
        assertThat(connections.size()).isEqualTo(2);
    }

    @Test
    void anIdleConnectionIsClosedBeforeOneWithASlowRequest() {
        connections.admit(connection("slow", Phase.HEAD, 1));
        connections.admit(connection("idle", Phase.IDLE, 2));

        assertThat(connections.admit(connection("next", Phase.HANDSHAKE, 7))).isTrue();

        assertThat(ended).containsExactly("idle");
    }

    @Test
    void aConnectionWithARunningResponseIsNotClosedForANewOne() {
        connections.admit(connection("one", Phase.ANSWER, 1));
        connections.admit(connection("other", Phase.ANSWER, 2));

        assertThat(connections.admit(connection("next", Phase.HANDSHAKE, 7))).isFalse();

        assertThat(ended).isEmpty();
    }

    @Test
    void anOverdueConnectionIsClosed() {
        connections.admit(connection("late", Phase.ANSWER, 1));
        connections.admit(connection("early", Phase.IDLE, 2));

        connections.closeOverdue(11);

        assertThat(ended).containsExactly("late");
        assertThat(connections.size()).isEqualTo(1);
    }
}
