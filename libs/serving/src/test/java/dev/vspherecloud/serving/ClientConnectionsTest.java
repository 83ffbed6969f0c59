package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.serving.ConnectionDeadline.Phase;
import dev.vspherecloud.serving.ServingObserver.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientConnectionsTest {
    private static final ServerLimits FEW = new ServerLimits(ServerLimits.Times.DEFAULTS, 2, 100, 10, 100, 1, 50, 100);

    private final List<Refusal> refused = new ArrayList<>();
    private final ClientConnections connections = new ClientConnections(FEW, refused::add);
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

        connections.admit(connection("next", Phase.HANDSHAKE, 7));

        assertThat(ended).containsExactly("old");
        assertThat(refused).containsExactly(Refusal.CONNECTION);
        assertThat(connections.size()).isEqualTo(2);
    }

    @Test
    void anIdleConnectionIsClosedBeforeOneWithASlowRequest() {
        connections.admit(connection("slow", Phase.HEAD, 1));
        connections.admit(connection("idle", Phase.IDLE, 2));

        connections.admit(connection("next", Phase.HANDSHAKE, 7));

        assertThat(ended).containsExactly("idle");
    }

    /// The older one has begun its phase later, as a client does that sends one request after the other.
    @Test
    void theOldestIsClosedForANewOneIfNoneIsIdle() {
        connections.admit(connection("older", Phase.ANSWER, 6));
        connections.admit(connection("probe", Phase.HANDSHAKE, 5));

        connections.admit(connection("next", Phase.HANDSHAKE, 7));

        assertThat(ended).containsExactly("older");
    }

    @Test
    void theOldestLargePageIsClosedForANewOne() {
        connections.admit(connection("new page", Phase.PAGE, 5));
        connections.limitPages();
        assertThat(ended).isEmpty();
        connections.admit(connection("old page", Phase.PAGE, 3));

        connections.limitPages();

        assertThat(ended).containsExactly("old page");
        assertThat(refused).containsExactly(Refusal.PAGE);
        assertThat(connections.size()).isEqualTo(1);
    }

    @Test
    void anOverdueConnectionIsClosed() {
        connections.admit(connection("late", Phase.ANSWER, 1));
        connections.admit(connection("early", Phase.IDLE, 2));

        connections.closeOverdue(11);

        assertThat(ended).containsExactly("late");
        assertThat(refused).isEmpty();
        assertThat(connections.size()).isEqualTo(1);
    }
}
