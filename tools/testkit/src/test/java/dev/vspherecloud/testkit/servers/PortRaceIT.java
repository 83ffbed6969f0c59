package dev.vspherecloud.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Iterator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests that a server starts on another port if another program takes its port first.
class PortRaceIT {
    private final ReservedPort taken = ReservedPort.any();
    private final ServerSocket other = unbound();

    private static ServerSocket unbound() {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void bindThePort() throws IOException {
        other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.number()));
    }

    @AfterEach
    void close() throws IOException {
        other.close();
        taken.close();
    }

    /// Supplies the port that is in use, then free ports.
    private Supplier<ReservedPort> ports() {
        Iterator<ReservedPort> ports = Stream.concat(Stream.of(taken), Stream.generate(ReservedPort::any))
                .iterator();
        return ports::next;
    }

    @Test
    void etcdStartsOnAnotherPort() {
        try (var etcd = EtcdServer.start(ports())) {
            assertThat(etcd.url().getPort()).isNotEqualTo(taken.number());
        }
    }

    @Test
    void theApiServerStartsOnAnotherPort() {
        try (var server = KubeApiServer.start(ports())) {
            assertThat(server.port()).isNotEqualTo(taken.number());
            assertThat(server.objects().nodes()).isEmpty();
        }
    }
}
