package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a Node says about itself; each text is empty while there is nothing to say.
///
/// @param vm         the reference of the VM that the program recorded on it
/// @param addresses  internal and external, once where they are the same
/// @param type       the instance type
/// @param ready      whether the taint that waits for the cloud provider is gone
record NodeView(String name, String vm, String providerId, String addresses, String zone, String type, boolean ready) {
    private static final String TAINT = "node.cloudprovider.kubernetes.io/uninitialized";
    private static final Pattern LONG_ID = Pattern.compile("(?<=^vsphere://)(.{4}).+(.{4})$");

    static NodeView of(JsonNode node) {
        JsonNode metadata = node.path("metadata");
        JsonNode labels = metadata.path("labels");
        return new NodeView(
                metadata.path("name").asText(),
                metadata.path("annotations").path("vspherecloud.dev/vm").asText(),
                node.path("spec").path("providerID").asText(),
                addresses(node),
                labels.path("topology.kubernetes.io/zone").asText(),
                labels.path("node.kubernetes.io/instance-type").asText(),
                taint(node).isEmpty());
    }

    private static String addresses(JsonNode node) {
        return node.path("status")
                .path("addresses")
                .valueStream()
                .filter(address -> address.path("type").asText().endsWith("IP"))
                .map(address -> address.path("address").asText())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static Optional<JsonNode> taint(JsonNode node) {
        return node.path("spec")
                .path("taints")
                .valueStream()
                .filter(taint -> taint.path("key").asText().equals(TAINT))
                .findFirst();
    }

    /// The provider id without the middle of its UUID, which nobody compares by eye.
    String shortProviderId() {
        return LONG_ID.matcher(providerId).replaceFirst("$1…$2");
    }

    /// The instance type without the first word, which all of them share.
    String shortType() {
        return type.startsWith("vsphere-vm.") ? type.substring("vsphere-vm.".length()) : type;
    }

    String state() {
        return ready ? "ready" : "tainted";
    }
}
