package dev.vspherecloud.serving;

import java.util.Set;

/// Answers the requests for one page.
///
/// Threads: any number at once. The thread of a handler is interrupted if the response takes too long.
@FunctionalInterface
public interface Handler {
    Response handle(Request request);

    /// The HTTP methods that it supports; `HEAD` is part of `GET`.
    default Set<String> methods() {
        return Set.of("GET");
    }
}
