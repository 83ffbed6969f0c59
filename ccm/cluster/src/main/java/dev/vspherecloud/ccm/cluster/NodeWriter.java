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
/// Every write carries the version of the Node that it was made for. A write that arrives late changes nothing. It
/// may come from a process that does not lead any more, or its first sending succeeded but the response was lost.
///
/// Threads: any.
final class NodeWriter {
    /// Shorter than the time that a Lease usually lasts beyond the renew deadline. So a delete that this process
    /// began while it led ends before another process takes over.
    private static final Duration DELETE_BUDGET = Duration.ofSeconds(4);

    /// Kubelets write now and then, and to a Node that is just starting every two seconds.
    private static final int MAX_TRIES = 3;

    private final ApiServer server;
    private final NodeStore store;

    NodeWriter(ApiServer server, NodeStore store) {
        this.server = server;
        this.store = store;
    }

    /// Patches a Node only in exactly the state that was seen. If the cache holds another state, the outcome is a
    /// conflict, without a request to the API server.
    ///
    /// @param patch empty if there is nothing to write
    WriteOutcome patchAsSeen(NodeView seen, Function<CachedNode, Optional<String>> patch) {
        Optional<CachedNode> known = store.find(seen.name());
        if (known.isEmpty()) {
            return new WriteOutcome.Vanished();
        }
        if (!known.get().view().equals(seen)) {
            return new WriteOutcome.Conflict();
        }
        return patch.apply(known.get())
                .map(body -> write(ApiCall.strategicPatch(path(seen), body)))
                .orElseGet(() -> new WriteOutcome.Written(seen));
    }

    /// Patches a Node that may have changed since it was seen, except in the fields that the patch overwrites.
    ///
    /// @param subresource empty, or begins with a slash
    /// @param isUntouched returns true if the fields that the patch overwrites are as seen
    /// @param patch       empty if there is nothing to write
    WriteOutcome patch(
            NodeView seen,
            String subresource,
            Predicate<NodeView> isUntouched,
            Function<CachedNode, Optional<String>> patch) {
        try {
            return tryToPatch(seen, subresource, isUntouched, patch);
        } catch (KubeException e) {
            // The second read of the Node is forbidden, not the write; the watch brings the new state as well.
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
        CachedNode now = NodeJson.read(answer);
        store.written(now);
        return Optional.of(now);
    }

    /// Deletes a Node only in exactly the state that was seen. If the cache holds another state, the outcome is a
    /// conflict, without a request to the API server.
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

    private WriteOutcome write(ApiCall call) {
        try {
            return send(call);
        } catch (KubeException e) {
            return new WriteOutcome.Failed(e.getMessage());
        }
    }

    private WriteOutcome send(ApiCall call) {
        ApiAnswer answer = server.call(call);
        return switch (answer.status()) {
            case 200, 201 -> {
                CachedNode now = NodeJson.read(answer);
                store.written(now);
                yield new WriteOutcome.Written(now.view());
            }
            case 404 -> new WriteOutcome.Vanished();
            case 409 -> new WriteOutcome.Conflict();
            case 422 ->
                // Another Node has this name by now: each patch carries the uid of the Node that was seen.
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
