package dev.vspherecloud.serving;

import java.util.Set;

/// Handles the requests for one page.
///
/// Threads: any number at once. If the response takes too long, the thread of the handler is interrupted.
@FunctionalInterface
public interface Handler {
    Response handle(Request request);

    /// Returns the HTTP methods that the page supports; `GET` includes `HEAD`.
    default Set<String> methods() {
        return Set.of("GET");
    }
}
