package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.commands.lookup.ReadOnlyVcenters;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.vcenter.SnapshotQueryResult;
import dev.vspherecloud.csi.vcenter.TaskStates;
import dev.vspherecloud.csi.vcenter.VolumeSnapshotLookup;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/// Asks the vCenters of a configuration for volumes, then logs out.
///
/// Threads: one.
final class CnsVolumeLookup implements OrphanVcenters, AutoCloseable {
    private static final int PAGE_SIZE = 100;
    private static final int MAX_PAGES = 10;
    private static final int LIST_PAGE_SIZE = 1000;
    private static final int MAX_LIST_PAGES = 100;
    private static final Duration SNAPSHOT_TIMEOUT = Duration.ofSeconds(30);

    private final ReadOnlyVcenters vcenters;

    /// Begins to connect. Does not block.
    CnsVolumeLookup(
            CsiConfig config, KubeConnection connection, Map<String, String> environment, LongSupplier nanoTime) {
        this.vcenters = new ReadOnlyVcenters(config, connection, environment, nanoTime);
    }

    /// Asks all vCenters.
    ///
    /// @param query must match at most one volume
    CnsAnswer find(CnsQuery query) throws InterruptedException {
        var without = new ArrayList<String>();
        var silent = new ArrayList<String>();
        for (ConnectedVcenter vcenter : vcenters.all()) {
            String name = vcenter.target().server();
            try {
                CnsQueryResult result =
                        vcenters.read(vcenter, session -> new CnsClient(session).query(query, PAGE_SIZE, MAX_PAGES));
                switch (result) {
                    case CnsQueryResult.Complete(List<CnsVolume> volumes) when volumes.isEmpty() -> without.add(name);
                    case CnsQueryResult.Incomplete(List<CnsVolume> volumes, String why)
                    when volumes.isEmpty() -> silent.add("vCenter %s: %s".formatted(name, why));
                    case CnsQueryResult.Complete(List<CnsVolume> volumes) -> {
                        return new CnsAnswer.Found(name, volumes.getFirst());
                    }
                    case CnsQueryResult.Incomplete(List<CnsVolume> volumes, String _) -> {
                        return new CnsAnswer.Found(name, volumes.getFirst());
                    }
                }
            } catch (NoSessionException | VcenterException e) {
                silent.add(String.valueOf(e.getMessage()));
            }
        }
        return silent.isEmpty() ? new CnsAnswer.Missing(without) : new CnsAnswer.Unknown(String.join("; ", silent));
    }

    /// Asks all vCenters for all volumes that match.
    ///
    /// @return the result of each vCenter by its name
    Map<String, CnsQueryResult> list(CnsQuery query) throws InterruptedException {
        var results = new TreeMap<String, CnsQueryResult>();
        for (ConnectedVcenter vcenter : vcenters.all()) {
            String name = vcenter.target().server();
            try {
                results.put(name, vcenters.read(vcenter, session -> new CnsClient(session)
                        .query(query, LIST_PAGE_SIZE, MAX_LIST_PAGES)));
            } catch (NoSessionException | VcenterException e) {
                results.put(name, new CnsQueryResult.Incomplete(List.of(), String.valueOf(e.getMessage())));
            }
        }
        return results;
    }

    @Override
    public Map<String, TaskState> tasks(String vcenter, Set<String> ids) throws InterruptedException {
        for (ConnectedVcenter each : named(vcenter)) {
            try {
                return vcenters.read(each, session -> TaskStates.read(session, ids));
            } catch (NoSessionException | VcenterException _) {
                return Map.of();
            }
        }
        return Map.of();
    }

    @Override
    public SnapshotQueryResult snapshots(String vcenter, List<CnsVolumeId> volumes) throws InterruptedException {
        for (ConnectedVcenter each : named(vcenter)) {
            try (var lookup = new VolumeSnapshotLookup(each)) {
                return lookup.of(volumes, SNAPSHOT_TIMEOUT);
            }
        }
        return new SnapshotQueryResult.Incomplete("it is not in the configuration");
    }

    private List<ConnectedVcenter> named(String vcenter) {
        return vcenters.all().stream()
                .filter(each -> each.target().server().equals(vcenter))
                .toList();
    }

    @Override
    public void close() {
        vcenters.close();
    }
}
