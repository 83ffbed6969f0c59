package dev.vspherecloud.http;

import java.io.IOException;

/// More came, on the wire or out of the decompressor, than the call was allowed to read.
public final class AnswerTooLargeException extends IOException {
    AnswerTooLargeException() {
        super("the answer is larger than allowed");
    }

    /// Returns true if this is why a reader of the answer failed.
    public static boolean isBehind(Throwable failure) {
        return Causes.of(failure).anyMatch(AnswerTooLargeException.class::isInstance);
    }
}
