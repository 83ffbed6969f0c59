package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.volume.VolumeRecords.Row;
import dev.vspherecloud.csi.domain.node.DiskPath;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.Store;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// The records `CnsVSphereVolumeMigration`, as a watch shows them.
///
/// Threads: the reflector changes it, any thread reads it.
final class FollowedMigrations implements Store<String, Row> {
    /// How many records are kept. A vCenter has at most 10,000 block volumes.
    ///
    /// Rule from: VMware configuration maximums, vSphere 8.0, Cloud Native Storage.
    static final int MAX_RECORDS = 50_000;

    private final Map<String, String> pathById = new HashMap<>();
    private final Map<String, SortedSet<String>> idsByPath = new HashMap<>();
    private boolean isTruncated;

    @Override
    public String name() {
        return "CnsVSphereVolumeMigrations";
    }

    @Override
    public String stalenessText() {
        return "and they are listed for each volume of the in-tree driver";
    }

    @Override
    public boolean isRequired() {
        return false;
    }

    @Override
    public String path() {
        return KubeVolumeMigrations.KIND.path("");
    }

    @Override
    public ObjectReader<Row> reader() {
        return KubeVolumeMigrations.READER;
    }

    @Override
    public String key(Row row) {
        return row.volumeId();
    }

    @Override
    public synchronized void onListStarted() {
        isTruncated = false;
    }

    @Override
    public synchronized void onUpdated(Row row) {
        onDeleted(row.volumeId());
        if (pathById.size() >= MAX_RECORDS) {
            isTruncated = true;
            return;
        }
        String path = DiskPath.canonical(row.value());
        pathById.put(row.volumeId(), path);
        idsByPath.computeIfAbsent(path, _ -> new TreeSet<>()).add(row.volumeId());
    }

    @Override
    public synchronized void onDeleted(String volumeId) {
        String path = pathById.remove(volumeId);
        if (path != null) {
            idsByPath.computeIfPresent(path, (_, ids) -> ids.remove(volumeId) && ids.isEmpty() ? null : ids);
        }
    }

    @Override
    public synchronized void retain(Set<String> listed) {
        new HashSet<>(pathById.keySet())
                .stream().filter(id -> !listed.contains(id)).forEach(this::onDeleted);
    }

    /// Returns true if all records are kept.
    synchronized boolean isComplete() {
        return !isTruncated;
    }

    /// Returns the volumes of a disk, sorted.
    ///
    /// @param path in the form of [DiskPath#canonical]
    synchronized Set<String> ids(String path) {
        return new TreeSet<>(idsByPath.getOrDefault(path, new TreeSet<>()));
    }

    /// Returns the volumes of all disks.
    synchronized Map<String, SortedSet<String>> all() {
        var all = new HashMap<String, SortedSet<String>>();
        idsByPath.forEach((path, ids) -> all.put(path, new TreeSet<>(ids)));
        return all;
    }
}
