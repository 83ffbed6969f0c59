package dev.vspherecloud.serving.auth;

/// Reports that a file with CA certificates cannot be read or used. The message names the file and what is
/// wrong with it.
public final class ClientCaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClientCaException(String message, Throwable cause) {
        super(message, cause);
    }
}
