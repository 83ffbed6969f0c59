package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import dev.vspherecloud.kubernetes.lease.LeaseAnnotations;
import dev.vspherecloud.kubernetes.lease.LeaseObjects;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stores the lifecycle state as annotations of the leader's Lease, with the prefix [#PREFIX].
///
/// The elector renews the same Lease every two seconds by replacing it. If a write conflicts with a renewal, this
/// store retries it as long as the annotations are unchanged. So a write fails only if another writer changed the
/// annotations. The elector and this store both replace the whole object in the version that they read, so all
/// other fields are kept.
///
/// This store does not write to a Lease that names another holder. The check and the write use the same version, so
/// a process that lost the Lease without noticing changes nothing.
///
/// Threads: one at a time.
public final class LeaseStateStore implements LifecycleStateStore {
    /// The prefix of the annotation keys on the Lease.
    public static final String PREFIX = "lifecycle.vspherecloud.dev/";

    private static final Logger LOG = LoggerFactory.getLogger(LeaseStateStore.class);
    private static final Duration BUDGET = Duration.ofSeconds(4);

    /// The maximum number of attempts to write. An attempt conflicts only with a renewal, which comes every two
    /// seconds, and an attempt takes milliseconds.
    private static final int MAX_TRIES = 5;

    private enum Attempt {
        WRITTEN,
        /// The Lease changed between the read and the write.
        MOVED,
        REFUSED
    }

    private final LeaseObjects lease;
    private final String name;
    private final String command;
    private final LeaseAnnotations annotations = new LeaseAnnotations(PREFIX);
    private final Optional<String> identity;
    private final LongSupplier nanoTime;
    private String lastFailure = "";

    /// Creates the store of a process that takes part in leader election. It writes to the Lease only while the
    /// Lease names this process as its holder. A missing Lease cannot be read; the elector creates it.
    public LeaseStateStore(KubeConnection connection, LeaderSettings settings) {
        this(
                connection.server(),
                settings.namespace(),
                settings.name(),
                Optional.of(settings.identity()),
                System::nanoTime);
    }

    /// Creates the store of a process without leader election (`--leader-elect=false`). It creates a missing Lease
    /// and does not check its holder.
    public LeaseStateStore(KubeConnection connection, String namespace, String name) {
        this(connection.server(), namespace, name, Optional.empty(), System::nanoTime);
    }

    LeaseStateStore(ApiServer server, String namespace, String name, Optional<String> identity, LongSupplier nanoTime) {
        this.lease = new LeaseObjects(server, namespace, name);
        this.name = namespace + "/" + name;
        this.command =
                "kubectl -n %s annotate lease %s --overwrite %s=".formatted(namespace, name, PREFIX + ACKNOWLEDGE);
        this.identity = identity;
        this.nanoTime = nanoTime;
    }

    @Override
    public Optional<Page> read() {
        try {
            Optional<Page> page = lease.read(BUDGET).map(this::page);
            lastFailure = "";
            return page.isEmpty() && identity.isEmpty() ? Optional.of(new Page(Map.of(), "")) : page;
        } catch (KubeException e) {
            logFailure("read", e);
            return Optional.empty();
        }
    }

    private Page page(Json.Members object) {
        return new Page(annotations.of(object), LeaseObjects.version(object));
    }

    @Override
    public boolean write(Page basis, Map<String, String> texts) {
        long end = nanoTime.getAsLong() + BUDGET.toNanos();
        try {
            Attempt attempt = Attempt.MOVED;
            for (int tries = 0; tries < MAX_TRIES && attempt == Attempt.MOVED; tries++) {
                attempt = attempt(basis, texts, end);
            }
            lastFailure = "";
            return attempt == Attempt.WRITTEN;
        } catch (KubeException e) {
            logFailure("write", e);
            return false;
        }
    }

    @Override
    public String acknowledgeCommand(String id) {
        return command + id;
    }

    private Attempt attempt(Page basis, Map<String, String> texts, long end) {
        Optional<Json.Members> current = lease.read(timeLeft(end));
        if (current.isEmpty()) {
            return basis.version().isEmpty() && identity.isEmpty() ? make(texts, end) : Attempt.REFUSED;
        }
        Json.Members object = current.get();
        if (!mayWrite(object) || !annotations.of(object).equals(basis.annotations())) {
            return Attempt.REFUSED;
        }
        return lease.replace(annotations.replaced(object, texts), timeLeft(end)).isPresent()
                ? Attempt.WRITTEN
                : Attempt.MOVED;
    }

    private Attempt make(Map<String, String> texts, long end) {
        return lease.create(annotations.replaced(lease.newLease(), texts), timeLeft(end))
                        .isPresent()
                ? Attempt.WRITTEN
                : Attempt.MOVED;
    }

    private boolean mayWrite(Json.Members object) {
        return identity.isEmpty() || LeaseObjects.isHeldBy(object, identity.get());
    }

    private Duration timeLeft(long end) {
        return Duration.ofNanos(end - nanoTime.getAsLong());
    }

    private void logFailure(String operation, KubeException failure) {
        if (!failure.getMessage().equals(lastFailure)) {
            LOG.atWarn()
                    .addKeyValue("lease", name)
                    .addKeyValue("operation", operation)
                    .addKeyValue("cause", failure.getMessage())
                    .log("Cannot read or write the state in the annotations of the Lease, will try again;"
                            + " Nodes may be kept until then");
        }
        lastFailure = failure.getMessage();
    }
}
