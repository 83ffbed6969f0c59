package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsFlaw;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.testkit.wire.Workers;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BrokenHandshakeTest {
    private static final byte[] ALERT_PROTOCOL_VERSION = HexFormat.of().parseHex("15030100020246");
    private static final byte[] ALERT_HANDSHAKE_FAILURE = HexFormat.of().parseHex("15030300020228");

    /// A ServerHello that chooses TLS 1.0, with TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA.
    private static final byte[] HELLO_OF_TLS_1_0 =
            HexFormat.of().parseHex("160301002a" + "020000260301" + "17".repeat(32) + "00" + "c013" + "00");

    private final Workers workers = new Workers("tls-server");

    @AfterEach
    void stop() {
        workers.close();
    }

    @Test
    void aServerThatChoosesAnOldVersionIsNamed() {
        VcenterException e = failure(HELLO_OF_TLS_1_0);

        assertThat(e.tlsFlaw()).contains(TlsFlaw.OLD_TLS);
        assertThat(e)
                .hasMessageContaining("the server speaks no version of TLS that we do: ")
                .hasMessageEndingWith("; let the server speak TLS 1.2 or 1.3");
    }

    @Test
    void aServerThatRefusesTheNewVersionsIsNamed() {
        assertThat(failure(ALERT_PROTOCOL_VERSION).tlsFlaw()).contains(TlsFlaw.OLD_TLS);
    }

    @Test
    void aServerThatRefusesTheHandshakeIsNamed() {
        VcenterException e = failure(ALERT_HANDSHAKE_FAILURE);

        assertThat(e.tlsFlaw()).contains(TlsFlaw.FAILED_HANDSHAKE);
        assertThat(e).hasMessageContaining("handshake_failure");
    }

    @Test
    void plainHttpIsNoTls() {
        VcenterException e =
                failure("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertThat(e.tlsFlaw()).contains(TlsFlaw.NO_TLS);
        assertThat(e)
                .hasMessageContaining(
                        "the server does not speak TLS on this port; check the port: a vCenter speaks HTTPS");
    }

    @Test
    void aConnectionThatEndsDuringTheHandshakeSaysNothingOfTls() {
        VcenterException e = failure(new byte[0]);

        assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(e.tlsFlaw()).isEmpty();
    }

    @Test
    void tls13AloneIsWelcome() {
        var identity = ServerIdentity.generate();
        var trust = new TlsTrust.Authorities(List.of(identity.certificate()), "test.pem");
        try (var server = ScriptedServer.start(
                        identity, "127.0.0.1", Recorded.vcenter(_ -> ScriptedServer.silence()), "TLSv1.3");
                var client = new VcenterClient(
                        server.endpoint(trust), Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
            assertThat(client.connect().about().version()).isEqualTo("6.5.0");
        }
    }

    private VcenterException failure(byte[] answer) {
        Consumer<Connection> service = connection -> answer(connection, answer);
        try (var server = LoopbackListener.open(workers, Optional.empty(), service);
                var client = new VcenterClient(
                        new VcenterEndpoint(
                                "vc-test", "127.0.0.1", server.port(), new TlsTrust.Insecure(), Optional.empty()),
                        Timeouts.standard(),
                        "test/1",
                        VcenterObserver.NONE)) {
            return VcenterClientTest.failure(client::connect);
        }
    }

    /// Once the client has said something, so that it is in the handshake.
    private static void answer(Connection connection, byte[] answer) {
        try {
            if (connection.input().read() >= 0) {
                connection.input().skipNBytes(connection.input().available());
                connection.output().write(answer);
                connection.output().flush();
            }
        } catch (IOException _) {
            // The client has had enough.
        }
    }
}
