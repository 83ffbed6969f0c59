package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Keeps short texts that survive this process, as annotations of a Lease. The Lease is not used for an
/// election.
///
/// A write keeps everything else in the Lease. Each call has a deadline of some seconds. It throws
/// [KubeException] if the API server does not answer, or refuses: the kind is [KubeException.Kind#FORBIDDEN] if
/// a permission is missing. If a write was not answered, read again to learn whether it succeeded.
///
/// Threads: any. If two writers have read the same version, only one of them succeeds.
public final class LeaseAnnotationStore {
    private static final Duration BUDGET = Duration.ofSeconds(4);

    /// The texts at the time of a read.
    ///
    /// @param texts           the texts by key, without the prefix
    /// @param resourceVersion the resourceVersion of the Lease that was read; empty if there is no Lease
    public record Snapshot(Map<String, String> texts, String resourceVersion) {
        static final Snapshot NONE = new Snapshot(Map.of(), "");

        public Snapshot {
            texts = Map.copyOf(texts);
        }
    }

    private final LeaseObjects lease;
    private final LeaseAnnotations annotations;

    /// Creates a store on this Lease.
    ///
    /// @param prefix the prefix of the annotations of this store, as in `logins.vspherecloud.dev/`
    public LeaseAnnotationStore(KubeConnection connection, String namespace, String name, String prefix) {
        this(connection.server(), namespace, name, prefix);
    }

    LeaseAnnotationStore(ApiServer server, String namespace, String name, String prefix) {
        this.lease = new LeaseObjects(server, namespace, name);
        this.annotations = new LeaseAnnotations(prefix);
    }

    /// Reads the texts. If the Lease does not exist, there are none.
    public Snapshot read() {
        return lease.read(BUDGET).map(this::notesOf).orElse(Snapshot.NONE);
    }

    /// Replaces all texts with these, if the Lease has not changed since it was read.
    ///
    /// @param basis the result of the read
    /// @param texts the texts by key, without the prefix; a key has at most 63 letters, digits, `-`, `_` and
    ///     `.`
    /// @return false if another writer changed, created or deleted the Lease meanwhile; nothing was written
    ///     then
    public boolean write(Snapshot basis, Map<String, String> texts) {
        if (basis.resourceVersion().isEmpty()) {
            return lease.create(annotations.replaced(lease.newLease(), texts), BUDGET)
                    .isPresent();
        }
        Optional<Json.Members> current =
                lease.read(BUDGET).filter(object -> LeaseObjects.version(object).equals(basis.resourceVersion()));
        return current.flatMap(object -> lease.replace(annotations.replaced(object, texts), BUDGET))
                .isPresent();
    }

    private Snapshot notesOf(Json.Members object) {
        return new Snapshot(annotations.of(object), LeaseObjects.version(object));
    }
}
