package dev.vspherecloud.csi.reconcile.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.csi.domain.metadata.DesiredMetadata;
import dev.vspherecloud.csi.domain.metadata.EntityKind;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import dev.vspherecloud.csi.domain.metadata.RecordedEntity;
import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A vCenter whose CNS merges metadata like a real one, and fails as the test wants.
///
/// Threads: one.
final class ScriptedMetadata implements MetadataVcenter {
    final Map<String, RecordedVolume> volumes = new LinkedHashMap<>();
    final Set<String> disks = new TreeSet<>();
    final List<String> calls = new ArrayList<>();
    boolean isSilent;
    boolean refusesWrites;

    /// The volumes with which a call fails as a whole.
    final Set<String> poisoned = new TreeSet<>();

    /// The volumes about which a query is refused.
    final Set<String> unreadable = new TreeSet<>();

    private static final String DUPLICATED = "Duplicated entity for each entity type in one cluster is found.";

    private final String name;
    private final OwnCluster own;

    ScriptedMetadata(String name, String clusterId) {
        this.name = name;
        this.own = new OwnCluster(clusterId, "VanillaK8S");
    }

    void add(String id, String volumeName, String clusterId, RecordedEntity... entities) {
        volumes.put(
                id, new RecordedVolume(id, volumeName, "ds:///1/", 1024, clusterId, "VanillaK8S", List.of(entities)));
    }

    /// Returns the entities of a volume, as in `Pod shop/web`.
    List<String> entities(String id) {
        RecordedVolume volume = volumes.get(id);
        return volume == null
                ? List.of()
                : volume.entities().stream()
                        .map(each -> each.key().toString())
                        .sorted()
                        .toList();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String server() {
        return name + ".test";
    }

    @Override
    public OwnCluster cluster() {
        return own;
    }

    @Override
    public MetadataQueryResult list() {
        calls.add("list");
        return isSilent
                ? new MetadataQueryResult.Unanswered("silent")
                : MetadataQueryResult.Answered.complete(volumes.values().stream()
                        .filter(volume -> volume.clusters().contains(own.id()))
                        .toList());
    }

    @Override
    public MetadataQueryResult volumes(Set<String> ids) {
        calls.add("query " + ids.size());
        return isSilent
                ? new MetadataQueryResult.Unanswered("silent")
                : new MetadataQueryResult.Answered(
                        volumes.values().stream()
                                .filter(volume -> ids.contains(volume.id()))
                                .toList(),
                        unreadable.stream()
                                .filter(ids::contains)
                                .collect(Collectors.toMap(id -> id, _ -> "unreadable")));
    }

    @Override
    public Map<String, MetadataWriteResult> update(List<MetadataUpdate> updates) {
        return MetadataRounds.send(updates, this::call);
    }

    /// One call of CNS. It fails as a whole if a spec of a block volume has two entities of a kind.
    ///
    /// Rule from: kubernetes-sigs/vsphere-csi-driver, pull requests 671 and 4230.
    private BatchAnswer<String, MetadataWriteResult> call(List<MetadataUpdate> updates) {
        calls.add("update " + updates.size());
        if (isSilent) {
            return new BatchAnswer.Unanswered<>(new MetadataWriteResult.Failed("silent"));
        }
        assertThat(updates).extracting(MetadataUpdate::volumeId).doesNotHaveDuplicates();
        if (updates.stream().anyMatch(update -> poisoned.contains(update.volumeId()))) {
            return new BatchAnswer.Refused<>(new MetadataWriteResult.Refused("CnsFault"));
        }
        if (updates.stream().anyMatch(ScriptedMetadata::hasTwoOfAKind)) {
            return new BatchAnswer.Refused<>(new MetadataWriteResult.Refused(DUPLICATED));
        }
        var results = new HashMap<String, MetadataWriteResult>();
        updates.forEach(update -> results.put(update.volumeId(), update(update)));
        return new BatchAnswer.Each<>(results);
    }

    private static boolean hasTwoOfAKind(MetadataUpdate update) {
        return !update.volumeId().startsWith("file:")
                && hasTwoOfAKind(Stream.concat(update.written().stream(), update.removed().stream()));
    }

    private static boolean hasTwoOfAKind(Stream<VolumeEntity> entities) {
        var kinds = new HashSet<EntityKind>();
        return entities.anyMatch(entity -> !kinds.add(entity.key().kind()));
    }

    private MetadataWriteResult update(MetadataUpdate update) {
        RecordedVolume volume = volumes.get(update.volumeId());
        if (refusesWrites) {
            return new MetadataWriteResult.Refused("refused");
        }
        if (volume == null) {
            return new MetadataWriteResult.NotFound("no such volume");
        }
        var entities = new ArrayList<>(volume.entities());
        for (VolumeEntity each : update.removed()) {
            entities.removeIf(
                    known -> known.clusterId().equals(own.id()) && known.key().equals(each.key()));
        }
        for (VolumeEntity each : update.written()) {
            entities.removeIf(
                    known -> known.clusterId().equals(own.id()) && known.key().equals(each.key()));
            entities.add(new RecordedEntity(own.id(), each));
        }
        volumes.put(
                volume.id(),
                new RecordedVolume(
                        volume.id(),
                        volume.name(),
                        volume.datastoreUrl(),
                        volume.capacityMb(),
                        volume.clusterId(),
                        own.distribution(),
                        entities));
        return new MetadataWriteResult.Done();
    }

    @Override
    public MetadataWriteResult register(String volumeName, DesiredMetadata desired) {
        calls.add("register " + desired.volumeId());
        if (refusesWrites) {
            return new MetadataWriteResult.Failed("refused");
        }
        if (!disks.contains(desired.volumeId())) {
            return new MetadataWriteResult.NotFound("no such disk");
        }
        List<VolumeEntity> first = MetadataRounds.first(desired.volumeId(), desired.entities());
        assertThat(hasTwoOfAKind(first.stream())).as(DUPLICATED).isFalse();
        if (!volumes.containsKey(desired.volumeId())) {
            add(
                    desired.volumeId(),
                    volumeName,
                    own.id(),
                    first.stream()
                            .map(each -> new RecordedEntity(own.id(), each))
                            .toArray(RecordedEntity[]::new));
        }
        return new MetadataWriteResult.Done();
    }

    @Override
    public MetadataWriteResult unregister(String id) {
        calls.add("unregister " + id);
        if (refusesWrites) {
            return new MetadataWriteResult.Failed("refused");
        }
        volumes.remove(id);
        return new MetadataWriteResult.Done();
    }
}
