package dev.vspherecloud.vsphere.client.rest;

import org.jspecify.annotations.Nullable;

/// The bytes are not the JSON they should be. The message never quotes them.
public final class MalformedJsonException extends RuntimeException {
    public MalformedJsonException(String message) {
        this(message, null);
    }

    public MalformedJsonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
