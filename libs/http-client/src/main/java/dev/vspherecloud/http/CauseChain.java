package dev.vspherecloud.http;

import java.util.Objects;
import java.util.stream.Stream;

/// What is behind a failure: libraries wrap what happened several times.
final class CauseChain {
    private static final int DEEPEST = 20;

    private CauseChain() {}

    /// The failure itself, its cause, and so on; an end is made of a circle.
    static Stream<Throwable> of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(DEEPEST);
    }
}
