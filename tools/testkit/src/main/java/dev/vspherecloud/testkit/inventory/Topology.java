package dev.vspherecloud.testkit.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The datacenters, clusters and hosts that a simulated vCenter must have; immutable.
///
/// @param clusters host names by cluster name, by datacenter name
public record Topology(Map<String, Map<String, List<String>>> clusters) {
    public Topology {
        clusters = new LinkedHashMap<>(clusters);
    }

    public static Topology empty() {
        return new Topology(Map.of());
    }

    /// Adds a cluster with hosts `<cluster>-host-1` and so on, and its datacenter if that is new.
    public Topology cluster(String datacenter, String cluster, int hosts) {
        var names = new ArrayList<String>();
        for (int i = 1; i <= hosts; i++) {
            names.add(cluster + "-host-" + i);
        }
        return cluster(datacenter, cluster, names);
    }

    public Topology cluster(String datacenter, String cluster, List<String> hosts) {
        var more = new LinkedHashMap<>(clusters);
        var inside = new LinkedHashMap<>(more.getOrDefault(datacenter, Map.of()));
        inside.put(cluster, List.copyOf(hosts));
        more.put(datacenter, inside);
        return new Topology(more);
    }

    public ObjectNode json() {
        var request = JsonNodeFactory.instance.objectNode();
        var datacenters = request.putArray("datacenters");
        clusters.forEach((datacenter, inside) -> {
            var list = datacenters.addObject().put("name", datacenter).putArray("clusters");
            inside.forEach((cluster, hosts) ->
                    hosts.forEach(list.addObject().put("name", cluster).putArray("hosts")::add));
        });
        return request;
    }

    /// The objects that a simulated vCenter has, with their references.
    ///
    /// @param instanceUuid the vCenter's own
    /// @param rootFolder its moref
    public record Inventory(String instanceUuid, String rootFolder, List<Datacenter> datacenters) {
        public static Inventory parse(JsonNode answer) {
            return new Inventory(
                    answer.path("instanceUuid").asText(),
                    answer.path("rootFolder").asText(),
                    answer.path("datacenters")
                            .valueStream()
                            .map(Datacenter::parse)
                            .toList());
        }

        /// Returns the names alone, to create the same topology again.
        public Topology topology() {
            var clusters = new LinkedHashMap<String, Map<String, List<String>>>();
            for (Datacenter datacenter : datacenters) {
                var hosts = new LinkedHashMap<String, List<String>>();
                datacenter
                        .clusters()
                        .forEach(one ->
                                hosts.put(one.name(), List.copyOf(one.hosts().keySet())));
                clusters.put(datacenter.name(), hosts);
            }
            return new Topology(clusters);
        }

        public Datacenter datacenter(String name) {
            return datacenters.stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        public Cluster cluster(String datacenter, String name) {
            return datacenter(datacenter).clusters().stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// @param ref a moref, as are `vmFolder` and `hostFolder`
    public record Datacenter(String name, String ref, String vmFolder, String hostFolder, List<Cluster> clusters) {
        public static Datacenter parse(JsonNode json) {
            return new Datacenter(
                    json.path("name").asText(),
                    json.path("id").asText(),
                    json.path("vmFolder").asText(),
                    json.path("hostFolder").asText(),
                    json.path("clusters").valueStream().map(Cluster::parse).toList());
        }

        /// Returns the object for attaching tags.
        public TaggedObject tagged() {
            return new TaggedObject("Datacenter", ref);
        }
    }

    /// @param ref a moref, as is `pool`
    /// @param hosts morefs by name
    public record Cluster(String name, String ref, String pool, Map<String, String> hosts) {
        public static Cluster parse(JsonNode json) {
            var hosts = new LinkedHashMap<String, String>();
            json.path("hosts")
                    .forEach(host -> hosts.put(
                            host.path("name").asText(), host.path("id").asText()));
            return new Cluster(
                    json.path("name").asText(),
                    json.path("id").asText(),
                    json.path("pool").asText(),
                    hosts);
        }

        /// Returns the object for attaching tags.
        public TaggedObject tagged() {
            return new TaggedObject("ClusterComputeResource", ref);
        }

        /// Returns the moref of one of its hosts.
        public String host(String hostName) {
            return Optional.ofNullable(hosts.get(hostName)).orElseThrow();
        }
    }
}
