package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/// A whole request. Its body is held in memory, because clients under test send small ones.
public record Request(Head head, Content body) {
    private static final int LARGEST_BODY_BYTES = 64 * 1024 * 1024;

    /// Reads the next request of a connection. Sends the response to `Expect: 100-continue`.
    ///
    /// @return empty if the client closed between two requests
    public static Optional<Request> readFrom(InputStream in, OutputStream out) throws IOException {
        Optional<Head> head = Head.readFrom(in);
        return head.isEmpty() ? Optional.empty() : Optional.of(withBody(head.get(), in, out));
    }

    public String method() {
        return head.method();
    }

    public String path() {
        return head.path();
    }

    /// Returns true if the client requests another protocol on this connection.
    ///
    /// Ignores `Upgrade: h2c`, which some clients send first: it is never granted.
    public boolean asksForWebSocket() {
        return head.lists("Upgrade", "websocket");
    }

    /// Returns the request with another body, and with the headers that depend on it.
    public Request withBody(Content changed) {
        return new Request(
                head.without("Transfer-Encoding").with("Content-Length", Integer.toString(changed.size())), changed);
    }

    public Request withHead(Head changed) {
        return new Request(changed, body);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(head.bytes());
        body.writeTo(out);
        out.flush();
    }

    public long sizeBytes() {
        return head.bytes().length + (long) body.size();
    }

    private static Request withBody(Head head, InputStream in, OutputStream out) throws IOException {
        if (head.lists("Expect", "100-continue")) {
            out.write(new Head("HTTP/1.1 100 Continue", List.of()).bytes());
            out.flush();
        }
        Framing framing = Framing.ofRequest(head);
        byte[] body = framing.decode(in).readNBytes(LARGEST_BODY_BYTES + 1);
        if (body.length > LARGEST_BODY_BYTES) {
            throw new IOException("a request of more than " + LARGEST_BODY_BYTES + " bytes");
        }
        Head clean = head.without("Expect", "Transfer-Encoding");
        return new Request(
                framing instanceof Framing.Bodiless ? clean : clean.with("Content-Length", "" + body.length),
                Content.of(body));
    }
}
