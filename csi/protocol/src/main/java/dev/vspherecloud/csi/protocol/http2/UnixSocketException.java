package dev.vspherecloud.csi.protocol.http2;

/// The server cannot listen on its socket. The message says why, and what to do.
public final class UnixSocketException extends RuntimeException {
    UnixSocketException(String message) {
        super(message);
    }

    UnixSocketException(String message, Throwable cause) {
        super(message, cause);
    }
}
