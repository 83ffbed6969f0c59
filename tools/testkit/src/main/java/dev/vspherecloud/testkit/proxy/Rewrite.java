package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A lasting difference between what the client sees and what the server does, unlike a [Fault].
interface Rewrite {
    /// What the server gets for this request.
    default Request outbound(Request request) {
        return request;
    }

    /// What the client gets for this head of a response.
    default Head inbound(Head head) {
        return head;
    }

    /// What to do with the whole response to this request of the client; empty lets its body stream through.
    default Optional<UnaryOperator<Response>> whole(Request request) {
        return Optional.empty();
    }
}
