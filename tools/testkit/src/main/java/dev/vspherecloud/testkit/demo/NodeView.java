package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The values of a Node that the demo shows; each text is empty if the Node does not have the value.
///
/// @param vm         the reference of the VM that the program recorded on the Node
/// @param addresses  internal and external; one address if they are equal
/// @param type       the instance type
/// @param ready      true if the Node does not have the taint `uninitialized`
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

    /// The provider ID without the middle of its UUID, which a person does not compare.
    String shortProviderId() {
        return LONG_ID.matcher(providerId).replaceFirst("$1…$2");
    }

    /// The instance type without its first word, which is the same for all.
    String shortType() {
        return type.startsWith("vsphere-vm.") ? type.substring("vsphere-vm.".length()) : type;
    }

    String state() {
        return ready ? "ready" : "tainted";
    }
}
