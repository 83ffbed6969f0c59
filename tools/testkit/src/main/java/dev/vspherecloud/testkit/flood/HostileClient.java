package dev.vspherecloud.testkit.flood;

import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// What a client without credentials may do on one connection to a port. Each ends when the server closes the
/// connection, or by itself.
public enum HostileClient {
    /// Connects and sends nothing.
    SILENT {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            awaitEnd(socket);
        }
    },
    /// Completes the handshake and sends nothing.
    IDLE {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            awaitEnd(opened(socket, isTls));
        }
    },
    /// Sends lines that are no headers, as many as a head may have bytes, and never the end of the head.
    ENDLESS_LINES {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            send(socket, isTls, "GET / HTTP/1.1\n" + "a\n".repeat(32_700));
        }
    },
    /// The same with the shortest headers.
    ENDLESS_HEADERS {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            send(socket, isTls, "GET / HTTP/1.1\r\n" + "a:\r\n".repeat(16_000));
        }
    },
    /// Sends one header as long as a head may be.
    LONG_HEADER {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            send(socket, isTls, "GET / HTTP/1.1\r\na: " + "a".repeat(65_000));
        }
    },
    /// Sends a head byte by byte.
    SLOW_HEAD {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            Socket secured = opened(socket, isTls);
            for (byte each : bytes("GET /livez HTTP/1.1\r\nHost: a\r\nx: " + "a".repeat(10_000))) {
                secured.getOutputStream().write(each);
                pause(Duration.ofMillis(500));
            }
        }
    },
    /// Announces a large body and sends none of it.
    SLOW_BODY {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            send(socket, isTls, "PUT /debug/flags/v HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n");
        }
    },
    /// Shows another made-up token in each request.
    MADE_UP_TOKEN {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            Socket secured = opened(socket, isTls);
            InputStream in = secured.getInputStream();
            var buffer = new byte[8192];
            for (int n = 0; n < 100; n++) {
                secured.getOutputStream()
                        .write(bytes("GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + System.nanoTime()
                                + "\r\n\r\n"));
                if (in.read(buffer) < 0) {
                    return;
                }
            }
        }
    },
    /// Asks for a large page again and again and reads no answer.
    SLOW_READER {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            Socket secured = opened(socket, isTls);
            OutputStream out = secured.getOutputStream();
            for (int n = 0; n < 10_000; n++) {
                out.write(bytes(
                        "GET /livez?verbose HTTP/1.1\r\nHost: a\r\n\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"));
            }
            pause(Duration.ofSeconds(30));
        }
    },
    /// Ends the connection in the middle of the handshake.
    ABORTED_HANDSHAKE {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3});
            pause(Duration.ofMillis(200));
        }
    },
    /// Renegotiates as often as the server accepts it.
    RENEGOTIATING {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            SSLSocket secured = secured(socket, "TLSv1.2");
            for (int n = 0; n < 100; n++) {
                secured.startHandshake();
                secured.getOutputStream().write('G');
            }
        }
    },
    /// Speaks HTTP/2 without having negotiated it.
    HTTP2 {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            send(socket, isTls, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".repeat(100));
        }
    },
    /// Sends other bytes than TLS.
    GARBAGE {
        @Override
        void attack(Socket socket, boolean isTls) throws IOException {
            socket.getOutputStream().write(bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100)));
            awaitEnd(socket);
        }
    };

    private static final SSLContext TLS = AnyCertificate.context();

    /// Attacks until the server or the client ends the connection.
    ///
    /// @param isTls true if the port expects TLS
    abstract void attack(Socket socket, boolean isTls) throws IOException;

    private static Socket opened(Socket socket, boolean isTls) throws IOException {
        return isTls ? secured(socket) : socket;
    }

    private static SSLSocket secured(Socket socket, String... protocols) throws IOException {
        var secured = (SSLSocket) TLS.getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), true);
        if (protocols.length > 0) {
            secured.setEnabledProtocols(protocols);
        }
        secured.startHandshake();
        return secured;
    }

    private static void send(Socket socket, boolean isTls, String text) throws IOException {
        Socket secured = opened(socket, isTls);
        secured.getOutputStream().write(bytes(text));
        awaitEnd(secured);
    }

    private static void awaitEnd(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        var buffer = new byte[8192];
        while (in.read(buffer) >= 0) {
            // What the server answers does not matter.
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
