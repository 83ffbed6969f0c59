package dev.vspherecloud.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ReservedPortTest {
    @Test
    void noOtherSocketCanBindIt() {
        try (var port = ReservedPort.any()) {
            assertThatThrownBy(() -> listen(port.number(), false).close()).isInstanceOf(BindException.class);
        }
    }

    @Test
    void itsServerListensOnItAgainAndAgain() throws IOException {
        try (var port = ReservedPort.any()) {
            for (int run = 0; run < 3; run++) {
                try (var server = listen(port.number(), true);
                        var client = new Socket(InetAddress.getLoopbackAddress(), port.number())) {
                    assertThat(client.isConnected()).isTrue();
                    server.accept().close();
                }
                assertThatThrownBy(() -> listen(port.number(), false).close()).isInstanceOf(BindException.class);
            }
        }
    }

    @Test
    void connectionsAreRefusedWhileNoServerRuns() {
        try (var port = ReservedPort.any()) {
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port.number()).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void itIsFreeAfterClose() throws IOException {
        var port = ReservedPort.any();
        port.close();

        listen(port.number(), false).close();
    }

    /// While a listener is cut, its port stays reserved, and it can open the port again.
    @Test
    void aListenerKeepsItsPortWhileItIsCut() {
        try (var workers = new Workers("test");
                var listener = LoopbackListener.open(workers, Optional.empty(), _ -> {})) {
            for (int time = 0; time < 100; time++) {
                listener.cut();

                assertThatThrownBy(() -> listen(listener.port(), false).close()).isInstanceOf(BindException.class);
                listener.reopen();
            }
        }
    }

    private static ServerSocket listen(int port, boolean reuse) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.setReuseAddress(reuse);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
