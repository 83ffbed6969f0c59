package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The address rules implemented a second time, step by step on plain texts, to compare [AddressPolicy] with.
/// Both share only the address parser of the JDK.
///
/// Rule from: cloud-provider-vsphere, nodemanager.go, DiscoverNode, read from top to bottom.
final class NaiveAddresses {
    /// @param device -1 if the NIC is not virtual
    record Nic(String network, int device, List<String> ips) {}

    /// @param families `ipv4`, `ipv6`
    record Rules(
            List<String> families,
            List<String> internal,
            List<String> external,
            List<String> notInternal,
            List<String> notExternal,
            String internalNetwork,
            String externalNetwork) {}

    private record Candidate(String ip, String network) {}

    /// The same few addresses occur a million times, so the bits of each are computed once.
    private static final Map<String, String> BITS = new ConcurrentHashMap<>();

    private NaiveAddresses() {}

    /// Returns a choice such as `Hostname=w-1 InternalIP=10.1.0.5 ExternalIP=10.1.0.5`, or `none`.
    ///
    /// @param statics what cloud-init sets
    static String choose(String hostName, List<Nic> nics, List<String> statics, Rules rules) {
        // Step 0: there is a guest with a name and NICs.
        if (hostName.isEmpty() || nics.isEmpty()) {
            return "none";
        }

        // Step 1.
        var result = new ArrayList<String>();
        result.add("Hostname=" + hostName);

        // Step 2: virtual NICs only.
        var real = new ArrayList<Nic>();
        for (Nic nic : nics) {
            if (nic.device() != -1) {
                real.add(nic);
            }
        }

        // Step 3: two names, and neither is there.
        if (!rules.internalNetwork().isEmpty() && !rules.externalNetwork().isEmpty()) {
            boolean oneIsThere = false;
            for (Nic nic : real) {
                oneIsThere |= nic.network().equalsIgnoreCase(rules.internalNetwork());
                oneIsThere |= nic.network().equalsIgnoreCase(rules.externalNetwork());
            }
            if (!oneIsThere) {
                return "none";
            }
        }

        // Steps 4 and 5: all addresses in order, without those that no other machine can reach.
        var candidates = new ArrayList<Candidate>();
        for (Nic nic : real) {
            for (String ip : nic.ips()) {
                if (!isUnreachable(ip)) {
                    candidates.add(new Candidate(ip, nic.network()));
                }
            }
        }
        if (candidates.isEmpty()) {
            return "none";
        }

        // Step 6: addresses that cloud-init sets go first, in its order. The bits are compared, since one address has
        // many spellings.
        var sorted = new ArrayList<Candidate>();
        for (String wanted : statics) {
            for (Candidate candidate : candidates) {
                if (bits(candidate.ip()).equals(bits(wanted)) && !sorted.contains(candidate)) {
                    sorted.add(candidate);
                }
            }
        }
        for (Candidate candidate : candidates) {
            if (!sorted.contains(candidate)) {
                sorted.add(candidate);
            }
        }

        // Step 7: each family in turn.
        for (String family : rules.families()) {
            var forInternal = new ArrayList<Candidate>();
            var forExternal = new ArrayList<Candidate>();
            for (Candidate candidate : sorted) {
                if (family.equals(bits(candidate.ip()).length() == 32 ? "ipv4" : "ipv6")) {
                    if (!inAny(candidate.ip(), rules.notInternal())) {
                        forInternal.add(candidate);
                    }
                    if (!inAny(candidate.ip(), rules.notExternal())) {
                        forExternal.add(candidate);
                    }
                }
            }
            String internal = bySubnet(forInternal, rules.internal());
            String external = bySubnet(forExternal, rules.external());
            if (internal == null && !rules.internalNetwork().isEmpty()) {
                internal = byNetwork(forInternal, rules.internalNetwork());
            }
            if (external == null && !rules.externalNetwork().isEmpty()) {
                external = byNetwork(forExternal, rules.externalNetwork());
            }
            if (internal == null && external == null) {
                internal = forInternal.isEmpty() ? null : forInternal.getFirst().ip();
                external = forExternal.isEmpty() ? null : forExternal.getFirst().ip();
            }
            if (internal == null && external == null) {
                return "none";
            }
            if (internal != null && !result.contains("InternalIP=" + internal)) {
                result.add("InternalIP=" + internal);
            }
            if (external != null && !result.contains("ExternalIP=" + external)) {
                result.add("ExternalIP=" + external);
            }
        }
        return String.join(" ", result);
    }

    /// Returns the addresses that remain of such a choice with the kubelet's node IPs, or `none`.
    ///
    /// Rule from: kubernetes/cloud-provider, node/helpers/address.go, GetNodeAddressesFromNodeIP.
    static String applyNodeIps(List<String> nodeIps, String chosen) {
        if (nodeIps.isEmpty() || chosen.equals("none")) {
            return chosen;
        }
        var result = new ArrayList<String>();
        var types = new ArrayList<String>();
        for (String nodeIp : nodeIps) {
            boolean matched = false;
            for (String address : chosen.split(" ")) {
                String[] parts = address.split("=");
                if (!parts[0].equals("Hostname") && bits(parts[1]).equals(bits(nodeIp))) {
                    result.add(address);
                    types.add(parts[0]);
                    matched = true;
                }
            }
            if (!matched) {
                return "none";
            }
        }
        for (String address : chosen.split(" ")) {
            if (!types.contains(address.split("=")[0])) {
                result.add(address);
            }
        }
        return String.join(" ", result);
    }

    private static @Nullable String bySubnet(List<Candidate> candidates, List<String> subnets) {
        for (String subnet : subnets) {
            for (Candidate candidate : candidates) {
                if (inAny(candidate.ip(), List.of(subnet))) {
                    return candidate.ip();
                }
            }
        }
        return null;
    }

    private static @Nullable String byNetwork(List<Candidate> candidates, String network) {
        for (Candidate candidate : candidates) {
            if (candidate.network().equalsIgnoreCase(network)) {
                return candidate.ip();
            }
        }
        return null;
    }

    private static boolean inAny(String ip, List<String> subnets) {
        for (String subnet : subnets) {
            int slash = subnet.indexOf('/');
            String network = bits(subnet.substring(0, slash));
            int length = Integer.parseInt(subnet.substring(slash + 1));
            if (network.length() == bits(ip).length() && bits(ip).startsWith(network.substring(0, length))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUnreachable(String ip) {
        String bits = bits(ip);
        if (bits.length() == 32) {
            return bits.equals("0".repeat(32)) || inAny(ip, List.of("127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/24"));
        }
        boolean multicastOfTheLink =
                bits.startsWith("11111111") && bits.substring(12, 16).equals("0010");
        return multicastOfTheLink || inAny(ip, List.of("::/128", "::1/128", "fe80::/10"));
    }

    static boolean isIpv4(String ip) {
        return bits(ip).length() == 32;
    }

    /// Returns 32 or 128 characters, `0` or `1`.
    private static String bits(String ip) {
        return BITS.computeIfAbsent(ip, NaiveAddresses::computeBits);
    }

    private static String computeBits(String ip) {
        var bits = new StringBuilder();
        for (byte octet : InetAddress.ofLiteral(ip).getAddress()) {
            bits.append(Integer.toBinaryString(0x100 | (octet & 0xff)).substring(1));
        }
        return bits.toString();
    }
}
