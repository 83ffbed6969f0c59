package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Sends writes to Nodes and returns their outcome.
///
/// Every write contains the resource version of the Node on which it is based, so a write that arrives late changes
/// nothing. A write may arrive late because this process no longer leads, or because the client sent it twice after
/// a lost response.
///
/// Threads: any.
final class NodeWriter {
    /// The deadline of a delete. It is shorter than the time between the renew deadline and the end of a Lease. So
    /// a delete that this process sent as the leader ends before another process takes over.
    private static final Duration DELETE_BUDGET = Duration.ofSeconds(4);

    /// The maximum number of attempts to patch a Node. Attempts conflict with the writes of the kubelet, which
    /// writes now and then, and every two seconds while the Node starts.
    private static final int MAX_TRIES = 3;

    private final ApiServer server;
    private final NodeStore store;

    NodeWriter(ApiServer server, NodeStore store) {
        this.server = server;
        this.store = store;
    }

    /// Patches a Node only if it is exactly as the caller saw it. If the cache holds another state, the method
    /// returns a conflict and sends no request.
    ///
    /// @param patch returns the patch; empty if there is nothing to write
    WriteOutcome patchAsSeen(NodeView seen, Function<CachedNode, Optional<String>> patch) {
        Optional<CachedNode> known = store.find(seen.name());
        if (known.isEmpty()) {
            return new WriteOutcome.Vanished();
        }
        if (!known.get().view().equals(seen)) {
            return new WriteOutcome.Conflict();
        }
        try {
            return patch.apply(known.get())
                    .map(body -> send(ApiCall.strategicPatch(path(seen), body)))
                    .orElseGet(() -> new WriteOutcome.Written(seen));
        } catch (KubeException e) {
            return new WriteOutcome.Failed(e.getMessage());
        }
    }

    /// Patches a Node that may have changed since the caller read it, except in the fields that the patch
    /// overwrites.
    ///
    /// @param subresource the path of the subresource, which begins with a slash; empty for the Node itself
    /// @param isUntouched returns true if the fields that the patch overwrites are as the caller saw them
    /// @param patch returns the patch; empty if there is nothing to write
    WriteOutcome patch(
            NodeView seen,
            String subresource,
            Predicate<NodeView> isUntouched,
            Function<CachedNode, Optional<String>> patch) {
        try {
            return tryToPatch(seen, subresource, isUntouched, patch);
        } catch (KubeException e) {
            // The API server forbids the new read of the Node, not the write. The watch also delivers the new
            // state, so the caller tries again.
            return e.kind() == KubeException.Kind.FORBIDDEN
                    ? new WriteOutcome.Conflict()
                    : new WriteOutcome.Failed(e.getMessage());
        }
    }

    private WriteOutcome tryToPatch(
            NodeView seen,
            String subresource,
            Predicate<NodeView> isUntouched,
            Function<CachedNode, Optional<String>> patch) {
        Optional<CachedNode> known = store.find(seen.name());
        for (int tries = 0; known.isPresent(); tries++) {
            CachedNode now = known.get();
            if (!now.uid().equals(seen.meta().uid())) {
                return new WriteOutcome.Conflict();
            }
            Optional<String> body = patch.apply(now);
            if (body.isEmpty()) {
                return new WriteOutcome.Written(now.view());
            }
            if (tries == MAX_TRIES || !isUntouched.test(now.view())) {
                return new WriteOutcome.Conflict();
            }
            WriteOutcome outcome = send(ApiCall.strategicPatch(path(seen) + subresource, body.get()));
            if (!outcome.equals(new WriteOutcome.Conflict())) {
                return outcome;
            }
            known = readAgain(seen);
        }
        return new WriteOutcome.Vanished();
    }

    private Optional<CachedNode> readAgain(NodeView seen) {
        ApiCall call = ApiCall.get(path(seen));
        ApiAnswer answer = server.call(call);
        if (answer.status() == 404) {
            return Optional.empty();
        }
        if (!answer.isSuccess()) {
            throw server.failure(call, answer);
        }
        CachedNode now = store.read(answer);
        store.written(now);
        return Optional.of(now);
    }

    /// Deletes a Node only if it is exactly as the caller saw it. If the cache holds another state, the method
    /// returns a conflict and sends no request.
    DeleteOutcome delete(NodeView seen) {
        Optional<CachedNode> known = store.find(seen.name());
        if (known.isEmpty()) {
            return new DeleteOutcome.Vanished();
        }
        if (!known.get().view().equals(seen)) {
            return new DeleteOutcome.Conflict();
        }
        try {
            return sendDelete(ApiCall.delete(path(seen), NodePatches.preconditions(known.get())));
        } catch (KubeException e) {
            return new DeleteOutcome.Failed(e.getMessage());
        }
    }

    private DeleteOutcome sendDelete(ApiCall call) {
        ApiAnswer answer = server.call(call, DELETE_BUDGET);
        return switch (answer.status()) {
            case 200, 202 -> new DeleteOutcome.Deleted();
            case 404 -> new DeleteOutcome.Vanished();
            case 409 -> new DeleteOutcome.Conflict();
            default -> throw server.failure(call, answer);
        };
    }

    private WriteOutcome send(ApiCall call) {
        ApiAnswer answer = server.call(call);
        return switch (answer.status()) {
            case 200, 201 -> {
                CachedNode now = store.read(answer);
                store.written(now);
                yield new WriteOutcome.Written(now.view());
            }
            case 404 -> new WriteOutcome.Vanished();
            case 409 -> new WriteOutcome.Conflict();
            case 422 ->
                // A new Node has this name by now, because the uid in the patch does not match.
                answer.hasCause("metadata.uid")
                        ? new WriteOutcome.Conflict()
                        : new WriteOutcome.Refused(answer.message());
            case 400, 403 -> new WriteOutcome.Refused(answer.message());
            default -> throw server.failure(call, answer);
        };
    }

    private static String path(NodeView node) {
        return ApiCall.path(KubeNodes.PATH, node.name().value());
    }
}
