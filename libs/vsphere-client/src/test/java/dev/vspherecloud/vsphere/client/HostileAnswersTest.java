package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that each answer of a broken, starting or malicious server ends in a typed failure, within the deadline
/// and in little memory.
class HostileAnswersTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n";
    private static final String OPEN = Recorded.ENV + "<RetrievePropertiesExResponse xmlns=\"urn:vim25\"><returnval>";

    /// An answer, and the kind of the failure that it causes.
    record Case(String name, Reply reply, Kind kind) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void isATypedFailure(Case hostile) {
        var query = RetrieveQuery.ofObjects(
                "VirtualMachine", List.of("name"), List.of(new MoRef("VirtualMachine", "vm-1")));
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> hostile.reply()));
                var client = Recorded.client(server, Duration.ofSeconds(3))) {
            VcenterSession session = client.login(Recorded.CREDENTIALS);

            VcenterException e = VcenterClientTest.failure(() -> session.retrieve(query));

            assertThat(e.kind()).isEqualTo(hostile.kind());
            assertThat(e).hasMessageContaining("vc-test").hasMessageContaining("RetrievePropertiesEx");
        }
    }

    static Stream<Case> answers() {
        return Stream.of(
                broken("nothing", ""),
                broken("no XML", "{\"value\":1}"),
                broken("other XML", "<html/>"),
                broken("empty envelope", Recorded.envelope("")),
                broken("another method's answer", Recorded.envelope("<LoginResponse/>")),
                broken("cut in the middle", OPEN + "<objects><obj type=\"VirtualMachine\">vm-6"),
                broken("mismatched elements", OPEN + "<objects></returnval>"),
                broken("a reference without value", whole("<objects><obj type=\"VirtualMachine\"/></objects>")),
                broken("a reference without type", whole("<objects><obj>vm-62</obj></objects>")),
                broken("an object without reference", whole("<objects/>")),
                broken("a property without name", whole("<objects><obj type=\"A\">a</obj><propSet/></objects>")),
                new Case("deep nesting", ScriptedServer.xml(200, OPEN + "<objects>".repeat(50_000)), Kind.TOO_LARGE),
                broken("an unknown entity", whole("&bomb;")),
                broken("an external entity", "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + whole("&x;")),
                broken("an entity bomb", bomb()),
                broken("wrong encoding", "<?xml version=\"1.0\" encoding=\"EBCDIC-42\"?><a/>"),
                new Case(
                        "a web page",
                        ScriptedServer.http(200, "Content-Type: text/html\r\n", bytes("<html>")),
                        Kind.PROTOCOL),
                new Case("status 500 without fault", ScriptedServer.xml(500, "oops"), Kind.PROTOCOL),
                new Case("no HTTP", ScriptedServer.raw("SSH-2.0-OpenSSH_9.2\r\n"), Kind.PROTOCOL),
                new Case(
                        "an unknown encoding",
                        ScriptedServer.http(200, "Content-Encoding: br\r\n", bytes("x")),
                        Kind.PROTOCOL),
                new Case(
                        "broken gzip",
                        ScriptedServer.http(200, "Content-Encoding: gzip\r\n", bytes("x")),
                        Kind.PROTOCOL),
                new Case("gzip cut short", gzipped(OPEN, 30), Kind.PROTOCOL),
                new Case("a gzip bomb", gzipped(OPEN + "x".repeat(64 << 20), 0), Kind.TOO_LARGE),
                new Case(
                        "100 MB announced",
                        ScriptedServer.raw(OK + "Content-Length: 104857600\r\n\r\n" + OPEN),
                        Kind.UNREACHABLE),
                new Case("100 MB sent", endless("x".repeat(1 << 16), 1_600), Kind.TOO_LARGE),
                new Case("closed at once", (_, _) -> {}, Kind.UNREACHABLE),
                new Case("reset in the middle", HostileAnswersTest::reset, Kind.UNREACHABLE),
                new Case("silence", ScriptedServer.neverAnswer(), Kind.TIMEOUT),
                new Case("silence in the middle", HostileAnswersTest::stall, Kind.TIMEOUT));
    }

    private static Case broken(String name, String body) {
        return new Case(name, ScriptedServer.xml(200, body), Kind.PROTOCOL);
    }

    private static String whole(String inside) {
        return OPEN + inside + "</returnval></RetrievePropertiesExResponse>" + Recorded.END;
    }

    private static String bomb() {
        var bomb = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 \"ha\">");
        for (int i = 1; i < 30; i++) {
            bomb.append("<!ENTITY e%d \"&e%d;&e%d;\">".formatted(i, i - 1, i - 1));
        }
        return bomb + "]>" + whole("&e29;");
    }

    private static Reply gzipped(String body, int length) {
        byte[] packed = ScriptedServer.gzip(bytes(body));
        byte[] sent = length > 0 ? Arrays.copyOf(packed, length) : packed;
        return ScriptedServer.http(200, "Content-Type: text/xml\r\nContent-Encoding: gzip\r\n", sent);
    }

    private static Reply endless(String piece, int times) {
        return (_, out) -> {
            out.write(bytes(OK + "Transfer-Encoding: chunked\r\n\r\n"));
            for (int i = 0; i < times; i++) {
                out.write(bytes(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n"));
            }
        };
    }

    private static void reset(Socket connection, OutputStream out) throws IOException {
        out.write(bytes(OK + "Content-Length: 1000\r\n\r\n" + OPEN));
        out.flush();
        connection.setSoLinger(true, 0);
    }

    private static void stall(Socket connection, OutputStream out) throws IOException, InterruptedException {
        out.write(bytes(OK + "Content-Length: 1000\r\n\r\n" + OPEN));
        out.flush();
        ScriptedServer.neverAnswer().to(connection, out);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
