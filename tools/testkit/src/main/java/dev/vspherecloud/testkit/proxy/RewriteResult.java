package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;

/// The result of the rewrites of a request.
sealed interface RewriteResult {
    /// The request goes on to the server, possibly changed.
    record Forward(Request request) implements RewriteResult {}

    /// The client gets this response; the server does not receive the request.
    record Rejected(Response answer) implements RewriteResult {}
}
