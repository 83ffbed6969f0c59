package dev.vspherecloud.serving.auth;

/// Who signs certificates can't be found out. The message names the file and what is wrong with it.
public final class ClientCaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClientCaException(String message, Throwable cause) {
        super(message, cause);
    }
}
