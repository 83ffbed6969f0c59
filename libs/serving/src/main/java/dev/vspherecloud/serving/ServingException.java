package dev.vspherecloud.serving;

/// Reports that the server cannot start. The message says why, and what to do.
public final class ServingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServingException(String message, Throwable cause) {
        super(message, cause);
    }
}
