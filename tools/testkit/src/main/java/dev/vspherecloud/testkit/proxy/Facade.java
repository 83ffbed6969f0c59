package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.util.List;
import java.util.function.UnaryOperator;

/// What clients see of a server that it is not itself: all rewrites and all doors of one proxy.
///
/// @param rewrites what a request passes first, in order
/// @param doors what it passes then, in order
record Facade(List<Rewrite> rewrites, List<Door> doors) {
    Passage outbound(Request request) {
        Request sent = request;
        for (Rewrite rewrite : rewrites) {
            sent = rewrite.outbound(sent);
        }
        for (Door door : doors) {
            switch (door.meet(sent)) {
                case Passage.Enter(Request let) -> sent = let;
                case Passage.TurnedAway away -> {
                    return away;
                }
            }
        }
        return new Passage.Enter(sent);
    }

    Head inbound(Head head) {
        Head seen = head;
        for (Rewrite rewrite : rewrites) {
            seen = rewrite.inbound(seen);
        }
        return seen;
    }

    /// What is done with the whole response to this request of the client.
    List<UnaryOperator<Response>> whole(Request request) {
        return rewrites.stream()
                .flatMap(rewrite -> rewrite.whole(request).stream())
                .toList();
    }
}
