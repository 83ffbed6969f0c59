package dev.vspherecloud.serving.tls;

/// A certificate, a key or a TLS setting cannot be used. The message names the file or the flag, and holds no part of a
/// key.
public final class TlsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String why;

    TlsException(String why) {
        super(why);
        this.why = why;
    }

    TlsException(String why, Throwable cause) {
        super(why, cause);
        this.why = why;
    }

    /// The message.
    public String why() {
        return why;
    }
}
