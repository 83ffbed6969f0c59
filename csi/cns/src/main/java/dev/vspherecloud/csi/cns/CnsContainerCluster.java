package dev.vspherecloud.csi.cns;

/// The Kubernetes cluster that a volume belongs to.
///
/// @param clusterId    the id of the cluster, not blank. Two clusters with the same id share their volumes
/// @param vsphereUser  the user whose session created the volume, as in `VSPHERE.LOCAL\csi`; empty in a request, for
///     which [CnsClient] takes it from its session
/// @param flavor       the kind of cluster, as in `VANILLA`; empty if vCenter does not report it
/// @param distribution the name of the distribution, as in `OpenShift`; empty if unknown
public record CnsContainerCluster(String clusterId, String vsphereUser, String flavor, String distribution) {
    /// The flavour of a cluster that is not part of vSphere.
    private static final String VANILLA = "VANILLA";

    public CnsContainerCluster {
        if (clusterId.isBlank()) {
            throw new IllegalArgumentException("the cluster id of a volume is blank; set cluster-id");
        }
    }

    /// Creates a cluster that is not part of vSphere.
    public static CnsContainerCluster vanilla(String clusterId, String distribution) {
        return new CnsContainerCluster(clusterId, "", VANILLA, distribution);
    }
}
