package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Framing;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The connection to the server for one client connection. It is opened when it is first needed, and kept.
///
/// Threads: [#send] is called by one thread; another thread may call [#close()], which ends a running [#send].
final class Upstream implements AutoCloseable {
    private final int port;
    private final Optional<SSLContext> tls;
    private @Nullable Connection connection;
    private boolean closed;

    Upstream(int port, Optional<SSLContext> tls) {
        this.port = port;
        this.tls = tls;
    }

    /// Sends a request and reads the head of its response.
    ///
    /// If the server closed the kept connection in between, and no byte has arrived yet, it opens a new
    /// connection and tries once more.
    Answer send(Request request) throws IOException {
        Connection kept = current();
        if (kept != null) {
            try {
                return over(kept, request);
            } catch (StaleConnectionException _) {
                kept.drop();
            }
        }
        return over(open(), request);
    }

    /// Closes the connection after a response that ended it.
    void forget() {
        Connection kept = current();
        if (kept != null) {
            kept.drop();
        }
        replace(null);
    }

    Connection connected() {
        Connection kept = current();
        if (kept == null) {
            throw new IllegalStateException("no request was sent yet");
        }
        return kept;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (connection != null) {
            connection.drop();
        }
    }

    private Connection open() throws IOException {
        var opened = Connection.to(port, tls);
        replace(opened);
        return opened;
    }

    private synchronized @Nullable Connection current() {
        return connection;
    }

    private synchronized void replace(@Nullable Connection replacement) {
        connection = replacement;
        if (closed && replacement != null) {
            replacement.drop();
        }
    }

    private static Answer over(Connection connection, Request request) throws IOException {
        Head head;
        try {
            request.writeTo(connection.output());
            head = Head.readFrom(connection.input()).orElseThrow(() -> new EOFException("closed without an answer"));
        } catch (IOException e) {
            throw new StaleConnectionException(e);
        }
        while (head.status() < 200 && head.status() != 101) {
            head = Head.readFrom(connection.input()).orElseThrow(() -> new EOFException("closed after a 1xx answer"));
        }
        Framing framing = Framing.ofResponse(head, request.method());
        return new Answer(head, framing, framing.decode(connection.input()));
    }

    /// The head of a response, and its body, which is not read yet.
    record Answer(Head head, Framing framing, InputStream body) {
        /// Returns true if the connection cannot be used for another request.
        boolean endsConnection() {
            return framing instanceof Framing.UntilClose || head.lists("Connection", "close");
        }
    }

    private static final class StaleConnectionException extends IOException {
        private StaleConnectionException(IOException cause) {
            super(String.valueOf(cause.getMessage()), cause);
        }
    }
}
