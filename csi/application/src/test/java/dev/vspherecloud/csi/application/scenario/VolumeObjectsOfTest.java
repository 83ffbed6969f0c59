package dev.vspherecloud.csi.application.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.util.List;
import java.util.stream.Collectors;

/// PersistentVolumes, claims and Pods of a test, with the states that controllers and kubelets write.
///
/// Threads: one.
record VolumeObjectsOfTest(KubeObjects objects) {
    static final String VOLUMES = "/api/v1/persistentvolumes";
    static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    static final String PODS = "/api/v1/namespaces/default/pods";

    /// Creates a PersistentVolume as external-provisioner does.
    ///
    /// @param claim the name of its claim; empty for none
    JsonNode addVolume(String name, String handle, String reclaimPolicy, String claim) {
        return addVolume(
                name, handle, reclaimPolicy, claim, "{\"storage.kubernetes.io/csiProvisionerIdentity\": \"1-csi\"}");
    }

    /// Creates a PersistentVolume as a person does, for an existing disk.
    JsonNode addStaticVolume(String name, String handle) {
        return addVolume(name, handle, "Retain", "", "{}");
    }

    /// Creates a PersistentVolume as a person does, for an existing disk and a claim.
    JsonNode addStaticVolume(String name, String handle, String claim) {
        return addVolume(name, handle, "Retain", claim, "{}");
    }

    private JsonNode addVolume(String name, String handle, String reclaimPolicy, String claim, String attributes) {
        String reference = claim.isEmpty()
                ? ""
                : ", \"claimRef\": {\"apiVersion\": \"v1\", \"kind\": \"PersistentVolumeClaim\", \"namespace\": \"default\", \"name\": \"%s\"}"
                        .formatted(claim);
        JsonNode volume = objects.create(VOLUMES, """
                {"metadata": {"name": "%s", "labels": {"tier": "gold"}},
                 "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                          "persistentVolumeReclaimPolicy": "%s", "storageClassName": "fast",
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s", "volumeAttributes": %s}%s}}""".formatted(name, reclaimPolicy, handle, attributes, reference));
        setPhase(VOLUMES + "/" + name, claim.isEmpty() ? "Available" : "Bound");
        return volume;
    }

    /// Creates a claim that is bound to this PersistentVolume.
    void addClaim(String name, String volume, String labels) {
        objects.create(CLAIMS, """
                {"metadata": {"name": "%s", "labels": %s},
                 "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"], "volumeName": "%s",
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name, labels, volume));
        setPhase(CLAIMS + "/" + name, "Bound");
    }

    /// Creates a Pod that runs.
    void addPod(String name, String claim) {
        objects.create(PODS, """
                {"metadata": {"name": "%s"},
                 "spec": {"containers": [{"name": "main", "image": "none"}],
                          "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"}},
                                      {"name": "temporary", "emptyDir": {}}]}}""".formatted(name, claim));
        setPhase(PODS + "/" + name, "Running");
    }

    void setPhase(String path, String phase) {
        objects.patch(path + "/status", "{\"status\": {\"phase\": \"%s\"}}".formatted(phase));
    }

    /// Deletes an object, as if its finalizers had ended.
    void remove(String path) {
        objects.patch(path, "{\"metadata\": {\"finalizers\": null}}");
        objects.delete(path + "?gracePeriodSeconds=0");
    }

    /// Returns the entities of a volume, as in `POD default/web`.
    static List<String> entities(SimulatedVolume volume) {
        return volume.entities().stream()
                .map(each ->
                        each.kind() + " " + (each.namespace().isEmpty() ? "" : each.namespace() + "/") + each.name())
                .sorted()
                .collect(Collectors.toList());
    }
}
