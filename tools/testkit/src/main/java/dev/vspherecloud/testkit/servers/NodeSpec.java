package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A Node as a kubelet registers it, for [KubeObjects#createNodes].
///
/// @param name of the Node; also its host name
/// @param systemUuid the system UUID that the kubelet reports, empty for none
/// @param providerId empty for none
/// @param taints each `key=value:effect` or `key:effect`
/// @param addresses in this order
public record NodeSpec(
        String name,
        String systemUuid,
        String providerId,
        List<String> taints,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<Address> addresses) {
    /// The taint of a Node that waits for its cloud provider.
    public static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized=true:NoSchedule";

    private static final ObjectMapper JSON = new ObjectMapper();

    public NodeSpec {
        taints = List.copyOf(taints);
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        addresses = List.copyOf(addresses);
    }

    /// @param type such as `InternalIP`
    public record Address(String type, String address) {}

    /// A ready Node without a taint, with its host name as the only address. Except for the taint, a kubelet with
    /// `--cloud-provider=external` registers it so.
    public static NodeSpec aNode(String name) {
        return new NodeSpec(name, "", "", List.of(), Map.of(), Map.of(), List.of(new Address("Hostname", name)));
    }

    public NodeSpec uninitialized() {
        return taint(UNINITIALIZED);
    }

    /// @param taint `key=value:effect` or `key:effect`
    public NodeSpec taint(String taint) {
        return new NodeSpec(name, systemUuid, providerId, plus(taints, taint), labels, annotations, addresses);
    }

    public NodeSpec systemUuid(String uuid) {
        return new NodeSpec(name, uuid, providerId, taints, labels, annotations, addresses);
    }

    public NodeSpec providerId(String id) {
        return new NodeSpec(name, systemUuid, id, taints, labels, annotations, addresses);
    }

    public NodeSpec label(String key, String value) {
        return new NodeSpec(name, systemUuid, providerId, taints, plus(labels, key, value), annotations, addresses);
    }

    public NodeSpec annotation(String key, String value) {
        return new NodeSpec(name, systemUuid, providerId, taints, labels, plus(annotations, key, value), addresses);
    }

    /// @param type such as `InternalIP`
    public NodeSpec address(String type, String address) {
        return new NodeSpec(
                name, systemUuid, providerId, taints, labels, annotations, plus(addresses, new Address(type, address)));
    }

    /// Removes all addresses so far, including the host name.
    public NodeSpec withoutAddresses() {
        return new NodeSpec(name, systemUuid, providerId, taints, labels, annotations, List.of());
    }

    /// Returns the object for the POST.
    String object() {
        var node = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
        var metadata = node.putObject("metadata").put("name", name);
        var allLabels =
                metadata.putObject("labels").put("kubernetes.io/hostname", name).put("kubernetes.io/os", "linux");
        labels.forEach(allLabels::put);
        annotations.forEach(metadata.putObject("annotations")::put);
        var spec = node.putObject("spec");
        if (!providerId.isEmpty()) {
            spec.put("providerID", providerId);
        }
        taints.forEach(taint -> addTaint(spec.withArray("/taints"), taint));
        return node.toString();
    }

    /// Returns the patch of the status, because the API server ignores the status in a POST.
    String status() {
        var node = JSON.createObjectNode();
        var status = node.putObject("status");
        var info = status.putObject("nodeInfo");
        info.put("systemUUID", systemUuid)
                .put("machineID", "")
                .put("bootID", "")
                .put("architecture", "amd64");
        info.put("operatingSystem", "linux")
                .put("osImage", "Ubuntu 24.04.3 LTS")
                .put("kernelVersion", "6.8.0-79-generic")
                .put("kubeProxyVersion", "");
        info.put("kubeletVersion", "v1.36.3").put("containerRuntimeVersion", "containerd://2.2");
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("reason", "KubeletReady");
        var list = status.putArray("addresses");
        addresses.forEach(each -> list.addObject().put("type", each.type()).put("address", each.address()));
        return node.toString();
    }

    private static void addTaint(ArrayNode taints, String taint) {
        var keyAndEffect = taint.split(":", 2);
        var keyAndValue = keyAndEffect[0].split("=", 2);
        ObjectNode added = taints.addObject().put("key", keyAndValue[0]).put("effect", keyAndEffect[1]);
        if (keyAndValue.length == 2) {
            added.put("value", keyAndValue[1]);
        }
    }

    private static <T> List<T> plus(List<T> list, T one) {
        var more = new ArrayList<>(list);
        more.add(one);
        return more;
    }

    private static Map<String, String> plus(Map<String, String> map, String key, String value) {
        var more = new LinkedHashMap<>(map);
        more.put(key, value);
        return more;
    }
}
