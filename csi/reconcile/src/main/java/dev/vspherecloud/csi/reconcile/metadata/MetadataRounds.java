package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.csi.domain.BatchSplitter;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import dev.vspherecloud.csi.domain.metadata.EntityKind;
import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Divides updates of metadata into rounds, of which each has one call for many volumes.
///
/// CNS accepts only one entity of each kind and cluster in a spec of a block volume, whether it is written or removed;
/// else the whole call fails with "Duplicated entity for each entity type in one cluster is found". An ordinary update
/// needs one round.
///
/// Rule from: csi 4.2; vsphere-csi-driver, pkg/syncer/fullsync.go (pull requests 671 and 4230). Differs: of two objects
/// of one kind, the removed one goes first; an object goes after what it refers to, and what is removed goes after what
/// refers to it, so that an interruption leaves no reference to nothing.
public final class MetadataRounds {
    private final List<List<VolumeEntity>> removed = new ArrayList<>();
    private final List<List<VolumeEntity>> written = new ArrayList<>();
    private final Map<EntityKind, Integer> nextOfKind = new EnumMap<>(EntityKind.class);
    private final Map<EntityKey, Integer> roundOf = new HashMap<>();

    private MetadataRounds() {}

    /// Sends updates, at most one for each volume.
    ///
    /// @param call sends the parts of several volumes, one of each, with one call
    /// @return a result for each volume; after a part that failed, no other part of the volume is sent
    public static Map<String, MetadataWriteResult> send(
            List<MetadataUpdate> updates,
            Function<List<MetadataUpdate>, BatchAnswer<String, MetadataWriteResult>> call) {
        var results = new HashMap<String, MetadataWriteResult>();
        var open = new LinkedHashMap<String, List<MetadataUpdate>>();
        updates.forEach(update -> open.put(update.volumeId(), partsOf(update)));
        for (int round = 0; !open.isEmpty(); round++) {
            int index = round;
            var parts = new LinkedHashMap<String, MetadataUpdate>();
            open.forEach((id, all) -> parts.put(id, all.get(index)));
            Map<String, MetadataWriteResult> ended = BatchSplitter.send(
                    List.copyOf(parts.keySet()),
                    ids -> call.apply(ids.stream()
                            .flatMap(id -> Optional.ofNullable(parts.get(id)).stream())
                            .toList()));
            open.entrySet().removeIf(entry -> {
                MetadataWriteResult result = ended.getOrDefault(
                        entry.getKey(), new MetadataWriteResult.Failed("vCenter returned no result for the volume"));
                results.put(entry.getKey(), result);
                return !(result instanceof MetadataWriteResult.Done)
                        || entry.getValue().size() == index + 1;
            });
        }
        return results;
    }

    /// Returns the entities with which a disk can be registered. The others follow as an update.
    public static List<VolumeEntity> first(String volumeId, List<VolumeEntity> entities) {
        return partsOf(new MetadataUpdate(volumeId, entities, List.of()))
                .getFirst()
                .written();
    }

    /// Returns the parts of an update, in the order in which they must be sent. There is always one.
    static List<MetadataUpdate> partsOf(MetadataUpdate update) {
        if (VolumeForm.of(update.volumeId()) == VolumeForm.FILE
                || update.written().size() + update.removed().size() < 2) {
            return List.of(update);
        }
        var rounds = new MetadataRounds();
        Comparator<VolumeEntity> byKind =
                Comparator.comparing(entity -> entity.key().kind());
        update.removed().stream()
                .sorted(byKind.reversed())
                .forEach(entity -> rounds.place(
                        entity, rounds.removed, update.removed().stream().filter(other -> other.refersTo()
                                .contains(entity.key()))));
        update.written().stream()
                .sorted(byKind)
                .forEach(entity -> rounds.place(
                        entity, rounds.written, update.written().stream().filter(other -> entity.refersTo()
                                .contains(other.key()))));
        return IntStream.range(0, rounds.removed.size())
                .mapToObj(round ->
                        new MetadataUpdate(update.volumeId(), rounds.written.get(round), rounds.removed.get(round)))
                .toList();
    }

    /// Puts an entity into the first round that is possible.
    ///
    /// @param notAfter the entities that no later round may have
    private void place(VolumeEntity entity, List<List<VolumeEntity>> into, Stream<VolumeEntity> notAfter) {
        EntityKind kind = entity.key().kind();
        int earliest = notAfter.mapToInt(other -> roundOf.getOrDefault(other.key(), 0))
                .max()
                .orElse(0);
        int round = Math.max(earliest, nextOfKind.getOrDefault(kind, 0));
        nextOfKind.put(kind, round + 1);
        roundOf.put(entity.key(), round);
        while (removed.size() <= round) {
            removed.add(new ArrayList<>());
            written.add(new ArrayList<>());
        }
        into.get(round).add(entity);
    }
}
