package dev.vspherecloud.serving;

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

/// Somebody who visits a port of the loopback interface, speaks byte by byte, and believes whoever is there.
///
/// Threads: one.
public final class Visitor implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;

    private Visitor(Socket socket) {
        this.socket = socket;
    }

    /// Has not even begun with TLS.
    public static Visitor knocking(int port) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return new Visitor(socket);
    }

    /// Speaks TLS, and has not asked for anything.
    public static Visitor at(int port) throws IOException {
        return at(port, "");
    }

    /// @param name of the server that he wants; empty for none
    /// @param keys what he shows of himself
    public static Visitor at(int port, String name, KeyManager... keys) throws IOException {
        Visitor knocking = knocking(port);
        var tls = (SSLSocket) AnyCertificate.context(keys)
                .getSocketFactory()
                .createSocket(knocking.socket, InetAddress.getLoopbackAddress().getHostAddress(), port, true);
        if (!name.isEmpty()) {
            var parameters = tls.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(name)));
            tls.setSSLParameters(parameters);
        }
        tls.startHandshake();
        return new Visitor(tls);
    }

    public Visitor say(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /// All that is answered until the other side closes the connection. What is cut off is an end as well.
    public String hear() throws IOException {
        var heard = new StringBuilder();
        try {
            for (int each = socket.getInputStream().read();
                    each >= 0;
                    each = socket.getInputStream().read()) {
                heard.append((char) each);
            }
        } catch (SocketException | SSLException e) {
            return heard.toString();
        }
        return heard.toString();
    }

    /// One answer with a body of known length; the connection stays open.
    public String hearOne() throws IOException {
        var heard = new StringBuilder();
        while (heard.indexOf("\r\n\r\n") < 0) {
            heard.append((char) socket.getInputStream().read());
        }
        String length = heard.toString()
                .lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .findFirst()
                .orElseThrow()
                .substring("Content-Length: ".length());
        byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length));
        return heard + new String(body, StandardCharsets.ISO_8859_1);
    }

    public String sessionProtocol() {
        return ((SSLSocket) socket).getSession().getProtocol();
    }

    public String cipherSuite() {
        return ((SSLSocket) socket).getSession().getCipherSuite();
    }

    /// What the other side shows of itself.
    public X509Certificate certificate() throws IOException {
        return (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0];
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
