package dev.vspherecloud.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class FramingTest {
    @Test
    void chunksReadBackAsTheyWereWritten() throws IOException {
        var wire = new ByteArrayOutputStream();
        try (var body = new Framing.Chunked().encode(wire)) {
            body.write(bytes("hello, "));
            body.write(bytes("world"));
        }

        assertThat(wire.toString(StandardCharsets.US_ASCII)).isEqualTo("7\r\nhello, \r\n5\r\nworld\r\n0\r\n\r\n");
        assertThat(decoded(new Framing.Chunked(), wire + "next")).isEqualTo("hello, world");
    }

    @Test
    void extensionsAndTrailersAreSkipped() throws IOException {
        assertThat(decoded(new Framing.Chunked(), "3;x=1\r\nabc\r\n0\r\nT: 1\r\n\r\n"))
                .isEqualTo("abc");
    }

    @Test
    void anIncompleteBodyIsAnError() {
        assertThatThrownBy(() -> decoded(new Framing.Sized(5), "abc")).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> decoded(new Framing.Chunked(), "5\r\nabc")).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> decoded(new Framing.Chunked(), "3\r\nabc\r\n")).isInstanceOf(EOFException.class);
    }

    @Test
    void theHeadDeterminesTheFraming() throws IOException {
        assertThat(response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "GET"))
                .isEqualTo(new Framing.Chunked());
        assertThat(response("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n", "GET"))
                .isEqualTo(new Framing.Sized(3));
        assertThat(response("HTTP/1.1 200 OK\r\n\r\n", "GET")).isEqualTo(new Framing.UntilClose());
        assertThat(response("HTTP/1.1 204 No Content\r\n\r\n", "GET")).isEqualTo(new Framing.Bodiless());
        assertThat(response("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "HEAD"))
                .isEqualTo(new Framing.Bodiless());
    }

    private static Framing response(String head, String method) throws IOException {
        return Framing.ofResponse(
                Head.readFrom(new ByteArrayInputStream(bytes(head))).orElseThrow(), method);
    }

    private static String decoded(Framing framing, String wire) throws IOException {
        return new String(
                framing.decode(new ByteArrayInputStream(bytes(wire))).readAllBytes(), StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
