package dev.vspherecloud.serving.tls;

/// Reports that a certificate, a key or a TLS setting cannot be used. The message names the file or the flag,
/// and contains no part of a key.
public final class TlsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    TlsException(String why) {
        super(why);
        this.reason = why;
    }

    TlsException(String why, Throwable cause) {
        super(why, cause);
        this.reason = why;
    }

    /// Returns the message, which is always present.
    public String reason() {
        return reason;
    }
}
