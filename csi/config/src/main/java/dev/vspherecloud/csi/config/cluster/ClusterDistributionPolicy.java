package dev.vspherecloud.csi.config.cluster;

import java.util.List;

/// Decides which Kubernetes distribution a cluster has, by the version of its API server. vCenter shows it beside
/// each volume. Pure.
///
/// Rule from: csi 4.3; vsphere-csi-driver, cmd/syncer/main.go, with its names. Each other name would rewrite the
/// metadata of all volumes when one driver replaces the other. So versions with `rancher` count as vanilla, as
/// there.
public final class ClusterDistributionPolicy {
    private static final String VANILLA = "VanillaK8S";

    /// A distribution.
    ///
    /// @param part what its versions contain
    private record Distribution(String part, String name) {}

    private static final List<Distribution> KNOWN = List.of(
            new Distribution("gke", "Anthos"),
            new Distribution("rke", "Rancher"),
            new Distribution("docker", "DockerEE"),
            new Distribution("openshift", "Openshift"),
            new Distribution("wcp", "Supervisor"),
            new Distribution("vmware", "TanzuKubernetesCluster"),
            new Distribution("eks", "EKS"),
            new Distribution("aks", "AKS"));

    private ClusterDistributionPolicy() {}

    /// Returns the name of the distribution.
    ///
    /// @param gitVersion the version, as in `v1.36.3+rke2r1`
    public static String evaluate(String gitVersion) {
        return KNOWN.stream()
                .filter(each -> gitVersion.contains(each.part()))
                .map(Distribution::name)
                .findFirst()
                .orElse(VANILLA);
    }
}
