package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.metadata.MetadataClaim;
import dev.vspherecloud.csi.cluster.metadata.MetadataPod;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.domain.metadata.DeletedVolume;
import dev.vspherecloud.csi.domain.metadata.DesiredMetadata;
import dev.vspherecloud.csi.domain.metadata.EntityKey;
import dev.vspherecloud.csi.domain.metadata.ReclaimPolicy;
import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.csi.domain.node.DiskPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The PersistentVolumes, claims and Pods of the cluster, by the volume that they use.
///
/// Threads: the watches change it, and any thread reads it; each method holds the lock for a moment. The listener
/// gets the id of each volume whose metadata may have changed, outside of the lock.
final class VolumeObjectIndex {
    private final EntityHistories histories;
    private final Consumer<String> listener;

    private final Map<String, MetadataVolume> volumes = new HashMap<>();
    private final Map<String, Set<String>> volumesById = new HashMap<>();
    private final Map<EntityKey, String> volumeOfClaim = new HashMap<>();
    private final Map<EntityKey, MetadataClaim> claims = new HashMap<>();
    private final Map<String, EntityKey> claimByUid = new HashMap<>();
    private final Map<EntityKey, Set<String>> podsOfClaim = new HashMap<>();

    /// The PersistentVolumes whose deletion a watch has shown, by the id of their volume, until CNS was updated.
    private final Map<String, DeletedVolume> deleted = new HashMap<>();

    /// The id of each volume of the in-tree driver, by the path of its disk.
    private Map<String, String> migrated = Map.of();

    VolumeObjectIndex(EntityHistories histories, Consumer<String> listener) {
        this.histories = histories;
        this.listener = listener;
    }

    // Changes

    void onVolume(Optional<MetadataVolume> before, Optional<MetadataVolume> after, boolean isWatched) {
        var changed = new TreeSet<String>();
        synchronized (this) {
            before.ifPresent(volume -> {
                remove(volume);
                if (after.isEmpty() && isWatched && !isLeftToProvisioner(volume)) {
                    onWatchedDeletion(volume);
                    id(volume).ifPresent(changed::add);
                }
            });
            after.ifPresent(volume -> {
                add(volume);
                id(volume).ifPresent(id -> {
                    deleted.remove(id);
                    histories.onExists(id, EntityKey.volume(volume.name()));
                    if (!volume.phase().equals("Released") || !isLeftToProvisioner(volume)) {
                        changed.add(id);
                    }
                });
            });
        }
        changed.forEach(listener);
    }

    /// Returns true if the volume goes with its claim, and its metadata with it.
    private static boolean isLeftToProvisioner(MetadataVolume volume) {
        return volume.hasClaim() && volume.reclaimPolicy() == ReclaimPolicy.DELETE;
    }

    private void onWatchedDeletion(MetadataVolume volume) {
        id(volume).ifPresent(id -> {
            histories.onDeleted(id, EntityKey.volume(volume.name()));
            deleted.put(
                    id, new DeletedVolume(volume.name(), id, volume.form(), volume.reclaimPolicy(), volume.hasClaim()));
        });
    }

    private void add(MetadataVolume volume) {
        volumes.put(volume.name(), volume);
        id(volume)
                .ifPresent(id ->
                        volumesById.computeIfAbsent(id, _ -> new TreeSet<>()).add(volume.name()));
        if (volume.hasClaim()) {
            volumeOfClaim.put(claimOf(volume), volume.name());
        }
    }

    private void remove(MetadataVolume volume) {
        volumes.remove(volume.name());
        id(volume).ifPresent(id -> removeFrom(volumesById, id, volume.name()));
        if (volume.hasClaim()) {
            volumeOfClaim.remove(claimOf(volume), volume.name());
        }
    }

    void onClaim(Optional<MetadataClaim> before, Optional<MetadataClaim> after, boolean isWatched) {
        var changed = new TreeSet<String>();
        synchronized (this) {
            before.ifPresent(claim -> {
                EntityKey key = EntityKey.claim(claim.namespace(), claim.name());
                claims.remove(key);
                claimByUid.remove(claim.uid(), key);
                Optional<MetadataVolume> volume = Optional.ofNullable(volumes.get(claim.volumeName()));
                // The provisioner is about to delete the volume.
                if (after.isEmpty()
                        && volume.filter(each -> each.reclaimPolicy() == ReclaimPolicy.DELETE)
                                .isEmpty()) {
                    volume.flatMap(this::id).ifPresent(id -> {
                        if (isWatched) {
                            histories.onDeleted(id, key);
                        }
                        changed.add(id);
                    });
                }
            });
            after.ifPresent(claim -> {
                EntityKey key = EntityKey.claim(claim.namespace(), claim.name());
                claims.put(key, claim);
                claimByUid.put(claim.uid(), key);
                Optional.ofNullable(volumes.get(claim.volumeName()))
                        .flatMap(this::id)
                        .ifPresent(id -> {
                            histories.onExists(id, key);
                            changed.add(id);
                        });
            });
        }
        changed.forEach(listener);
    }

    void onPod(Optional<MetadataPod> before, Optional<MetadataPod> after, boolean isWatched) {
        var changed = new TreeSet<String>();
        synchronized (this) {
            before.ifPresent(pod -> eachClaim(pod, claim -> {
                removeFrom(podsOfClaim, claim, pod.name());
                idOfClaim(claim).ifPresent(id -> {
                    if (after.isEmpty() && isWatched) {
                        histories.onDeleted(id, EntityKey.pod(pod.namespace(), pod.name()));
                    }
                    changed.add(id);
                });
            }));
            after.ifPresent(pod -> eachClaim(pod, claim -> {
                podsOfClaim.computeIfAbsent(claim, _ -> new TreeSet<>()).add(pod.name());
                idOfClaim(claim).ifPresent(id -> {
                    histories.onExists(id, EntityKey.pod(pod.namespace(), pod.name()));
                    changed.add(id);
                });
            }));
        }
        changed.forEach(listener);
    }

    private static void eachClaim(MetadataPod pod, Consumer<EntityKey> action) {
        pod.claims().forEach(claim -> action.accept(EntityKey.claim(pod.namespace(), claim)));
    }

    private static <K> void removeFrom(Map<K, Set<String>> sets, K key, String value) {
        Set<String> set = sets.get(key);
        if (set != null && set.remove(value) && set.isEmpty()) {
            sets.remove(key);
        }
    }

    /// Replaces the ids of the volumes of the in-tree driver.
    void setMigrated(Map<String, String> idByPath) {
        var changed = new TreeSet<String>();
        synchronized (this) {
            if (migrated.equals(idByPath)) {
                return;
            }
            List<MetadataVolume> inTree = volumes.values().stream()
                    .filter(volume -> volume.form() == VolumeForm.IN_TREE)
                    .toList();
            inTree.forEach(this::remove);
            migrated = Map.copyOf(idByPath);
            inTree.forEach(volume -> {
                add(volume);
                id(volume).ifPresent(changed::add);
            });
        }
        changed.forEach(listener);
    }

    // Reads

    /// Returns the id in CNS; empty for a volume of the in-tree driver that is not registered, and for an unknown
    /// handle.
    private Optional<String> id(MetadataVolume volume) {
        return switch (volume.form()) {
            case BLOCK, FILE -> Optional.of(volume.handle());
            case IN_TREE -> Optional.ofNullable(migrated.get(DiskPath.canonical(volume.handle())));
            case UNKNOWN -> Optional.empty();
        };
    }

    private Optional<String> idOfClaim(EntityKey claim) {
        return Optional.ofNullable(volumeOfClaim.get(claim))
                .flatMap(name -> Optional.ofNullable(volumes.get(name)))
                .flatMap(this::id);
    }

    private static EntityKey claimOf(MetadataVolume volume) {
        return EntityKey.claim(volume.claimNamespace(), volume.claimName());
    }

    /// Returns what CNS should record for a volume; empty if no PersistentVolume has it.
    synchronized Optional<DesiredMetadata> desired(String id) {
        Set<String> names = volumesById.get(id);
        if (names == null) {
            return Optional.empty();
        }
        var entities = new ArrayList<VolumeEntity>();
        for (String name : names) {
            Optional.ofNullable(volumes.get(name)).ifPresent(volume -> addEntities(volume, entities));
        }
        return Optional.of(new DesiredMetadata(id, entities));
    }

    private void addEntities(MetadataVolume volume, List<VolumeEntity> entities) {
        entities.add(VolumeEntity.volume(volume.name(), volume.labels()));
        EntityKey key = claimOf(volume);
        MetadataClaim claim = claims.get(key);
        if (claim == null || !claim.volumeName().equals(volume.name())) {
            return;
        }
        entities.add(VolumeEntity.claim(claim.namespace(), claim.name(), claim.labels(), volume.name()));
        podsOfClaim.getOrDefault(key, Set.of()).stream()
                .map(pod -> VolumeEntity.pod(claim.namespace(), pod, claim.name()))
                .forEach(entities::add);
    }

    /// Returns all PersistentVolumes.
    synchronized List<MetadataVolume> volumes() {
        return List.copyOf(volumes.values());
    }

    /// Returns the ids of all volumes that PersistentVolumes have.
    synchronized Set<String> ids() {
        return new HashSet<>(volumesById.keySet());
    }

    /// Returns a PersistentVolume of this volume; empty if there is none.
    synchronized Optional<MetadataVolume> volume(String id) {
        return Optional.ofNullable(volumesById.get(id)).stream()
                .flatMap(Set::stream)
                .flatMap(name -> Optional.ofNullable(volumes.get(name)).stream())
                .findFirst();
    }

    /// Returns the deleted PersistentVolume of a volume, if CNS must still be updated.
    synchronized Optional<DeletedVolume> deleted(String id) {
        return Optional.ofNullable(deleted.get(id));
    }

    /// Called when CNS was updated after the deletion of a PersistentVolume.
    synchronized void onReleased(DeletedVolume volume) {
        deleted.remove(volume.volumeId(), volume);
    }

    /// Returns true if there is a claim with this uid that waits for a volume. A claim that is bound to a
    /// PersistentVolume with a known volume does not: another volume with its name is a double.
    synchronized boolean hasWaitingClaim(String uid) {
        return Optional.ofNullable(claimByUid.get(uid))
                .map(claims::get)
                .filter(claim -> Optional.ofNullable(volumes.get(claim.volumeName()))
                        .flatMap(this::id)
                        .isEmpty())
                .isPresent();
    }

    /// Returns the ids of volumes whose claims were deleted and that are kept.
    synchronized Set<String> retained() {
        var retained = new HashSet<String>();
        volumes.values().stream().filter(MetadataVolume::isRetained).forEach(volume -> id(volume)
                .ifPresent(retained::add));
        return retained;
    }

    /// Returns the PersistentVolumes that are left alone: those of the in-tree driver that no record names, and those
    /// with an unknown handle.
    synchronized Set<String> leftAlone() {
        var names = new TreeSet<String>();
        volumes.values().stream().filter(volume -> id(volume).isEmpty()).forEach(volume -> names.add(volume.name()));
        return names;
    }
}
