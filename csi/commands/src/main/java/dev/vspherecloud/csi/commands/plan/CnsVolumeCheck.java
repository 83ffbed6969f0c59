package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsRelease;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.commands.lookup.ReadOnlyVcenters;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Asks each vCenter for its version and for the volumes of the cluster, some hundreds at a time.
///
/// Rule from: csi 2.6.
///
/// Threads: one.
final class CnsVolumeCheck {
    private static final int BATCH = 500;
    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4}))?.*");
    private static final long[] OLDEST = {6, 7, 3};
    private static final long[] SNAPSHOTS = {7, 0, 3};

    private final ReadOnlyVcenters vcenters;
    private final Set<String> retired;
    private final SubjectRows rows = new SubjectRows(TakeoverSubject.VCENTER);
    private final List<String> unread = new ArrayList<>();

    /// @param retired the ids of clusters that no longer exist, which do not count
    CnsVolumeCheck(ReadOnlyVcenters vcenters, Set<String> retired) {
        this.vcenters = vcenters;
        this.retired = Set.copyOf(retired);
    }

    /// Asks all vCenters.
    CnsVolumeOwners check(VolumeIdList ids) throws InterruptedException {
        var owners = new CnsVolumeOwners(ids);
        for (ConnectedVcenter vcenter : vcenters.all()) {
            try {
                check(vcenter, ids, owners);
            } catch (NoSessionException | VcenterException e) {
                unread.add(String.valueOf(e.getMessage()));
            }
        }
        return owners;
    }

    private void check(ConnectedVcenter vcenter, VolumeIdList ids, CnsVolumeOwners owners) throws InterruptedException {
        String name = vcenter.target().server();
        rows.add(name, vcenters.read(vcenter, session -> {
            String version = session.content().about().version();
            return releaseFindings(version, new CnsClient(session).release());
        }));
        for (int begin = 0; begin < ids.size(); begin += BATCH) {
            var batch = new HashMap<String, List<Integer>>();
            for (int i = begin; i < Math.min(begin + BATCH, ids.size()); i++) {
                batch.computeIfAbsent(ids.get(i), _ -> new ArrayList<>()).add(i);
            }
            CnsQuery query = CnsQuery.ofVolumes(batch.keySet().stream()
                    .flatMap(id -> CnsVolumeId.parse(id).stream())
                    .toList());
            switch (vcenters.read(vcenter, session -> new CnsClient(session).query(query, BATCH, 2))) {
                case CnsQueryResult.Complete(List<CnsVolume> volumes) -> record(volumes, batch, owners);
                case CnsQueryResult.Incomplete(List<CnsVolume> volumes, String why) -> {
                    record(volumes, batch, owners);
                    unread.add("vCenter %s: %s".formatted(name, why));
                    return;
                }
            }
        }
    }

    private void record(List<CnsVolume> volumes, Map<String, List<Integer>> batch, CnsVolumeOwners owners) {
        for (CnsVolume volume : volumes) {
            var clusters = new TreeSet<String>();
            Stream.concat(
                            volume.cluster().map(CnsContainerCluster::clusterId).stream(),
                            volume.entities().stream().map(CnsEntityMetadata::clusterId))
                    .filter(id -> !id.isEmpty() && !retired.contains(id))
                    .forEach(clusters::add);
            batch.getOrDefault(volume.id().id(), List.of()).forEach(index -> owners.found(index, clusters));
        }
    }

    /// Returns what the version of a vCenter changes. Pure.
    static List<TakeoverFinding> releaseFindings(String version, CnsRelease release) {
        Matcher numbers = VERSION.matcher(version);
        if (!numbers.matches()) {
            return List.of();
        }
        long[] found = {
            Long.parseLong(numbers.group(1)),
            Long.parseLong(numbers.group(2)),
            numbers.group(3) == null ? 0 : Long.parseLong(numbers.group(3))
        };
        if (Arrays.compare(found, OLDEST) < 0) {
            return List.of(TakeoverFinding.of(
                    TakeoverCode.VCENTER_TOO_OLD, "found version %s, expected 6.7.3 or later".formatted(version)));
        }
        if (Arrays.compare(found, SNAPSHOTS) < 0) {
            return List.of(TakeoverFinding.of(
                    TakeoverCode.VCENTER_WITHOUT_SNAPSHOTS,
                    "found version %s, expected 7.0.3 or later".formatted(version)));
        }
        return TakeoverFinding.when(
                        release.acceptsChosenId(),
                        TakeoverCode.VOLUME_IDS_CHOSEN,
                        "found version %s".formatted(version))
                .stream()
                .toList();
    }

    SubjectPlan vcenterPlan() {
        return rows.result();
    }

    /// Returns sentences about vCenters that did not answer.
    List<String> unread() {
        return List.copyOf(unread);
    }
}
