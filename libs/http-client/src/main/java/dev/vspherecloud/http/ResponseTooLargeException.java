package dev.vspherecloud.http;

import java.io.IOException;

/// More came, on the wire or out of the decompressor, than the call was allowed to read.
public final class ResponseTooLargeException extends IOException {
    ResponseTooLargeException() {
        super("the answer is larger than allowed");
    }

    /// Returns true if this is why a reader of the answer failed.
    public static boolean isBehind(Throwable failure) {
        return CauseChain.of(failure).anyMatch(ResponseTooLargeException.class::isInstance);
    }
}
