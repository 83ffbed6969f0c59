package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A permanent difference between the client's and the server's side of a call, unlike a [Fault].
interface Rewrite {
    /// Returns the request that the server receives.
    default Request outbound(Request request) {
        return request;
    }

    /// Returns the response head that the client receives.
    default Head inbound(Head head) {
        return head;
    }

    /// Returns the change to the whole response to this request of the client; if empty, the body is streamed.
    default Optional<UnaryOperator<Response>> responseChange(Request request) {
        return Optional.empty();
    }
}
