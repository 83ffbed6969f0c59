package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A StorageClass of the driver or of the in-tree driver.
///
/// @param isInTree     true if its provisioner is the in-tree driver, so that kube-controller-manager translates the
///                     parameters
/// @param waits        true if volumes are created only when a Pod is scheduled (`WaitForFirstConsumer`)
/// @param topologyKeys the keys in `allowedTopologies`, each once
public record ExistingStorageClass(
        String name, boolean isInTree, Map<String, String> parameters, boolean waits, List<String> topologyKeys) {
    static final ObjectReader<Optional<ExistingStorageClass>> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "provisioner",
                    "parameters",
                    "volumeBindingMode",
                    "allowedTopologies.matchLabelExpressions.key"),
            ExistingStorageClass::read);

    private static final String IN_TREE = "kubernetes.io/vsphere-volume";

    public ExistingStorageClass {
        parameters = Map.copyOf(parameters);
        topologyKeys = List.copyOf(topologyKeys);
    }

    private static Optional<ExistingStorageClass> read(Json json) {
        String provisioner = json.find("provisioner").asText();
        boolean isInTree = provisioner.equals(IN_TREE);
        return isInTree || provisioner.equals(KubeExistingObjects.DRIVER)
                ? Optional.of(of(json, isInTree))
                : Optional.empty();
    }

    private static ExistingStorageClass of(Json json, boolean isInTree) {
        var parameters = new TreeMap<String, String>();
        json.find("parameters").members().forEach((key, value) -> parameters.put(key, value.asText()));
        return new ExistingStorageClass(
                json.find("metadata", "name").asText(),
                isInTree,
                parameters,
                json.find("volumeBindingMode").asText().equals("WaitForFirstConsumer"),
                json.find("allowedTopologies").items().stream()
                        .flatMap(term -> term.find("matchLabelExpressions").items().stream())
                        .map(expression -> expression.find("key").asText())
                        .distinct()
                        .toList());
    }
}
