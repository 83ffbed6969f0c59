package dev.vspherecloud.csi.cns;

import java.util.Arrays;
import java.util.regex.Pattern;

/// A release of the vSAN API, as far as the requests differ.
///
/// A vCenter refuses a request that contains an element it does not know, so requests leave out what a release
/// lacks.
///
/// | release | version that vCenter names | lacks |
/// |---|---|---|
/// | 6.7 Update 3 | `vSAN 6.7U3` | as 7.0; flavour, list of clusters, cluster and references of an entity |
/// | 7.0 | `7.0` | distribution, URL of a disk |
/// | 7.0 Update 1 | `vSAN 7.0U1` | distribution |
/// | later | any other | from 9.1 on, the client may choose the id of a volume |
///
/// Rule from: govmomi `cns/client.go` (`ReleaseVSAN67u3`, `ReleaseVSAN70`, `ReleaseVSAN70u1`) and
/// `cns/cns_util.go` (the elements that are left out); the id: the vCenter version gates of vsphere-csi-driver.
public enum CnsRelease {
    VSAN_67U3,
    VSAN_70,
    VSAN_70U1,
    VSAN_70U2_OR_LATER,
    VSAN_91_OR_LATER;

    private static final Pattern NUMBERED = Pattern.compile("\\d{1,6}(\\.\\d{1,6}){0,7}");
    private static final int[] CHOSEN_IDS = {9, 1};
    private static final int[] SNAPSHOTS = {7, 0, 3};

    /// Returns the release for a version from `vsanServiceVersions.xml`.
    public static CnsRelease of(String version) {
        return switch (version) {
            case "vSAN 6.7U3" -> VSAN_67U3;
            case "7.0" -> VSAN_70;
            case "vSAN 7.0U1" -> VSAN_70U1;
            default -> isAtLeast(version, CHOSEN_IDS) ? VSAN_91_OR_LATER : VSAN_70U2_OR_LATER;
        };
    }

    /// Returns true if a vCenter of this version has snapshots of volumes. A version that is no list of numbers is
    /// taken for a later one.
    ///
    /// @param version that of the vCenter, not of the vSAN API
    static boolean hasSnapshots(String version) {
        return !NUMBERED.matcher(version).matches() || isAtLeast(version, SNAPSHOTS);
    }

    private static boolean isAtLeast(String version, int[] lowest) {
        if (!NUMBERED.matcher(version).matches()) {
            return false;
        }
        int[] numbers = Arrays.stream(version.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        return Arrays.compare(Arrays.copyOf(numbers, lowest.length), lowest) >= 0;
    }

    /// Returns true if a request may contain the flavour of a cluster, the list of clusters, and of an entity its
    /// cluster and the entities it refers to.
    boolean knowsSeveralClusters() {
        return this != VSAN_67U3;
    }

    /// Returns true if a request may contain the distribution of a cluster.
    boolean knowsDistribution() {
        return compareTo(VSAN_70U2_OR_LATER) >= 0;
    }

    /// Returns true if an existing disk may be named by the URL of its file.
    public boolean knowsDiskUrl() {
        return compareTo(VSAN_70U1) >= 0;
    }

    /// Returns true if a volume that is attached to a running VM can be extended.
    public boolean extendsAttachedVolumes() {
        return compareTo(VSAN_70U2_OR_LATER) >= 0;
    }

    /// Returns true if the client may choose the id of a new volume. vCenter may still answer `NotSupported`;
    /// then the request has to be repeated without the id.
    public boolean acceptsChosenId() {
        return this == VSAN_91_OR_LATER;
    }
}
