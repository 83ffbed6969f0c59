package dev.vspherecloud.ccm.domain;

import static dev.vspherecloud.domain.Fixtures.BIOS;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.topology.AncestorLabels;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Nodes and address rules that the tests of this module use. `Fixtures` of `libs/domain` has the VMs.
public final class NodeFixtures {
    public static final AddressRules IPV4 =
            new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, NodeNetworks.ANY);
    public static final NodeSettings PLAIN =
            new NodeSettings(Map.of("vc-a", IPV4), Optional.empty(), Map.of(), AncestorLabels.NONE, false);

    private NodeFixtures() {}

    public static NodeView taintedNode() {
        return node("", BIOS.toString(), true, Map.of(), List.of());
    }

    public static NodeView node(
            String providerId,
            String systemUuid,
            boolean tainted,
            Map<String, String> annotations,
            List<NodeAddress> addresses) {
        var meta = new NodeMeta(
                new NodeName("w-1"), "uid-1", "7", Instant.EPOCH, Map.of("node.example/kept", "own"), annotations);
        return new NodeView(meta, providerId, systemUuid, tainted, addresses, NodeHealth.HEALTHY);
    }

    /// Parses address rules, each `key=value`: `int` and `ext` for the subnets, `not-int` and `not-ext` for the
    /// exclusions, `int-net` and `ext-net` for the networks, `families`. Commas separate several values.
    /// Without `families`, the rules are for IPv4.
    public static AddressRules rules(String words) {
        var said = new HashMap<String, String>();
        for (String word : words.strip().split("\\s+")) {
            int equals = word.indexOf('=');
            said.put(equals < 0 ? word : word.substring(0, equals), word.substring(equals + 1));
        }
        return new AddressRules(
                Arrays.stream(said.getOrDefault("families", "ipv4").split(","))
                        .map(name -> IpFamily.parse(name).orElseThrow())
                        .toList(),
                FamilyPolicy.REQUIRE,
                new NodeNetworks(
                        subnets(said.get("int")),
                        subnets(said.get("ext")),
                        subnets(said.get("not-int")),
                        subnets(said.get("not-ext")),
                        said.getOrDefault("int-net", ""),
                        said.getOrDefault("ext-net", "")));
    }

    private static List<Subnet> subnets(@Nullable String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(","))
                        .map(text -> Subnet.parse(text).orElseThrow())
                        .toList();
    }

    public static List<NodeAddress> addresses(String hostName, String ip) {
        return List.of(
                new NodeAddress(NodeAddress.Type.HOSTNAME, hostName),
                new NodeAddress(NodeAddress.Type.INTERNAL_IP, ip),
                new NodeAddress(NodeAddress.Type.EXTERNAL_IP, ip));
    }
}
