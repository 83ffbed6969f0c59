package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.config.cluster.KnownVolumes;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Asks CNS which clusters have volumes, for a cluster whose own id is not known.
public final class RecordedClusters {
    /// How long the wait for a session and a query may take together.
    private static final Duration TIMEOUT = Duration.ofSeconds(35);

    private RecordedClusters() {}

    /// Asks every vCenter which clusters own these volumes.
    ///
    /// @param count   the number of volumes of the cluster
    /// @param handles the volumes to ask for
    /// @param retired ids that do not count
    /// @return [KnownVolumes.Queried], or [KnownVolumes.Unread] if a vCenter did not return all
    public static KnownVolumes read(
            List<ConnectedVcenter> vcenters, int count, List<String> handles, Set<String> retired)
            throws InterruptedException {
        List<CnsVolumeId> ids = handles.stream()
                .flatMap(handle -> CnsVolumeId.parse(handle).stream())
                .toList();
        var clusters = new TreeSet<String>();
        for (ConnectedVcenter vcenter : vcenters) {
            try {
                CnsQueryResult result = vcenter.session().read(TIMEOUT, session -> new CnsClient(session)
                        .query(CnsQuery.ofVolumes(ids), handles.size() + 1, 2));
                if (!(result instanceof CnsQueryResult.Complete(List<CnsVolume> found))) {
                    return new KnownVolumes.Unread("vCenter %s did not return all volumes"
                            .formatted(vcenter.target().server()));
                }
                found.forEach(volume -> {
                    volume.cluster().ifPresent(cluster -> clusters.add(cluster.clusterId()));
                    volume.entities().stream()
                            .map(CnsEntityMetadata::clusterId)
                            .filter(each -> !each.isEmpty())
                            .forEach(clusters::add);
                });
            } catch (NoSessionException | VcenterException e) {
                return new KnownVolumes.Unread(String.valueOf(e.getMessage()));
            }
        }
        clusters.removeAll(retired);
        return new KnownVolumes.Queried(count, clusters);
    }
}
