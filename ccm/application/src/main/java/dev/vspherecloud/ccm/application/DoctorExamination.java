package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.VcenterExaminer.VcenterDiagnosis;
import dev.vspherecloud.ccm.application.connection.VcenterTargets;
import dev.vspherecloud.ccm.application.doctor.ClusterExamination;
import dev.vspherecloud.ccm.application.doctor.ClusterExaminer;
import dev.vspherecloud.ccm.application.doctor.ConfigCheck;
import dev.vspherecloud.ccm.application.doctor.ConnectionCheck;
import dev.vspherecloud.ccm.application.doctor.ConnectionFacts;
import dev.vspherecloud.ccm.application.doctor.Diagnosis;
import dev.vspherecloud.ccm.application.doctor.Diagnosis.Gap;
import dev.vspherecloud.ccm.application.doctor.DoctorArea;
import dev.vspherecloud.ccm.application.doctor.Finding;
import dev.vspherecloud.ccm.application.doctor.FindingCode;
import dev.vspherecloud.ccm.application.doctor.LeaderFacts;
import dev.vspherecloud.ccm.application.doctor.NodeCheck;
import dev.vspherecloud.ccm.application.doctor.NodeCheck.ExaminedNode;
import dev.vspherecloud.ccm.application.doctor.VcenterProbe;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.Flag;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.ProgramName;
import dev.vspherecloud.ccm.application.leader.SettingsRule;
import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.ccm.cluster.KubeAddressesInUse;
import dev.vspherecloud.ccm.cluster.TaintedNode;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.connection.CredentialWatchers;
import dev.vspherecloud.vsphere.connection.LeaseLoginStore;
import dev.vspherecloud.vsphere.connection.VcenterObservers;
import dev.vspherecloud.vsphere.connection.VcenterUser;
import dev.vspherecloud.vsphere.connection.Vcenters;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One run of `doctor`: examines configuration, vCenters and cluster, each independently of the others.
///
/// It sends at most one login for each account and vCenter, after it asked the login record, and writes nothing but
/// that record. It ends within a minute: first the cluster and the way to each vCenter at the same time (18 seconds
/// at most), then the vCenters (39 seconds at most).
///
/// Threads: the main thread, which collects the findings; one for the cluster, and those of the probes.
final class DoctorExamination {
    private static final Duration CLUSTER_TIMEOUT = Duration.ofSeconds(18);

    /// The areas that need the API server.
    private static final List<DoctorArea> OF_CLUSTER =
            List.of(DoctorArea.RBAC, DoctorArea.TAINTS, DoctorArea.KUBELET, DoctorArea.PROVIDERS);

    private final Options options;
    private final boolean isParavirtual;
    private final ClusterCommand clusterCommand;
    private final InstantSource clock = InstantSource.system();
    private final List<Finding> findings = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<ConfiguredDatacenter> datacenters = new ArrayList<>();

    DoctorExamination(CommandLine.Doctor wanted, ClusterCommand clusterCommand) {
        options = wanted.options();
        isParavirtual = wanted.isParavirtual();
        this.clusterCommand = clusterCommand;
    }

    /// @return empty if a signal stopped it
    Optional<Diagnosis> run() throws InterruptedException {
        return examine() ? Optional.of(new Diagnosis(findings, gaps, datacenters)) : Optional.empty();
    }

    private boolean examine() throws InterruptedException {
        if (isParavirtual) {
            findings.add(ConfigCheck.paravirtual(Flag.CLOUD_PROVIDER + "=" + Options.PARAVIRTUAL));
        }
        findings.addAll(ConfigCheck.flags(options.warnings()));
        Optional<CloudConfig> config = config();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                KubeConnection connection = open()) {
            clusterCommand.progress().begin(() -> "the API server " + connection.url() + " and connections to vCenter");
            Future<ClusterExamination> cluster =
                    threads.submit(() -> new ClusterExaminer(connection, options, clock).examine(config));
            List<VcenterConfig> usable = config.isEmpty() ? List.of() : usable(config.get());
            Optional<ClusterExamination> examined = await(cluster, connection);
            return examined.isEmpty() || vcenters(config, usable, connection, examined.get());
        } catch (KubeException e) {
            unreachable("", String.valueOf(e.getMessage()));
            if (config.isPresent()) {
                List<VcenterConfig> _ = usable(config.get());
            }
            return true;
        }
    }

    private Optional<CloudConfig> config() {
        return switch (clusterCommand.readConfig()) {
            case ConfigResult.Accepted(CloudConfig config, List<Problem> warnings) -> {
                findings.addAll(ConfigCheck.findings(warnings));
                yield Optional.of(config);
            }
            case ConfigResult.Rejected(List<Problem> problems) -> {
                findings.addAll(ConfigCheck.findings(problems));
                var areas = new ArrayList<>(List.of(DoctorArea.DNS, DoctorArea.TLS, DoctorArea.LOGIN));
                areas.addAll(VcenterExaminer.AFTER_LOGIN);
                gaps.add(new Gap(areas, "", "the configuration cannot be used"));
                gaps.add(new Gap(
                        List.of(DoctorArea.TCP, DoctorArea.VERSION, DoctorArea.CLOCK),
                        "the vCenters",
                        "the configuration cannot be used"));
                yield Optional.empty();
            }
        };
    }

    private KubeConnection open() {
        Options.ApiServerOptions api = options.apiServer();
        return KubeConnection.open(
                ProgramName.VALUE,
                api.kubeconfig().map(Path::toString).orElse(""),
                api.master().orElse(""));
    }

    /// Adds the findings on the way to each vCenter.
    ///
    /// @return the vCenters in which a login can be tried
    private List<VcenterConfig> usable(CloudConfig config) throws InterruptedException {
        var usable = new ArrayList<VcenterConfig>();
        for (ConnectionFacts facts : VcenterProbe.probe(config.vcenters())) {
            findings.addAll(ConnectionCheck.findings(facts, clock.instant()));
            if (facts.isUsable()) {
                usable.add(facts.vcenter());
            } else {
                notExamined(facts.vcenter(), "there is no usable connection");
            }
        }
        return usable;
    }

    private void notExamined(VcenterConfig vcenter, String why) {
        var areas = new ArrayList<>(List.of(DoctorArea.LOGIN, DoctorArea.CLOCK));
        areas.addAll(VcenterExaminer.AFTER_LOGIN);
        gaps.add(new Gap(areas, ConnectionCheck.object(vcenter.name()), why));
    }

    private Optional<ClusterExamination> await(Future<ClusterExamination> cluster, KubeConnection connection)
            throws InterruptedException {
        try {
            ClusterExamination examined = cluster.get(CLUSTER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            findings.addAll(examined.findings());
            gaps.addAll(examined.gaps());
            return Optional.of(examined);
        } catch (TimeoutException _) {
            cluster.cancel(true);
            unreachable(connection.url(), "it did not answer within %d s".formatted(CLUSTER_TIMEOUT.toSeconds()));
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof KubeException failure)) {
                throw new IllegalStateException(e);
            }
            unreachable(connection.url(), String.valueOf(failure.getMessage()));
        }
        return Optional.empty();
    }

    /// Without the API server there is no login record, and so no login.
    private void unreachable(String url, String why) {
        findings.add(Finding.of(
                FindingCode.API_SERVER_UNREACHABLE, url.isEmpty() ? "API server" : "API server " + url, why));
        gaps.add(new Gap(List.of(DoctorArea.VERSION, DoctorArea.CLOCK), "the API server", "it cannot be used"));
        var areas = new ArrayList<>(OF_CLUSTER);
        areas.add(DoctorArea.LOGIN);
        areas.addAll(VcenterExaminer.AFTER_LOGIN);
        gaps.add(
                new Gap(areas, "", "the API server cannot be used, so neither Nodes nor the login record can be read"));
    }

    private boolean vcenters(
            Optional<CloudConfig> config,
            List<VcenterConfig> usable,
            KubeConnection connection,
            ClusterExamination cluster)
            throws InterruptedException {
        List<TaintedNode> nodes = cluster.nodes().orElse(List.of());
        List<VcenterConfig> permitted =
                usable.stream().filter(vcenter -> mayLogIn(vcenter, cluster)).toList();
        findings.addAll(cluster.leader().findings(hasWaitingNodes(nodes)));
        if (config.isEmpty() || permitted.isEmpty()) {
            if (config.isPresent()) {
                gaps.add(new Gap(VcenterExaminer.AFTER_LOGIN, "", "no vCenter could be examined"));
            }
            findings.addAll(new NodeCheck(cluster.leader(), false, clock.instant())
                    .findings(nodes.stream()
                            .map(node -> new ExaminedNode(node, Optional.empty()))
                            .toList()));
            return true;
        }
        boolean isComplete = permitted.size() == config.get().vcenters().size();
        Optional<VcenterDiagnosis> examination = ask(
                new CloudConfig(
                        permitted,
                        config.get().labels(),
                        config.get().nodes(),
                        config.get().foreignSections()),
                connection,
                nodes,
                cluster.leader(),
                isComplete);
        examination.ifPresent(each -> {
            findings.addAll(each.findings());
            gaps.addAll(each.gaps());
            datacenters.addAll(each.datacenters());
        });
        if (nodes.isEmpty() && cluster.nodes().isPresent()) {
            gaps.add(new Gap(
                    List.of(
                            DoctorArea.TAGS,
                            DoctorArea.UUID,
                            DoctorArea.VM,
                            DoctorArea.TOOLS,
                            DoctorArea.ADDRESSES,
                            DoctorArea.DISK,
                            DoctorArea.KUBELET,
                            DoctorArea.TAINTS),
                    "",
                    "the cluster has no Nodes"));
        }
        return examination.isPresent();
    }

    private boolean mayLogIn(VcenterConfig vcenter, ClusterExamination cluster) {
        if (!cluster.canRecordLogins()) {
            notExamined(vcenter, "no login is sent, because it cannot be recorded (RbacMissing)");
            return false;
        }
        boolean isUnreadable =
                cluster.missingRights().stream().anyMatch(right -> right.isForReading(vcenter.credentials()));
        if (isUnreadable) {
            notExamined(vcenter, "its Secret cannot be read (RbacMissing)");
        }
        return !isUnreadable;
    }

    private static boolean hasWaitingNodes(List<TaintedNode> nodes) {
        return nodes.stream()
                .anyMatch(node ->
                        node.view().isUninitialised() && node.view().identity() instanceof NodeIdentity.OnVsphere);
    }

    private Optional<VcenterDiagnosis> ask(
            CloudConfig config,
            KubeConnection connection,
            List<TaintedNode> nodes,
            LeaderFacts leader,
            boolean isComplete)
            throws InterruptedException {
        var refused = new LoginLog();
        var addressesInUse = new KubeAddressesInUse(connection);
        try {
            addressesInUse.read();
        } catch (KubeException e) {
            gaps.add(new Gap(List.of(DoctorArea.ADDRESSES), "Services", String.valueOf(e.getMessage())));
        }
        var lookup = new OneShotLookup(
                SettingsRule.settings(options, config),
                addressesInUse,
                new Vcenters.Logins(
                        CredentialWatchers.readOnce(connection, Supervisor.system(SupervisorObserver.NONE)),
                        new LoginRateLimiter(
                                new LeaseLoginStore(
                                        connection, options.leaderElection().namespace()),
                                clock,
                                System::nanoTime,
                                new SecureRandom())),
                System::nanoTime,
                refused);
        var logins = new VcenterExaminer.Logins(
                refused::isRefused,
                vcenter -> VcenterUser.read(VcenterTargets.of(vcenter), new SecretReader(connection)));
        var examiner = new VcenterExaminer(config, leader, isComplete, clock);
        return clusterCommand.closing(lookup, inquiry -> examiner.examine(inquiry, nodes, logins));
    }

    /// Remembers which vCenters refused a login of this run.
    private static final class LoginLog implements VcenterObservers {
        private final Set<String> refused = ConcurrentHashMap.newKeySet();

        boolean isRefused(String vcenter) {
            return refused.contains(vcenter);
        }

        @Override
        public VcenterObserver calls(String vcenter) {
            return VcenterObserver.NONE;
        }

        @Override
        public WatchObserver watch(String vcenter) {
            return new WatchObserver() {
                @Override
                public void onLogin(LoginProtocol protocol, LoginOutcome outcome) {
                    if (outcome == LoginOutcome.REFUSED) {
                        refused.add(vcenter);
                    }
                }

                @Override
                public void onSessionStarted(LoginProtocol protocol) {}

                @Override
                public void onSessionEnded(LoginProtocol protocol) {}

                @Override
                public void onWatchFailed(Kind kind) {}
            };
        }
    }
}
