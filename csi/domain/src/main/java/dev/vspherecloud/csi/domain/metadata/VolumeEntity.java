package dev.vspherecloud.csi.domain.metadata;

import java.util.Map;
import java.util.Set;

/// A Kubernetes object that uses a volume, as the cluster or CNS has it.
///
/// @param labels   its labels by key; empty for a Pod
/// @param refersTo the objects it uses: a claim refers to its PersistentVolume, a Pod to its claim
public record VolumeEntity(EntityKey key, Map<String, String> labels, Set<EntityKey> refersTo) {
    public VolumeEntity {
        labels = Map.copyOf(labels);
        refersTo = Set.copyOf(refersTo);
    }

    public static VolumeEntity volume(String name, Map<String, String> labels) {
        return new VolumeEntity(EntityKey.volume(name), labels, Set.of());
    }

    public static VolumeEntity claim(String namespace, String name, Map<String, String> labels, String volume) {
        return new VolumeEntity(EntityKey.claim(namespace, name), labels, Set.of(EntityKey.volume(volume)));
    }

    public static VolumeEntity pod(String namespace, String name, String claim) {
        return new VolumeEntity(EntityKey.pod(namespace, name), Map.of(), Set.of(EntityKey.claim(namespace, claim)));
    }
}
