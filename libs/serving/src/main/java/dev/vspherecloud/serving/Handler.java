package dev.vspherecloud.serving;

import java.util.Set;

/// Something to be asked for.
///
/// Threads: any number at once. Whoever makes a page is interrupted when it takes too long.
@FunctionalInterface
public interface Handler {
    Response answer(Request request);

    /// What can be done with it; `HEAD` is part of `GET`.
    default Set<String> methods() {
        return Set.of("GET");
    }
}
