package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Keeps what the synchronisation reports, as lines.
///
/// Threads: one.
final class RecordedFindings implements SyncObserver {
    final List<String> lines = new ArrayList<>();
    List<OrphanedVolume> orphans = List.of();
    Set<String> lost = Set.of();
    int retained;

    @Override
    public void onFullPass(String vcenter, boolean hasPassed, Duration duration) {
        lines.add("pass " + hasPassed);
    }

    @Override
    public void onCounted(String vcenter, List<OrphanedVolume> found, int kept) {
        orphans = found;
        retained = kept;
    }

    @Override
    public void onLostVolumes(Set<String> ids) {
        lost = ids;
    }

    @Override
    public void onRegistered(MetadataVolume volume, String vcenter) {
        lines.add("registered " + volume.name() + " at " + vcenter);
    }

    @Override
    public void onNotRegistered(MetadataVolume volume, String problem) {
        lines.add("not registered " + volume.name() + ": " + problem);
    }

    @Override
    public void onMetadataRefused(MetadataVolume volume, String problem) {
        lines.add("refused " + volume.name() + ": " + problem);
    }

    @Override
    public void onLost(MetadataVolume volume) {
        lines.add("lost " + volume.name());
    }

    @Override
    public void onForeign(MetadataVolume volume, Set<EntityKey> entities) {
        lines.add("foreign " + volume.name() + ": " + new TreeSet<>(entities));
    }
}
