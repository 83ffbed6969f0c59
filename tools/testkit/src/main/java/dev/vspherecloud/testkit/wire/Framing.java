package dev.vspherecloud.testkit.wire;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// The way in which a message delimits its body. Rule from: RFC 9112, section 6.3.
public sealed interface Framing {
    record Bodiless() implements Framing {}

    /// @param bytes the `Content-Length`
    record Sized(long bytes) implements Framing {}

    record Chunked() implements Framing {}

    /// Only a response may end with its connection.
    record UntilClose() implements Framing {}

    static Framing ofRequest(Head head) {
        return head.lists("Transfer-Encoding", "chunked") ? new Chunked() : sizedOr(head, new Bodiless());
    }

    /// @param method of the request: a response to `HEAD` has no body, whatever its headers say
    static Framing ofResponse(Head head, String method) {
        int status = head.status();
        if (method.equals("HEAD") || status < 200 || status == 204 || status == 304) {
            return new Bodiless();
        }
        return head.lists("Transfer-Encoding", "chunked") ? new Chunked() : sizedOr(head, new UntilClose());
    }

    /// Returns the body alone, with its end as end of stream. An incomplete body causes an `EOFException`.
    default InputStream decode(InputStream in) {
        return switch (this) {
            case Bodiless() -> InputStream.nullInputStream();
            case Sized(long bytes) -> new SizedInput(in, bytes);
            case Chunked() -> new ChunkedInput(in);
            case UntilClose() -> in;
        };
    }

    /// Writes a body with this framing. Closing the stream ends the body and leaves the connection open.
    default OutputStream encode(OutputStream out) {
        return switch (this) {
            case Chunked _ -> new ChunkedOutput(out);
            case Bodiless _, Sized _, UntilClose _ -> new PlainOutput(out);
        };
    }

    private static Framing sizedOr(Head head, Framing otherwise) {
        return head.value("Content-Length")
                .<Framing>map(size -> new Sized(Long.parseLong(size)))
                .orElse(otherwise);
    }

    /// A body with a length that the head contains, or that ends with the connection.
    final class PlainOutput extends FilterOutputStream {
        private PlainOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
