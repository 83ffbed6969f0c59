package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.cluster.plan.ExistingWorkload;
import dev.vspherecloud.csi.cluster.plan.ExistingWorkload.Container;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Decides what changes for the Deployment of the controller with its sidecars, and for the DaemonSets. Pure.
///
/// Rule from: csi 1.3, csi-production 3, 4, 6 and 8.
final class WorkloadPlanPolicy {
    static final String CONTROLLER = "vsphere-csi-controller";
    static final String NODE_PLUGIN = "vsphere-csi-node";

    private static final String PROVISIONER = "csi-provisioner";
    private static final String RESIZER = "csi-resizer";
    private static final String SNAPSHOTTER = "csi-snapshotter";
    private static final Set<String> SIDECARS = Set.of(PROVISIONER, "csi-attacher", RESIZER, SNAPSHOTTER);
    private static final Set<String> FILESYSTEMS = Set.of("ext4", "ext3", "xfs");
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final Pattern DURATION = Pattern.compile("(?:(\\d{1,4})h)?(?:(\\d{1,6})m)?(?:(\\d{1,8})s)?");
    private static final Pattern MAJOR = Pattern.compile("v?(\\d{1,3})\\..*");

    /// A feature gate in the manifest of vsphere-csi-driver (Go).
    private static final String RECOVERY = "RecoverVolumeExpansionFailure";

    /// The first version of csi-provisioner that passes the topology on without a feature gate.
    private static final int TOPOLOGY_ON = 5;

    private WorkloadPlanPolicy() {}

    /// Returns true if the Deployment is the one of the controller.
    static boolean isController(ExistingWorkload deployment) {
        return deployment.name().equals(CONTROLLER)
                || deployment.container(CONTROLLER).isPresent();
    }

    /// Returns what differs for the Deployment of the controller; empty if nothing changes.
    ///
    /// @param namespace the namespace of the driver
    /// @param settings  empty if the configuration is not known
    static List<TakeoverFinding> controller(
            ExistingWorkload deployment, String namespace, Optional<TakeoverSettings> settings) {
        var findings = new ArrayList<TakeoverFinding>();
        TakeoverFinding.when(
                        isOfGo(deployment) && (deployment.wanted() > 0 || deployment.running() > 0),
                        TakeoverCode.GO_CONTROLLER_RUNS,
                        "found %d Pods and spec.replicas=%d, expected 0"
                                .formatted(deployment.running(), deployment.wanted()))
                .ifPresent(findings::add);
        for (Container container : deployment.containers()) {
            if (SIDECARS.contains(role(container))) {
                sidecar(container, namespace).forEach(findings::add);
            }
            switch (role(container)) {
                case PROVISIONER -> findings.addAll(provisioner(container, settings));
                case RESIZER -> findings.addAll(resizer(container));
                case SNAPSHOTTER -> snapshotter(container).ifPresent(findings::add);
                case "livenessprobe", "liveness-probe" ->
                    findings.add(TakeoverFinding.of(
                            TakeoverCode.LIVENESS_SIDECAR, "found the container %s".formatted(container.name())));
                case "vsphere-syncer", "syncer" ->
                    findings.add(TakeoverFinding.of(
                            TakeoverCode.SYNCER_REPLACED,
                            "found the container %s with the image %s".formatted(container.name(), container.image())));
                case CONTROLLER, "driver" -> flavor(container).ifPresent(findings::add);
                default -> {}
            }
        }
        return findings;
    }

    /// Returns the role of a container: its name, or the name of its program if that is a known sidecar.
    private static String role(Container container) {
        return SIDECARS.contains(container.program()) || container.program().equals("livenessprobe")
                ? container.program()
                : container.name();
    }

    private static boolean isOfGo(ExistingWorkload deployment) {
        return deployment.container("vsphere-syncer").isPresent()
                || deployment.containers().stream()
                        .anyMatch(each -> each.program().equals("driver")
                                || each.program().equals("syncer"));
    }

    private static List<TakeoverFinding> sidecar(Container sidecar, String namespace) {
        var findings = new ArrayList<TakeoverFinding>();
        Optional<String> timeout = sidecar.flag("timeout");
        TakeoverFinding.when(
                        timeout.flatMap(WorkloadPlanPolicy::duration)
                                .filter(each -> each.compareTo(TIMEOUT) >= 0)
                                .isEmpty(),
                        TakeoverCode.TIMEOUT_SHORT,
                        "%s: %s, expected --timeout=300s".formatted(sidecar.name(), found("--timeout", timeout)))
                .ifPresent(findings::add);
        if (!isTrue(sidecar.flag("leader-election"))) {
            findings.add(TakeoverFinding.of(
                    TakeoverCode.ELECTION_MISSING, "%s: found no --leader-election".formatted(sidecar.name())));
        }
        sidecar.flag("leader-election-namespace")
                .filter(other -> !other.isEmpty() && !other.equals(namespace))
                .map(other -> TakeoverFinding.of(
                        TakeoverCode.ELECTION_ELSEWHERE,
                        "%s: found --leader-election-namespace=%s, expected %s"
                                .formatted(sidecar.name(), RawValue.printable(other), namespace)))
                .ifPresent(findings::add);
        return findings;
    }

    private static List<TakeoverFinding> provisioner(Container sidecar, Optional<TakeoverSettings> settings) {
        var findings = new ArrayList<TakeoverFinding>();
        Optional<String> filesystem = sidecar.flag("default-fstype");
        TakeoverFinding.when(
                        filesystem.filter(FILESYSTEMS::contains).isEmpty(),
                        TakeoverCode.DEFAULT_FILESYSTEM_MISSING,
                        "%s: %s, expected --default-fstype=ext4"
                                .formatted(sidecar.name(), found("--default-fstype", filesystem)))
                .ifPresent(findings::add);
        boolean wanted =
                settings.filter(known -> !known.topologyKeys().isEmpty()).isPresent();
        TakeoverFinding.when(
                        wanted && !passesTopology(sidecar),
                        TakeoverCode.TOPOLOGY_GATE_OFF,
                        "%s %s: %s"
                                .formatted(
                                        sidecar.name(),
                                        sidecar.tag(),
                                        found("--feature-gates", sidecar.flag("feature-gates"))))
                .ifPresent(findings::add);
        return findings;
    }

    private static boolean passesTopology(Container sidecar) {
        Optional<String> gate = gate(sidecar, "Topology");
        return gate.isPresent() ? gate.get().equalsIgnoreCase("true") : major(sidecar.tag()) >= TOPOLOGY_ON;
    }

    private static Optional<String> gate(Container sidecar, String name) {
        return sidecar.flag("feature-gates").stream()
                .flatMap(gates -> Arrays.stream(gates.split(",", -1)))
                .map(String::strip)
                .filter(gate -> gate.startsWith(name + "="))
                .map(gate -> gate.substring(name.length() + 1))
                .findFirst();
    }

    /// Returns the major version; a very large one if the tag has none, as that of a new image.
    private static int major(String tag) {
        Matcher version = MAJOR.matcher(tag);
        return version.matches() ? Integer.parseInt(version.group(1)) : Integer.MAX_VALUE;
    }

    private static List<TakeoverFinding> resizer(Container sidecar) {
        Optional<String> flag = sidecar.flag("handle-volume-inuse-error");
        var findings = new ArrayList<TakeoverFinding>();
        TakeoverFinding.when(
                        flag.filter(text -> text.equalsIgnoreCase("false")).isEmpty(),
                        TakeoverCode.IN_USE_ERROR_HANDLED,
                        "%s: %s, expected --handle-volume-inuse-error=false"
                                .formatted(sidecar.name(), found("--handle-volume-inuse-error", flag)))
                .ifPresent(findings::add);
        gate(sidecar, RECOVERY)
                .map(value -> TakeoverFinding.of(
                        TakeoverCode.RESIZER_GATE,
                        "%s %s: found the feature gate %s=%s"
                                .formatted(sidecar.name(), sidecar.tag(), RECOVERY, RawValue.printable(value))))
                .ifPresent(findings::add);
        return findings;
    }

    private static Optional<TakeoverFinding> snapshotter(Container sidecar) {
        return sidecar.flag("snapshot-name-prefix")
                .filter(prefix -> !prefix.equals("snapshot"))
                .map(prefix -> TakeoverFinding.of(
                        TakeoverCode.SNAPSHOT_PREFIX_OTHER,
                        "%s: found --snapshot-name-prefix=%s, expected snapshot"
                                .formatted(sidecar.name(), RawValue.printable(prefix))));
    }

    private static Optional<TakeoverFinding> flavor(Container driver) {
        return Optional.ofNullable(driver.environment().get("CLUSTER_FLAVOR"))
                .filter(flavor -> !flavor.isBlank() && !flavor.equals("VANILLA"))
                .map(flavor -> TakeoverFinding.of(
                        TakeoverCode.FLAVOR_UNSUPPORTED,
                        "%s: found CLUSTER_FLAVOR=%s, expected VANILLA"
                                .formatted(driver.name(), RawValue.printable(flavor))));
    }

    private static boolean isTrue(Optional<String> flag) {
        return flag.filter(text -> text.isEmpty() || text.equalsIgnoreCase("true"))
                .isPresent();
    }

    private static String found(String flag, Optional<String> value) {
        return value.map(text -> "found %s=%s".formatted(flag, text)).orElseGet(() -> "found no " + flag);
    }

    private static Optional<Duration> duration(String text) {
        Matcher parts = DURATION.matcher(text);
        return text.isEmpty() || !parts.matches()
                ? Optional.empty()
                : Optional.of(Duration.ofHours(number(parts.group(1)))
                        .plusMinutes(number(parts.group(2)))
                        .plusSeconds(number(parts.group(3))));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /// Returns what differs for a DaemonSet; empty if nothing changes.
    static Optional<TakeoverFinding> nodePlugin(ExistingWorkload daemonSet) {
        boolean isWindows = daemonSet.name().contains("windows");
        return TakeoverFinding.when(
                isWindows && daemonSet.wanted() > 0,
                TakeoverCode.WINDOWS_NODE_PLUGIN,
                "it wants %d Pods".formatted(daemonSet.wanted()));
    }

    /// Returns true if the DaemonSet is the node plugin for Linux.
    static boolean isNodePlugin(ExistingWorkload daemonSet) {
        return daemonSet.name().equals(NODE_PLUGIN)
                || (!daemonSet.name().contains("windows")
                        && daemonSet.container(NODE_PLUGIN).isPresent());
    }
}
