package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.cluster.ClusterNetworkReader;
import dev.vspherecloud.ccm.cluster.NodeReader;
import dev.vspherecloud.ccm.cluster.TaintedNode;
import dev.vspherecloud.ccm.cluster.WorkloadReader;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.LeaseObjects;
import dev.vspherecloud.kubernetes.review.KubeSelfReviews;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/// Reads the facts about the cluster: one request for each kind of object and its pages, one for each right.
///
/// Threads: one caller; the questions about rights are asked by virtual threads.
public final class ClusterExaminer {
    private static final ServerVersion OLDEST = new ServerVersion(1, 28, 0);
    private static final Duration LEASE_BUDGET = Duration.ofSeconds(5);
    private static final String KUBE_SYSTEM = "kube-system";

    /// The areas that need the Nodes.
    private static final List<DoctorArea> OF_NODES = List.of(
            DoctorArea.TAGS,
            DoctorArea.UUID,
            DoctorArea.VM,
            DoctorArea.TOOLS,
            DoctorArea.ADDRESSES,
            DoctorArea.DISK,
            DoctorArea.KUBELET,
            DoctorArea.TAINTS);

    private final KubeConnection connection;
    private final Options options;
    private final InstantSource clock;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Diagnosis.Gap> gaps = new ArrayList<>();

    public ClusterExaminer(KubeConnection connection, Options options, InstantSource clock) {
        this.connection = connection;
        this.options = options;
        this.clock = clock;
    }

    /// Examines the cluster. Throws [KubeException] if the API server cannot be used at all.
    ///
    /// @param config empty if the configuration cannot be used
    public ClusterExamination examine(Optional<CloudConfig> config) throws InterruptedException {
        server();
        List<RequiredRight> missing = missingRights(RequiredRight.of(options, config));
        findings.addAll(RequiredRight.findings(missing));
        Optional<List<TaintedNode>> nodes = read(OF_NODES, "", () -> new NodeReader(connection).listWithTaints());
        LeaderFacts leader = leader();
        providers();
        return new ClusterExamination(findings, gaps, nodes, missing, leader);
    }

    private void server() {
        Instant before = clock.instant();
        KubeConnection.ApiServerIdentity server = connection.identity();
        Duration trip = Duration.between(before, clock.instant());
        String object = "API server " + connection.url();
        ServerVersion.parse(server.version())
                .filter(version -> version.compareTo(OLDEST) < 0)
                .ifPresent(_ -> findings.add(Finding.of(
                        FindingCode.API_SERVER_TOO_OLD,
                        object,
                        "found version %s, expected v%d.%d or later"
                                .formatted(server.version(), OLDEST.major(), OLDEST.minor()))));
        // The header has whole seconds, so the middle of that second is nearest to the truth.
        server.date()
                .map(date -> Duration.between(before.plus(trip.dividedBy(2)), date.plusMillis(500)))
                .ifPresentOrElse(
                        skew -> findings.addAll(RightsCheck.clock(object, skew)),
                        () -> gaps.add(new Diagnosis.Gap(
                                List.of(DoctorArea.CLOCK), object, "it does not send the header Date")));
    }

    private List<RequiredRight> missingRights(List<RequiredRight> rights) throws InterruptedException {
        var reviews = new KubeSelfReviews(connection);
        var missing = new ArrayList<RequiredRight>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> answers = threads.invokeAll(rights.stream()
                    .map(right -> (Callable<Boolean>) () -> reviews.isAllowed(right.right()))
                    .toList());
            for (int i = 0; i < rights.size(); i++) {
                if (!answers.get(i).get()) {
                    missing.add(rights.get(i));
                }
            }
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof KubeException failure)) {
                throw new IllegalStateException(e);
            }
            gaps.add(new Diagnosis.Gap(List.of(DoctorArea.RBAC), "", String.valueOf(failure.getMessage())));
        }
        return missing;
    }

    private LeaderFacts leader() {
        Options.LeaderElectionOptions election = options.leaderElection();
        String name = election.namespace() + "/" + election.name();
        if (!election.enabled()) {
            return LeaderFacts.unknown(name);
        }
        return lease(election.namespace(), election.name()).orElseGet(() -> LeaderFacts.unknown(name));
    }

    private Optional<LeaderFacts> lease(String namespace, String name) {
        var lease = new LeaseObjects(connection.server(), namespace, name);
        return read(
                List.of(DoctorArea.PROVIDERS),
                "Lease %s/%s".formatted(namespace, name),
                () -> LeaderFacts.of(namespace + "/" + name, lease.read(LEASE_BUDGET), clock.instant()));
    }

    private void providers() {
        var workloads = new WorkloadReader(connection);
        read("DaemonSets", workloads::daemonSets)
                .map(ProvidersCheck::goPrograms)
                .ifPresent(findings::addAll);
        read("Deployments", workloads::deployments)
                .map(ProvidersCheck::goPrograms)
                .ifPresent(findings::addAll);
        read("Pods in kube-system", workloads::systemPods)
                .map(ProvidersCheck::inTree)
                .ifPresent(findings::addAll);
        ProvidersCheck.EMBEDDED.stream()
                .map(program -> lease(KUBE_SYSTEM, ProvidersCheck.embeddedLease(program)))
                .flatMap(Optional::stream)
                .flatMap(lease -> ProvidersCheck.embedded(lease).stream())
                .forEach(findings::add);
        read(List.of(DoctorArea.UNSUPPORTED), "Services", () -> new ClusterNetworkReader(connection)
                        .servedLoadBalancers())
                .map(ProvidersCheck::services)
                .ifPresent(findings::addAll);
    }

    private <T> Optional<T> read(String what, Supplier<T> reader) {
        return read(List.of(DoctorArea.PROVIDERS), what, reader);
    }

    /// Reads something, or records why it cannot be read.
    private <T> Optional<T> read(List<DoctorArea> areas, String where, Supplier<T> reader) {
        try {
            return Optional.of(reader.get());
        } catch (KubeException e) {
            gaps.add(new Diagnosis.Gap(areas, where, String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }
}
