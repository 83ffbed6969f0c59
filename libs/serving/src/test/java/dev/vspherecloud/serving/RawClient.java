package dev.vspherecloud.serving;

import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/// A client of a server on the loopback interface, which sends byte by byte and accepts every server certificate.
///
/// Threads: one.
public final class RawClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = (int) EventTimeout.LIMIT.toMillis();

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    /// Returns a client that has connected, but not started TLS.
    public static RawClient withoutTls(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return new RawClient(socket);
    }

    /// Returns a client that has completed the TLS handshake, but not sent a request.
    public static RawClient at(int port) throws IOException {
        return at(port, "");
    }

    /// @param name of the server that the client requests; empty for none
    /// @param keys the client certificate and its key
    public static RawClient at(int port, String name, KeyManager... keys) throws IOException {
        RawClient withoutTls = withoutTls(port);
        var tls = (SSLSocket) AnyCertificate.context(keys)
                .getSocketFactory()
                .createSocket(
                        withoutTls.socket, InetAddress.getLoopbackAddress().getHostAddress(), port, true);
        if (!name.isEmpty()) {
            var parameters = tls.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            tls.setSSLParameters(parameters);
        }
        tls.startHandshake();
        return new RawClient(tls);
    }

    public RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /// Returns everything that the server sends until it closes the connection. An aborted connection counts as
    /// closed.
    public String readAll() throws IOException {
        var text = new StringBuilder();
        try {
            for (int each = socket.getInputStream().read();
                    each >= 0;
                    each = socket.getInputStream().read()) {
                text.append((char) each);
            }
        } catch (SocketException | SSLException e) {
            return text.toString();
        }
        return text.toString();
    }

    /// Returns one response with a body of known length; the connection stays open.
    public String readResponse() throws IOException {
        var text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            text.append((char) socket.getInputStream().read());
        }
        String length = text.toString()
                .lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .findFirst()
                .orElseThrow()
                .substring("Content-Length: ".length());
        byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length));
        return text + new String(body, StandardCharsets.ISO_8859_1);
    }

    public String sessionProtocol() {
        return ((SSLSocket) socket).getSession().getProtocol();
    }

    public String cipherSuite() {
        return ((SSLSocket) socket).getSession().getCipherSuite();
    }

    /// Returns the server's certificate.
    public X509Certificate certificate() throws IOException {
        return (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0];
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
