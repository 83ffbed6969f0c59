package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.HttpException.Kind;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TlsFailuresTest {
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
    void aServerThatChoosesAnOldVersionIsReported() {
        HttpException e = failure(HELLO_OF_TLS_1_0);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.OLD_TLS);
        assertThat(e).hasMessageContaining("the server supports no TLS version that this program supports: ");
    }

    @Test
    void aServerThatRefusesTheNewVersionsIsReported() {
        assertThat(failure(ALERT_PROTOCOL_VERSION).tlsFailureReason()).contains(TlsFailureReason.OLD_TLS);
    }

    @Test
    void aServerThatRefusesTheHandshakeIsReported() {
        HttpException e = failure(ALERT_HANDSHAKE_FAILURE);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.FAILED_HANDSHAKE);
        assertThat(e).hasMessageContaining("handshake_failure");
    }

    @Test
    void plainHttpIsATlsFailure() {
        HttpException e =
                failure("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.NO_TLS);
        assertThat(e).hasMessage("the server does not speak TLS on this port");
    }

    @Test
    void aConnectionThatEndsDuringTheHandshakeIsNoTlsFailure() {
        HttpException e = failure(new byte[0]);

        assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(e.tlsFailureReason()).isEmpty();
    }

    @Test
    void aServerWithTls13OnlyIsAccepted() {
        var identity = ServerIdentity.generate();
        var trust = new TlsTrust.Authorities(List.of(identity.certificate()), "test.pem");
        try (var server = ScriptedServer.start(identity, "127.0.0.1", _ -> ScriptedServer.raw(Links.OK), "TLSv1.3");
                var link = Links.to(server, trust)) {
            assertThat(Links.status(link)).isEqualTo(200);
        }
    }

    private HttpException failure(byte[] answer) {
        Consumer<Connection> service = connection -> answer(connection, answer);
        try (var server = LoopbackListener.open(workers, Optional.empty(), service);
                var link = Links.to("127.0.0.1", server.port(), new TlsTrust.Insecure())) {
            return Links.failure(link);
        }
    }

    /// Answers after the client has sent something, so that the client is in the handshake.
    private static void answer(Connection connection, byte[] answer) {
        try {
            if (connection.input().read() >= 0) {
                connection.input().skipNBytes(connection.input().available());
                connection.output().write(answer);
                connection.output().flush();
            }
        } catch (IOException _) {
            // The client has closed the connection.
        }
    }
}
