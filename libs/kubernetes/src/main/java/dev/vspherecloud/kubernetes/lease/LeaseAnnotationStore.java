package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Short texts that outlive this process, as annotations of a Lease; nobody is elected by it.
///
/// Whatever else the Lease holds survives our writes. Each call has a deadline of some seconds and throws
/// [KubeException] when the API server refuses (by its kind [KubeException.Kind#FORBIDDEN] when a right is missing) or
/// does not answer; what a write that was not answered came to is seen by reading again.
///
/// Threads: any; of two writers with the same basis one succeeds.
public final class LeaseAnnotationStore {
    private static final Duration BUDGET = Duration.ofSeconds(4);

    /// What was read.
    ///
    /// @param texts           by key, without the prefix
    /// @param resourceVersion which state of the Lease this was; empty when there is no Lease
    public record Notes(Map<String, String> texts, String resourceVersion) {
        static final Notes NONE = new Notes(Map.of(), "");

        public Notes {
            texts = Map.copyOf(texts);
        }
    }

    private final LeaseObjects lease;
    private final LeaseAnnotations annotations;

    /// @param prefix of the annotations that are ours, as in `logins.vspherecloud.dev/`
    public LeaseAnnotationStore(KubeConnection connection, String namespace, String name, String prefix) {
        this(connection.server(), namespace, name, prefix);
    }

    LeaseAnnotationStore(ApiServer server, String namespace, String name, String prefix) {
        this.lease = new LeaseObjects(server, namespace, name);
        this.annotations = new LeaseAnnotations(prefix);
    }

    /// Without texts when there is no such Lease.
    public Notes read() {
        return lease.read(BUDGET).map(this::notes).orElse(Notes.NONE);
    }

    /// Makes these the notes, if the Lease still is as it was read; others are taken away.
    ///
    /// @param texts by key, without the prefix; a key has at most 63 letters, digits, `-`, `_` and `.`
    /// @return false when somebody else wrote, made or deleted the Lease meanwhile; nothing was written then
    public boolean write(Notes basis, Map<String, String> texts) {
        if (basis.resourceVersion().isEmpty()) {
            return lease.create(annotations.replaced(lease.fresh(), texts), BUDGET)
                    .isPresent();
        }
        Optional<Json.Members> current =
                lease.read(BUDGET).filter(object -> LeaseObjects.version(object).equals(basis.resourceVersion()));
        return current.flatMap(object -> lease.replace(annotations.replaced(object, texts), BUDGET))
                .isPresent();
    }

    private Notes notes(Json.Members object) {
        return new Notes(annotations.of(object), LeaseObjects.version(object));
    }
}
