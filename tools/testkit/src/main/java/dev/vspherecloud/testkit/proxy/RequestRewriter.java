package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.util.List;
import java.util.function.UnaryOperator;

/// Rewrites the requests and responses of one proxy: all rewrites and all login filters.
///
/// @param rewrites applied first, in order
/// @param loginFilters applied after them, in order
record RequestRewriter(List<Rewrite> rewrites, List<LoginFilter> loginFilters) {
    RewriteResult outbound(Request request) {
        Request sent = request;
        for (Rewrite rewrite : rewrites) {
            sent = rewrite.outbound(sent);
        }
        for (LoginFilter loginFilter : loginFilters) {
            switch (loginFilter.filter(sent)) {
                case RewriteResult.Forward(Request forwarded) -> sent = forwarded;
                case RewriteResult.Rejected away -> {
                    return away;
                }
            }
        }
        return new RewriteResult.Forward(sent);
    }

    Head inbound(Head head) {
        Head seen = head;
        for (Rewrite rewrite : rewrites) {
            seen = rewrite.inbound(seen);
        }
        return seen;
    }

    /// Returns the changes to the whole response to this request of the client.
    List<UnaryOperator<Response>> responseChanges(Request request) {
        return rewrites.stream()
                .flatMap(rewrite -> rewrite.responseChange(request).stream())
                .toList();
    }
}
