package dev.vspherecloud.http;

import java.io.IOException;

/// Reports that a response is larger than the call may read: on the wire, decompressed, or as objects in the heap.
/// The message names the limit.
public final class ResponseTooLargeException extends IOException {
    ResponseTooLargeException() {
        this("the response is larger than allowed");
    }

    public ResponseTooLargeException(String message) {
        super(message);
    }

    /// Returns true if this exception is the reason why reading a response failed.
    public static boolean isCauseOf(Throwable failure) {
        return CauseChain.of(failure).anyMatch(ResponseTooLargeException.class::isInstance);
    }

    /// Returns the limit that the response exceeds, for messages.
    public static String describe(Throwable failure) {
        return CauseChain.of(failure)
                .filter(ResponseTooLargeException.class::isInstance)
                .map(cause -> String.valueOf(cause.getMessage()))
                .findFirst()
                .orElse("the response is larger than allowed");
    }
}
