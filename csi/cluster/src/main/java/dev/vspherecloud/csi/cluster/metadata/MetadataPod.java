package dev.vspherecloud.csi.cluster.metadata;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.List;
import java.util.stream.Stream;

/// A Pod, as far as CNS records it.
///
/// @param claims the names of the claims that its volumes use, in its namespace
public record MetadataPod(String namespace, String name, String uid, List<String> claims, boolean isRunning) {
    /// The maximum number of volumes of a Pod that are read. Users of a namespace may write any number to a Pod.
    private static final int MAX_VOLUMES = 1_024;

    static final ObjectReader<MetadataPod> READER = new ObjectReader<>(
            JsonFields.of("metadata.namespace", "metadata.name", "metadata.uid", "status.phase")
                    .and(JsonFields.at(
                            // The last one is a mark that the volume is an ephemeral one; its template is not needed.
                            JsonFields.of(
                                            "persistentVolumeClaim.claimName",
                                            "name",
                                            "ephemeral.volumeClaimTemplate.spec.volumeMode")
                                    .withMaxItems(MAX_VOLUMES),
                            "spec",
                            "volumes")),
            MetadataPod::read);

    public MetadataPod {
        claims = List.copyOf(claims);
    }

    private static MetadataPod read(Json pod) {
        String name = pod.find("metadata", "name").asText();
        return new MetadataPod(
                pod.find("metadata", "namespace").asText(),
                name,
                pod.find("metadata", "uid").asText(),
                pod.find("spec", "volumes").items().stream()
                        .flatMap(volume -> claim(volume, name))
                        .distinct()
                        .toList(),
                pod.find("status", "phase").asText().equals("Running"));
    }

    /// Returns the claim of a volume. That of an ephemeral volume has the name of the Pod and that of the volume.
    private static Stream<String> claim(Json volume, String pod) {
        String claim = volume.find("persistentVolumeClaim", "claimName").asText();
        if (!claim.isEmpty()) {
            return Stream.of(claim);
        }
        return volume.has("ephemeral")
                ? Stream.of(pod + "-" + volume.find("name").asText())
                : Stream.empty();
    }

    /// Returns true if CNS records the Pod with a volume.
    boolean usesVolumes() {
        return isRunning && !claims.isEmpty();
    }
}
