package dev.vspherecloud.csi.cluster.claim;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds claims by their uid. The API server has no such search, so this lists all claims, at most once in ten
/// seconds, and remembers those that were found.
///
/// Threads: one.
final class ClaimSearch {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimSearch.class);

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration BUDGET = Duration.ofSeconds(30);
    private static final int MAX_REMEMBERED = 1000;

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private final Map<String, ObjectReference> found = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ObjectReference> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };
    private boolean wasSearched;
    private long searchedAt;
    private boolean isFailing;

    ClaimSearch(ApiServer server, LongSupplier nanoTime, Sleeper pause) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /// Returns the claim with this uid, if a search has found it.
    Optional<ObjectReference> remembered(String uid) {
        return Optional.ofNullable(found.get(uid));
    }

    /// Waits until the interval since the latest search is over.
    void awaitInterval() throws InterruptedException {
        Duration sinceSearch = Duration.ofNanos(nanoTime.getAsLong() - searchedAt);
        if (wasSearched && sinceSearch.compareTo(INTERVAL) < 0) {
            pause.sleep(INTERVAL.minus(sinceSearch));
        }
    }

    /// Searches for claims with these uids.
    void search(Set<String> uids) throws InterruptedException {
        wasSearched = true;
        searchedAt = nanoTime.getAsLong();
        ListResult<Map<String, ObjectReference>> result = ObjectCalls.begin(server, nanoTime, BUDGET)
                .list(ListedClaim.PATH, ListedClaim.READER, HashMap::new, (claims, claim) -> {
                    if (uids.contains(claim.uid())) {
                        claims.put(claim.uid(), claim.reference());
                    }
                });
        switch (result) {
            case ListResult.Complete<Map<String, ObjectReference>>(Map<String, ObjectReference> claims) -> {
                found.putAll(claims);
                isFailing = false;
            }
            case ListResult.Failed<Map<String, ObjectReference>>(String problem) -> logFailure(problem);
            case ListResult.KindUnknown<Map<String, ObjectReference>>(String problem) -> logFailure(problem);
        }
    }

    /// Logs a failure once until a search succeeds. An interrupted search is no failure.
    private void logFailure(String problem) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(problem);
        }
        if (!isFailing) {
            LOG.atWarn()
                    .addKeyValue("cause", problem)
                    .log("Cannot list PersistentVolumeClaims, so some Events about claims are not posted; everything"
                            + " else works as before");
        }
        isFailing = true;
    }
}
