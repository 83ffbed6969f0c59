package dev.vspherecloud.testkit.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Framing;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class HostileAnswersTest {
    private static final long MEBI = 1024 * 1024;

    private final ScriptedVcenter vcenter = ScriptedVcenter.startPlain();

    @AfterEach
    void stop() {
        vcenter.close();
    }

    static List<HostileAnswer> endingByThemselves() {
        return HostileAnswers.all().stream()
                .filter(answer -> answer.end() == HostileAnswer.End.ITSELF)
                .toList();
    }

    static List<HostileAnswer> withoutEnd() {
        return HostileAnswers.all().stream()
                .filter(answer -> answer.end() != HostileAnswer.End.ITSELF)
                .toList();
    }

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(HostileAnswers.all())
                .extracting(HostileAnswer::name)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("endingByThemselves")
    void endsByItself(HostileAnswer answer) throws Exception {
        vcenter.on("RetrievePropertiesEx", answer.reply());

        try (Connection client = ask("Connection: close")) {
            assertThat(count(client.input(), Long.MAX_VALUE)).isLessThan(130 * MEBI);
        }
    }

    @ParameterizedTest
    @MethodSource("withoutEnd")
    void endsAtOnceWhenTheServerIsClosed(HostileAnswer answer) throws Exception {
        vcenter.on("RetrievePropertiesEx", answer.reply());

        try (Connection client = ask("X: y")) {
            if (answer.end() == HostileAnswer.End.LIMIT) {
                assertThat(count(client.input(), 8 * MEBI)).isGreaterThanOrEqualTo(8 * MEBI);
            }
            vcenter.close();
            count(client.input(), Long.MAX_VALUE);
        }
        assertThat(vcenter.connectionCount()).isZero();
    }

    @Test
    void anEndlessAnswerIsWellFormedAndHasItsSize() throws Exception {
        vcenter.on("RetrievePropertiesEx", EndlessResponses.objects(3 * MEBI));

        try (Connection client = ask("X: y")) {
            Head head = Head.readFrom(client.input()).orElseThrow();
            String body = new String(
                    Framing.ofResponse(head, "POST").decode(client.input()).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(body.length()).isBetween((int) (3 * MEBI), (int) (3 * MEBI) + 4096);
            assertThat(body).endsWith("</returnval></RetrievePropertiesExResponse>" + VimXml.CLOSING);
        }
    }

    /// Sends a request and does not read the response. With `Connection: close`, a valid response ends the connection.
    private Connection ask(String header) throws IOException {
        Connection client = Connection.to(vcenter.port(), Optional.empty());
        Head head = new Head("POST /sdk HTTP/1.1", List.of()).with("Host", "x");
        String[] parts = header.split(": ");
        new Request(head.with(parts[0], parts[1]), Content.NONE)
                .withBody(Content.of(VimXml.envelope("<RetrievePropertiesEx xmlns=\"urn:vim25\"/>")))
                .writeTo(client.output());
        return client;
    }

    private static long count(InputStream in, long upTo) {
        long total = 0;
        try {
            var buffer = new byte[64 * 1024];
            for (int size = in.read(buffer); size >= 0 && total < upTo; size = in.read(buffer)) {
                total += size;
            }
        } catch (IOException _) {
            // A reset ends the stream too.
        }
        return total;
    }
}
