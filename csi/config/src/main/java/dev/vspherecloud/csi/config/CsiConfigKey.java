package dev.vspherecloud.csi.config;

import static dev.vspherecloud.config.Inheritance.WHEN_ABSENT;
import static dev.vspherecloud.config.KeyForm.HOST;
import static dev.vspherecloud.config.KeyForm.LIST;
import static dev.vspherecloud.config.KeyForm.NUMBER;
import static dev.vspherecloud.config.KeyForm.TEXT;
import static dev.vspherecloud.config.KeyRow.key;
import static dev.vspherecloud.config.Section.GLOBAL;
import static dev.vspherecloud.config.Section.VCENTER;
import static dev.vspherecloud.csi.config.CsiConfigSection.CSI;
import static dev.vspherecloud.csi.config.CsiConfigSection.LABELS;
import static dev.vspherecloud.csi.config.CsiConfigSection.NET_PERMISSIONS;
import static dev.vspherecloud.csi.config.CsiConfigSection.SNAPSHOT;
import static dev.vspherecloud.csi.config.CsiConfigSection.TOPOLOGY_CATEGORY;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.KeyRow;
import java.util.Optional;

/// The configuration keys of the CSI driver. [CsiConfigTable] combines them with the [VcenterKey]s, which all
/// programs of this project share.
///
/// A program-wide key is valid in `Global`, as in vsphere-csi-driver (Go), and in the section `CSI` of a
/// `vsphere.conf` that several programs read.
///
/// Rule from: vsphere-csi-driver, pkg/common/config, types.go and config.go.
enum CsiConfigKey implements ConfigKey {
    CLUSTER_ID(key("clusterId", TEXT, GLOBAL, CSI)
            .means("Identity of the cluster in the metadata of its volumes, at most 64 bytes. Do not change it "
                    + "while volumes exist. If not set, the driver uses the ConfigMap `vsphere-csi-cluster-id`, "
                    + "and creates it in a new cluster.")),
    CLUSTER_DISTRIBUTION(key("clusterDistribution", TEXT, GLOBAL, CSI)
            .means("Name of the Kubernetes distribution, which vCenter shows beside each volume. If it is not set, the"
                    + " driver takes it from the version of the API server, as vsphere-csi-driver (Go).")),
    RETIRED_CLUSTER_IDS(key("retiredClusterIds", LIST, GLOBAL, CSI)
            .means("Ids of clusters that no longer exist. What they recorded about a volume in vCenter does not count, "
                    + "so a volume that only they refer to can be deleted. Never name a cluster that exists: its "
                    + "volumes lose that protection.")),
    VCENTER_IP(key("vcenterip", HOST, GLOBAL)
            .means("Host name or IP address of the vCenter, if there is only one.")
            .replacedBy("a section `VirtualCenter`")),
    AUTH_CHECK_INTERVAL(
            key("csiAuthCheckIntervalinmin", NUMBER, GLOBAL, CSI)
                    .means("Minutes between two reads of the datastores on which the account has its privileges."),
            new NumberRange(1, Limits.MINUTES_OF_A_WEEK, 5)),
    PREFERRED_DATASTORES_INTERVAL(
            key("csiFetchPreferredDatastoresIntervalinmin", NUMBER, GLOBAL, CSI)
                    .means("Minutes between two reads of the tags that mark preferred datastores."),
            new NumberRange(1, Limits.MINUTES_OF_A_WEEK, 5)),
    OPERATION_CLEANUP_INTERVAL(
            key("cnsvolumeoperationrequestCleanupIntervalinmin", NUMBER, GLOBAL, CSI)
                    .means("Minutes after which the record of a finished operation is removed."),
            new NumberRange(1, Limits.MINUTES_OF_A_WEEK, 15)),
    MIGRATION_CLEANUP_INTERVAL(
            key("volumemigrationCrCleanupIntervalinmin", NUMBER, GLOBAL, CSI)
                    .means("Minutes between two removals of records about migrated volumes that no longer exist."),
            new NumberRange(1, Limits.MINUTES_OF_A_WEEK, 120)),
    QUERY_LIMIT(
            key("queryLimit", NUMBER, GLOBAL, CSI).means("Number of volumes in one page of a query to CNS."),
            new NumberRange(1, 10_000, 10_000)),
    LIST_VOLUME_THRESHOLD(
            key("listVolumeThreshold", NUMBER, GLOBAL, CSI)
                    .means(
                            "Number of PersistentVolumes that CNS may not list. If more are missing, the driver lists no "
                                    + "volumes, since csi-attacher would attach all that are missing again."),
            new NumberRange(1, 100_000, 50)),
    SUPERVISOR_ID(key("supervisorId", TEXT, GLOBAL, CSI).means("Identity of the Supervisor."), Limits.OTHER_FLAVORS),
    REGISTER_VOLUMES_INTERVAL(
            key("cnsregistervolumesCleanupIntervalinmin", NUMBER, GLOBAL, CSI)
                    .defaultsTo("720")
                    .means("Minutes between two removals of finished CnsRegisterVolume objects."),
            Limits.OTHER_FLAVORS),
    PVC_PROTECTION_INTERVAL(
            key("cnspvcprotectionCleanupIntervalinmin", NUMBER, GLOBAL, CSI)
                    .defaultsTo("10")
                    .means("Minutes between two removals of finalizers from PersistentVolumeClaims."),
            Limits.OTHER_FLAVORS),
    VC_CLIENT_TIMEOUT(
            key("vcClientTimeout", NUMBER, GLOBAL, CSI).means("Minutes after which a call to vCenter ends."),
            "every call here has a deadline of its own"),
    FILE_SHARE_CLUSTERS(key("targetvsanfileshareclusters", LIST, VCENTER)
            .inherited(WHEN_ABSENT)
            .means("References of the vSAN clusters, such as `domain-c8`, that may hold file volumes. If not set, "
                    + "every vSAN cluster with the file service may.")),
    MIGRATION_DATASTORE_URL(key("migrationDatastoreUrl", TEXT, VCENTER)
            .means("URL of the datastore for volumes that the in-tree driver created without a datastore.")),
    FILE_SHARE_DATASTORES(
            key("targetvsanfilesharedatastoreurls", TEXT, VCENTER).means("URLs of the datastores for file volumes."),
            "vsphere-csi-driver (Go) no longer reads it; `targetvsanfileshareclusters` replaces it"),
    TOPOLOGY_CATEGORIES(key("topologyCategories", LIST, LABELS)
            .means("Tag categories whose tags say where a Node and a datastore are, at most five. Required if there "
                    + "are several vCenters. If not set, volumes have no topology.")),
    ZONE(key("zone", TEXT, LABELS)
            .means("Tag category whose tags name zones. Has an effect only together with `region`.")
            .replacedBy("`topologyCategories`")),
    REGION(key("region", TEXT, LABELS)
            .means("Tag category whose tags name regions. Has an effect only together with `zone`.")
            .replacedBy("`topologyCategories`")),
    LABEL(key("label", TEXT, TOPOLOGY_CATEGORY)
            .means("Label key of the Node for the tags of this category, in the domain `topology.kubernetes.io`, "
                    + "`topology.csi.vmware.com` or `failure-domain.beta.kubernetes.io`. If not set, the key is "
                    + "`topology.csi.vmware.com/` and the category.")),
    IPS(key("ips", TEXT, NET_PERMISSIONS)
            .defaultsTo("*")
            .means("Clients to which this entry applies: an address, a CIDR range, or `*` for all.")),
    PERMISSIONS(key("permissions", TEXT, NET_PERMISSIONS)
            .defaultsTo("READ_WRITE")
            .means("What these clients may do with a file volume: `READ_WRITE`, `READ_ONLY` or `NO_ACCESS`.")),
    ROOT_SQUASH(key("rootsquash", KeyForm.FLAG, NET_PERMISSIONS)
            .defaultsTo("false")
            .means("Maps the user root of these clients to an anonymous user.")),
    MAX_SNAPSHOTS(
            key("globalMaxSnapshotsPerBlockVolume", NUMBER, SNAPSHOT).means("Most snapshots of one block volume."),
            new NumberRange(1, Limits.SNAPSHOTS, 3)),
    MAX_SNAPSHOTS_VSAN(
            key("granularMaxSnapshotsPerBlockVolumeVsan", NUMBER, SNAPSHOT)
                    .means("Most snapshots of one block volume on vSAN. If not set, the limit for all applies."),
            new NumberRange(1, Limits.SNAPSHOTS, 3)),
    MAX_SNAPSHOTS_VVOL(
            key("granularMaxSnapshotsPerBlockVolumeVvol", NUMBER, SNAPSHOT)
                    .means("Most snapshots of one block volume on vVols. If not set, the limit for all applies."),
            new NumberRange(1, Limits.SNAPSHOTS, 3));

    private static final class Limits {
        static final int MINUTES_OF_A_WEEK = 7 * 24 * 60;
        /// The most snapshots that vSphere allows for one disk.
        static final int SNAPSHOTS = 32;
        static final String OTHER_FLAVORS =
                "vsphere-csi-driver (Go) uses it only in a Supervisor or in a cluster of a Supervisor";
    }

    private final KeyRow row;
    private final Optional<NumberRange> range;
    private final Optional<String> noEffect;

    CsiConfigKey(KeyRow row) {
        this(row, Optional.empty(), Optional.empty());
    }

    CsiConfigKey(KeyRow row, NumberRange range) {
        this(row, Optional.of(range), Optional.empty());
    }

    CsiConfigKey(KeyRow row, String whyNoEffect) {
        this(row, Optional.empty(), Optional.of(whyNoEffect));
    }

    CsiConfigKey(KeyRow row, Optional<NumberRange> range, Optional<String> noEffect) {
        this.row = row;
        this.range = range;
        this.noEffect = noEffect;
    }

    @Override
    public KeyRow row() {
        return row;
    }

    /// Returns the default as the reference page shows it. The limits of one kind of datastore have no default of
    /// their own.
    @Override
    public String defaultText() {
        boolean hasOwnDefault = this != MAX_SNAPSHOTS_VSAN && this != MAX_SNAPSHOTS_VVOL;
        return range.filter(_ -> hasOwnDefault)
                .map(each -> String.valueOf(each.standard()))
                .orElse(ConfigKey.super.defaultText());
    }

    @Override
    public String expected() {
        return range.map(NumberRange::expected).orElse(ConfigKey.super.expected());
    }

    /// Returns the valid range; empty if the value is not a number, or if the key has no effect.
    Optional<NumberRange> range() {
        return range;
    }

    /// Returns why the key has no effect; empty if it has one.
    Optional<String> whyNoEffect() {
        return noEffect;
    }
}
