package dev.vspherecloud.ccm;

import dev.vspherecloud.ccm.metrics.ProgramMetrics;
import dev.vspherecloud.config.CloudConfig;
import dev.vspherecloud.domain.lifecycle.Chronicle;
import dev.vspherecloud.domain.lifecycle.Office;
import dev.vspherecloud.kubernetes.KubeChronicle;
import dev.vspherecloud.kubernetes.KubeConnection;
import dev.vspherecloud.kubernetes.LeaderElector;
import dev.vspherecloud.kubernetes.LeaderSettings;
import dev.vspherecloud.kubernetes.Leadership;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The life of the process: stand for election, work while leading, stop when told or when the lease is lost.
///
/// Threads: [#run] belongs to the main thread; [#stop] and [#reconfigure] may be called from anywhere. All news meet in
/// one queue, so leading, stopping and a change of the configuration never overlap.
final class ControllerManager {
    private static final Logger log = LoggerFactory.getLogger(ControllerManager.class);
    private static final Duration RELEASE = Duration.ofMillis(800);

    private sealed interface News {
        record Won() implements News {}

        record Lost(String why) implements News {}

        record Stop() implements News {}

        record Reconfigured(CloudConfig config) implements News {}
    }

    private final Options options;
    private CloudConfig config;
    private final KubeConnection connection;
    private final ProgramMetrics metrics;
    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();

    ControllerManager(Options options, CloudConfig config, KubeConnection connection, ProgramMetrics metrics) {
        this.options = options;
        this.config = config;
        this.connection = connection;
        this.metrics = metrics;
    }

    /// Works until it is stopped or has lost the lease.
    ///
    /// @return the exit code
    int run() throws InterruptedException {
        Optional<LeaderSettings> settings = leaderSettings();
        Optional<LeaderElector> elector = settings.map(each -> new LeaderElector(connection, each, leadership()));
        Optional<Thread> standing =
                elector.map(each -> Thread.ofVirtual().name("leader-election").start(each));
        if (elector.isEmpty()) {
            news.add(new News.Won());
        }
        int code = workUntilTheEnd(elector.map(LeaderElector::office).orElseGet(SoleOffice::new), chronicle(settings));
        standing.ifPresent(Thread::interrupt);
        if (standing.isPresent()) {
            boolean _ = standing.get().join(RELEASE);
        }
        if (code == 0) {
            elector.ifPresent(each -> each.release(RELEASE));
        }
        return code;
    }

    /// Ends [#run] soon, with exit code 0.
    void stop() {
        news.add(new News.Stop());
    }

    /// From now on this configuration is in force.
    void reconfigure(CloudConfig changed) {
        news.add(new News.Reconfigured(changed));
    }

    private int workUntilTheEnd(Office office, Chronicle chronicle) throws InterruptedException {
        while (true) {
            switch (news.take()) {
                case News.Won() -> {
                    return lead(office, chronicle);
                }
                case News.Lost(String why) -> {
                    return lost(why);
                }
                case News.Stop() -> {
                    return 0;
                }
                case News.Reconfigured(CloudConfig changed) -> config = changed;
            }
        }
    }

    private int lead(Office office, Chronicle chronicle) throws InterruptedException {
        try (var controllers = new NodeControllers(options, config, connection, office, chronicle, metrics)) {
            metrics.election().leads(true);
            controllers.start(config);
            while (true) {
                switch (news.take()) {
                    case News.Won() -> throw new IllegalStateException("the lease was won twice");
                    case News.Lost(String why) -> {
                        return lost(why);
                    }
                    case News.Stop() -> {
                        return 0;
                    }
                    case News.Reconfigured(CloudConfig changed) -> controllers.apply(changed);
                }
            }
        }
    }

    private Optional<LeaderSettings> leaderSettings() {
        Options.LeaderElectionOptions election = options.leaderElection();
        return election.enabled()
                ? Optional.of(new LeaderSettings(
                        election.namespace(),
                        election.name(),
                        LeaderSettings.identity(hostName(), UUID.randomUUID()),
                        election.leaseDuration(),
                        election.renewDeadline(),
                        election.retryPeriod()))
                : Optional.empty();
    }

    private Chronicle chronicle(Optional<LeaderSettings> settings) {
        Options.LeaderElectionOptions election = options.leaderElection();
        return settings.map(each -> new KubeChronicle(connection, each))
                .orElseGet(() -> new KubeChronicle(connection, election.namespace(), election.name()));
    }

    /// A Pod's host name is its name; without one an identity is still unique by its UUID.
    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }

    private static int lost(String why) {
        log.atError().addKeyValue("cause", why).log("Leader election lost");
        return 1;
    }

    private Leadership leadership() {
        return new Leadership() {
            @Override
            public void won() {
                log.info("Became leader");
                news.add(new News.Won());
            }

            @Override
            public void lost(String why) {
                news.add(new News.Lost(why));
            }

            @Override
            public void follows(String holder) {
                log.atInfo().addKeyValue("leader", holder).log("Standing by");
            }
        };
    }
}
