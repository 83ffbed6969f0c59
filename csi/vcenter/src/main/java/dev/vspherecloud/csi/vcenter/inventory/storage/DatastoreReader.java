package dev.vspherecloud.csi.vcenter.inventory.storage;

import dev.vspherecloud.csi.domain.placement.DatastoreState;
import dev.vspherecloud.csi.domain.placement.HostMount;
import dev.vspherecloud.csi.domain.placement.StorageHost;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads datastores and hosts from the properties that vCenter delivers. Pure.
///
/// Rule from: vSphere API reference, DatastoreSummary, DatastoreHostMount, HostMountInfo, HostRuntimeInfo.
final class DatastoreReader {
    static final String URL = "summary.url";
    private static final String NAME = "name";
    private static final String TYPE = "summary.type";
    private static final String ACCESSIBLE = "summary.accessible";
    private static final String MAINTENANCE = "summary.maintenanceMode";
    private static final String CAPACITY = "summary.capacity";
    private static final String MOUNTS = "host";
    private static final String PARENT = "parent";
    private static final String CUSTOM_VALUES = "customValue";
    private static final String CONNECTION = "runtime.connectionState";
    private static final String HOST_MAINTENANCE = "runtime.inMaintenanceMode";

    /// Everything of a datastore but its free space, which changes all the time.
    static final ObjectInterest DATASTORES = ObjectInterest.inAll(
            "Datastore", NAME, URL, TYPE, ACCESSIBLE, MAINTENANCE, CAPACITY, MOUNTS, PARENT, CUSTOM_VALUES);

    static final ObjectInterest HOSTS = ObjectInterest.inAll("HostSystem", NAME, CONNECTION, HOST_MAINTENANCE);
    static final ObjectInterest CLUSTERS = ObjectInterest.inAll("StoragePod", NAME);

    private DatastoreReader() {}

    /// Reads a datastore.
    ///
    /// @param clusters     the names of the datastore clusters
    /// @param preferredFor the tag values for which the datastore is preferred
    static DatastoreState datastore(
            MoRef datastore, Map<String, PropertyValue> values, Map<MoRef, String> clusters, Set<String> preferredFor) {
        return new DatastoreState(
                datastore.value(),
                value(values, NAME).text().orElse(datastore.value()),
                value(values, URL).text().orElse(""),
                value(values, TYPE).text().orElse(""),
                value(values, ACCESSIBLE).flag().orElse(false),
                value(values, MAINTENANCE).text().orElse(DatastoreState.NO_MAINTENANCE),
                isSuspended(value(values, CUSTOM_VALUES)),
                value(values, CAPACITY).number().orElse(0),
                mounts(value(values, MOUNTS)),
                value(values, PARENT).ref().flatMap(parent -> Optional.ofNullable(clusters.get(parent))),
                preferredFor);
    }

    private static boolean isSuspended(PropertyValue customValues) {
        return customValues.items().stream()
                .flatMap(each -> each.field("value").text().stream())
                .anyMatch(DatastoreState.SUSPENDED_VALUE::equals);
    }

    /// Reads the mounts. vSphere documents that a missing flag means the usual state.
    private static Map<String, HostMount> mounts(PropertyValue list) {
        var mounts = new HashMap<String, HostMount>();
        list.items().forEach(each -> each.field("key").ref().ifPresent(host -> {
            PropertyValue mount = each.field("mountInfo");
            mounts.put(
                    host.value(),
                    new HostMount(
                            mount.field("mounted").flag().orElse(true),
                            mount.field("accessible").flag().orElse(true),
                            mount.field("accessMode").text().equals(Optional.of("readOnly"))));
        }));
        return mounts;
    }

    static StorageHost host(MoRef host, Map<String, PropertyValue> values) {
        return new StorageHost(
                host.value(),
                value(values, NAME).text().orElse(host.value()),
                value(values, CONNECTION).text().equals(Optional.of("connected")),
                value(values, HOST_MAINTENANCE).flag().orElse(false));
    }

    static String name(MoRef object, Map<String, PropertyValue> values) {
        return value(values, NAME).text().orElse(object.value());
    }

    private static PropertyValue value(Map<String, PropertyValue> values, String path) {
        PropertyValue value = values.get(path);
        return value == null ? new PropertyValue.Unset() : value;
    }
}
