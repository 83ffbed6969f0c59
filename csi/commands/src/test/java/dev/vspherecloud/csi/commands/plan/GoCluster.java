package dev.vspherecloud.csi.commands.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.Manifest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A cluster as vsphere-csi-driver (Go) leaves it, on a real API server: the objects of `cluster-of-go.yaml`.
final class GoCluster {
    static final String NAMESPACE = "vmware-system-csi";

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// Kinds whose status the API server takes only in a request of its own.
    private static final Set<String> WITH_STATUS = Set.of("Node", "VolumeAttachment", "Deployment", "DaemonSet");

    private record Definition(String group, String version, String plural, String kind, boolean isNamespaced) {}

    private static final List<Definition> DEFINITIONS = List.of(
            new Definition(
                    "cns.vmware.com", "v1alpha1", "cnsvolumeoperationrequests", "CnsVolumeOperationRequest", true),
            new Definition("cns.vmware.com", "v1alpha1", "cnsvolumeinfoes", "CNSVolumeInfo", true),
            new Definition(
                    "cns.vmware.com", "v1alpha1", "cnsvspherevolumemigrations", "CnsVSphereVolumeMigration", false),
            new Definition("cns.vmware.com", "v1alpha1", "csinodetopologies", "CSINodeTopology", false),
            new Definition("snapshot.storage.k8s.io", "v1", "volumesnapshotcontents", "VolumeSnapshotContent", false),
            new Definition("snapshot.storage.k8s.io", "v1", "volumesnapshotclasses", "VolumeSnapshotClass", false));

    private GoCluster() {}

    /// Creates all objects.
    ///
    /// @param volumes the ids of the volumes that the file calls `VOLUME-1` and so on
    static void create(KubeApiServer server, List<String> volumes) {
        KubeObjects objects = server.objects();
        objects.createNamespace(NAMESPACE);
        DEFINITIONS.forEach(each -> define(objects, each));
        String text = Project.resource(GoCluster.class, "cluster-of-go.yaml");
        for (int i = 0; i < volumes.size(); i++) {
            text = text.replace("VOLUME-" + (i + 1), volumes.get(i));
        }
        Manifest.parse(text).forEach(manifest -> create(objects, manifest));
    }

    private static void define(KubeObjects objects, Definition each) {
        String path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        String name = each.plural() + "." + each.group();
        objects.create(path, """
                {"metadata": {"name": "%s", "annotations": {"api-approved.kubernetes.io": "unapproved, a test"}},
                 "spec": {"group": "%s", "scope": "%s",
                  "names": {"plural": "%s", "kind": "%s", "listKind": "%sList", "singular": "%s"},
                  "versions": [{"name": "%s", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                    {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}""".formatted(
                        name,
                        each.group(),
                        each.isNamespaced() ? "Namespaced" : "Cluster",
                        each.plural(),
                        each.kind(),
                        each.kind(),
                        each.kind().toLowerCase(Locale.ROOT),
                        each.version()));
        objects.await(path + "/" + name, LIMIT, GoCluster::isEstablished);
        objects.await("/apis/%s/%s".formatted(each.group(), each.version()), LIMIT, list -> list.toString()
                .contains("\"" + each.plural() + "\""));
    }

    private static boolean isEstablished(JsonNode definition) {
        return definition
                .at("/status/conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals("Established")
                        && condition.path("status").asText().equals("True"));
    }

    private static void create(KubeObjects objects, Manifest manifest) {
        objects.apply(manifest);
        String collection = collection(manifest);
        if (WITH_STATUS.contains(manifest.kind()) && manifest.json().has("status")) {
            objects.patch(
                    "%s/%s/status".formatted(collection, manifest.name()),
                    "{\"status\": %s}".formatted(manifest.json().path("status")));
        }
        if (manifest.json().at("/metadata/finalizers").isArray()) {
            objects.delete(collection + "/" + manifest.name());
        }
    }

    private static String collection(Manifest manifest) {
        return switch (manifest.kind()) {
            case "Node" -> "/api/v1/nodes";
            case "PersistentVolume" -> "/api/v1/persistentvolumes";
            case "VolumeAttachment" -> "/apis/storage.k8s.io/v1/volumeattachments";
            case "VolumeSnapshotContent" -> "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents";
            case "Deployment" -> "/apis/apps/v1/namespaces/" + NAMESPACE + "/deployments";
            case "DaemonSet" -> "/apis/apps/v1/namespaces/" + NAMESPACE + "/daemonsets";
            default -> "";
        };
    }
}
