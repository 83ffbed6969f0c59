package dev.vspherecloud.testkit.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// One TCP connection, with or without TLS, and three ways to end it. It never uses HTTP/2.
///
/// Threads: one reads [#input()], one writes [#output()]. Any may end the connection, which ends the read and the
/// write.
public final class Connection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    private final Socket raw;
    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;

    private Connection(Socket raw, Socket socket) throws IOException {
        this.raw = raw;
        this.socket = socket;
        input = new BufferedInputStream(socket.getInputStream());
        output = new BufferedOutputStream(socket.getOutputStream());
    }

    /// The server's side of a connection. The TLS handshake happens at the first read.
    static Connection accepted(Socket raw, Optional<SSLContext> tls) throws IOException {
        raw.setTcpNoDelay(true);
        if (tls.isEmpty()) {
            return new Connection(raw, raw);
        }
        var secured = (SSLSocket) tls.get().getSocketFactory().createSocket(raw, null, raw.getPort(), true);
        secured.setUseClientMode(false);
        offerHttp11Only(secured);
        return new Connection(raw, secured);
    }

    /// The client's side of a connection to a loopback server.
    public static Connection to(int port, Optional<SSLContext> tls) throws IOException {
        // The returned connection owns and closes the streams and the socket.
        var raw = new Socket();
        try {
            raw.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            raw.setTcpNoDelay(true);
            if (tls.isEmpty()) {
                return new Connection(raw, raw);
            }
            var secured = (SSLSocket) tls.get()
                    .getSocketFactory()
                    .createSocket(raw, InetAddress.getLoopbackAddress().getHostAddress(), port, true);
            offerHttp11Only(secured);
            return new Connection(raw, secured);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    public InputStream input() {
        return input;
    }

    public OutputStream output() {
        return output;
    }

    /// Closes the connection after all written data is sent, with the close message of TLS.
    @Override
    public void close() {
        quietly(() -> {
            output.flush();
            socket.close();
        });
        drop();
    }

    /// Closes the socket at once, also during a read or write.
    public void drop() {
        quietly(raw::close);
    }

    /// Ends with a TCP reset: the other side loses even data that it has not read yet.
    public void reset() {
        quietly(() -> raw.setSoLinger(true, 0));
        drop();
    }

    private static void offerHttp11Only(SSLSocket socket) {
        var parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        socket.setSSLParameters(parameters);
    }

    private static void quietly(SocketAction action) {
        try {
            action.run();
        } catch (IOException _) {
            // The other side closed it first, with the same result.
        }
    }

    private interface SocketAction {
        void run() throws IOException;
    }
}
