package dev.vspherecloud.http;

import java.io.IOException;

/// Reports that a response is larger than the call may read, on the wire or decompressed.
public final class ResponseTooLargeException extends IOException {
    ResponseTooLargeException() {
        super("the response is larger than allowed");
    }

    /// Returns true if this exception is the reason why reading a response failed.
    public static boolean isCauseOf(Throwable failure) {
        return CauseChain.of(failure).anyMatch(ResponseTooLargeException.class::isInstance);
    }
}
