package dev.vspherecloud.serving.tls;

/// A certificate, a key or a TLS setting cannot be used. The message names the file or the flag, and holds no part of a
/// key.
public final class TlsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TlsException(String message) {
        super(message);
    }

    TlsException(String message, Throwable cause) {
        super(message, cause);
    }
}
