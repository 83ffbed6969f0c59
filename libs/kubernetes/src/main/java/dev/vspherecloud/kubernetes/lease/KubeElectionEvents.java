package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Posts Events about the Lease, with the texts of client-go. Each is sent once and not retried, since nothing
/// depends on it.
///
/// A process that loses the Lease posts no Event, since it must not write any more.
///
/// Rule from: client-go, tools/leaderelection/resourcelock, LeaseLock.RecordEvent.
///
/// Threads: one caller at a time; a thread of its own sends each Event about a new leader.
final class KubeElectionEvents implements ElectionEvents {
    private static final Logger LOG = LoggerFactory.getLogger(KubeElectionEvents.class);
    private static final String REASON = "LeaderElection";
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private final ApiServer server;
    private final LeaderSettings settings;
    private final InstantSource clock;
    private volatile String uid = "";

    KubeElectionEvents(ApiServer server, LeaderSettings settings, InstantSource clock) {
        this.server = server;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public void onAcquired() {
        Thread.ofVirtual().name("election-event").start(() -> {
            lookUpTheUid();
            post("became leader", BUDGET);
        });
    }

    @Override
    public void onStopped(Duration budget) {
        post("stopped leading", budget);
    }

    private void lookUpTheUid() {
        try {
            uid = new LeaseObjects(server, settings.namespace(), settings.name())
                    .read(BUDGET)
                    .map(lease -> lease.find("metadata", "uid").asText())
                    .orElse("");
        } catch (KubeException e) {
            LOG.atDebug()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot read the UID of the Lease; the Event about leader election is sent without it");
        }
    }

    private void post(String what, Duration budget) {
        ObjectReference lease =
                ObjectReference.lease(settings.namespace(), settings.name()).withUid(uid);
        String message = settings.identity() + " " + what;
        ApiCall call = EventRecorder.creation(settings.component(), lease, REASON, message, clock.instant());
        try {
            ApiAnswer answer = server.call(call, budget);
            if (!answer.isSuccess()) {
                throw server.failure(call, answer);
            }
        } catch (KubeException e) {
            LOG.atInfo()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("event", what)
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot send the Event about leader election; the election is not affected");
        }
    }
}
