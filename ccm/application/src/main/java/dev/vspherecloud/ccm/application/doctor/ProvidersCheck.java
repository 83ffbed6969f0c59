package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.cluster.WorkloadReader.RunContainer;
import dev.vspherecloud.ccm.cluster.WorkloadReader.Workload;
import java.util.List;
import java.util.Optional;

/// Decides which other cloud providers run in the cluster. Pure.
public final class ProvidersCheck {
    /// The prefixes of the Leases of embedded cloud controllers: the Lease has the name of the program in front.
    ///
    /// Rule from: k3s, pkg/daemons/control, cloudControllerManager.
    public static final List<String> EMBEDDED = List.of("k3s", "rke2");

    private static final String LEASE_FLAG = "--leader-elect-resource-name=";
    private static final String PROVIDER_FLAG = "--cloud-provider=vsphere";

    private ProvidersCheck() {}

    /// Returns the name of the Lease of an embedded cloud controller.
    public static String embeddedLease(String program) {
        return program + "-cloud-controller-manager";
    }

    /// Returns a finding for each DaemonSet or Deployment that runs cloud-provider-vsphere (Go).
    public static List<Finding> goPrograms(List<Workload> workloads) {
        return workloads.stream()
                .flatMap(workload -> workload.containers().stream()
                        .filter(container -> isGoProgram(container.image()))
                        .limit(1)
                        .map(container -> Finding.of(
                                FindingCode.OTHER_PROVIDER_RUNS,
                                workload.toString(),
                                "it runs cloud-provider-vsphere (Go), image %s%s"
                                        .formatted(container.image(), lease(container)))))
                .toList();
    }

    /// Rule from: cloud-provider-vsphere, docs/book and its chart: the repositories of its images.
    private static boolean isGoProgram(String image) {
        return image.contains("cloud-pv-vsphere")
                || image.contains("cloud-provider-vsphere")
                || image.contains("/cpi/release/manager")
                || image.contains("/cpi/pr/manager");
    }

    private static String lease(RunContainer container) {
        return container.words().stream()
                .filter(word -> word.startsWith(LEASE_FLAG))
                .map(word -> ", with the Lease " + word.substring(LEASE_FLAG.length()))
                .findFirst()
                .orElse("");
    }

    /// Returns a finding for each Pod that runs kube-controller-manager with the cloud provider of its own.
    public static List<Finding> inTree(List<Workload> pods) {
        return pods.stream()
                .filter(pod -> pod.containers().stream()
                        .anyMatch(container -> container.words().contains(PROVIDER_FLAG)
                                && container.words().stream()
                                        .anyMatch(word -> word.contains("kube-controller-manager"))))
                .map(pod -> Finding.of(
                        FindingCode.OTHER_PROVIDER_RUNS,
                        pod.toString(),
                        "kube-controller-manager runs with %s".formatted(PROVIDER_FLAG)))
                .toList();
    }

    /// Returns the finding about the cloud controller that is embedded in another program.
    public static Optional<Finding> embedded(LeaderFacts lease) {
        return lease.state() == LeaderFacts.State.HELD
                ? Optional.of(Finding.of(
                        FindingCode.OTHER_PROVIDER_RUNS,
                        "Lease " + lease.name(),
                        "%s holds the Lease of the embedded cloud controller".formatted(lease.holder())))
                : Optional.empty();
    }

    /// Returns the finding about Services whose load balancers a cloud provider made.
    public static List<Finding> services(List<String> services) {
        return services.stream()
                .map(service -> Finding.of(
                        FindingCode.FEATURE_NOT_SUPPORTED,
                        "Service " + service,
                        "it has type LoadBalancer and the finalizer service.kubernetes.io/load-balancer-cleanup"))
                .toList();
    }
}
