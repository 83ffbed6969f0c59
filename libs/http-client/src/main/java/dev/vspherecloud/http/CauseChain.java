package dev.vspherecloud.http;

import java.util.Objects;
import java.util.stream.Stream;

/// Lists the causes of a failure, because libraries wrap the original exception several times.
final class CauseChain {
    private static final int MAX_DEPTH = 20;

    private CauseChain() {}

    /// Returns the failure itself, its cause, and so on, up to a limit so that a cycle of causes ends.
    static Stream<Throwable> of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MAX_DEPTH);
    }
}
