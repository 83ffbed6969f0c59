package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;

/// What becomes of a request at the door of a server.
sealed interface RewriteResult {
    /// It goes on to the server, maybe changed.
    record Forward(Request request) implements RewriteResult {}

    /// The server never hears of it.
    record Rejected(Response answer) implements RewriteResult {}
}
