package dev.vspherecloud.serving;

import java.util.Set;

/// Handles the requests for one page.
///
/// Threads: any number at once. If the response takes too long, the thread of the handler is interrupted.
@FunctionalInterface
public interface Handler {
    Response handle(Request request);

    /// Returns true if the page never has more than a few KiB. Others are made and sent for a few clients at a
    /// time, since many of them at once would fill the heap; see [ServerLimits#pages].
    default boolean isSmall() {
        return false;
    }

    /// Returns the HTTP methods that the page supports; `GET` includes `HEAD`.
    default Set<String> methods() {
        return Set.of("GET");
    }
}
