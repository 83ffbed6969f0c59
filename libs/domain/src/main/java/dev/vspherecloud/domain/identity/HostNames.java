package dev.vspherecloud.domain.identity;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// How the name of a Node and what a guest calls itself go together: case and domain may differ.
///
/// Rule from: cloud-provider-vsphere, which searches the Node's name alone; differs: the short name and the full one
/// are tried as well, and a name that is an IP address is no address to search by, since another cluster may use it.
public final class HostNames {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9._-]{1,253}");

    private HostNames() {}

    /// What the guest of a Node's VM may call itself, the likeliest first.
    ///
    /// @param domains in which other guests of the cluster are
    public static List<String> variants(NodeName node, Collection<String> domains) {
        String name = node.value();
        var variants = new LinkedHashSet<String>();
        variants.add(name);
        variants.add(name.toLowerCase(Locale.ROOT));
        if (!isAddress(name)) {
            String host = host(name);
            variants.add(host);
            // As Windows has it.
            variants.add(host.toUpperCase(Locale.ROOT));
            domains.forEach(domain -> variants.add(host + "." + domain));
        }
        return List.copyOf(variants);
    }

    /// Whether a guest of this name may be the Node's. Two domains that differ are two machines.
    public static boolean mayBe(NodeName node, String hostName) {
        String name = node.value();
        if (isExactly(node, hostName)) {
            return true;
        }
        boolean comparable = !isAddress(name) && !isAddress(hostName);
        boolean oneIsShort = afterHost(name).isEmpty() || afterHost(hostName).isEmpty();
        return comparable && oneIsShort && host(name).equalsIgnoreCase(host(hostName));
    }

    /// Returns what the names of one machine have in common, whatever their case and domain. [#mayBe] is false
    /// for names that differ in it.
    public static String key(String name) {
        String key = isAddress(name) ? name : host(name);
        return key.toLowerCase(Locale.ROOT);
    }

    /// Whether they are the same but for the case.
    public static boolean isExactly(NodeName node, String hostName) {
        return node.value().equalsIgnoreCase(hostName);
    }

    /// What follows the first dot, in lower case; empty when there is nothing, or something that is no DNS domain. A
    /// guest may call itself anything, and other guests are searched in its domain.
    public static Optional<String> domain(String hostName) {
        return afterHost(hostName)
                .map(domain -> domain.toLowerCase(Locale.ROOT))
                .filter(domain -> DOMAIN.matcher(domain).matches());
    }

    private static Optional<String> afterHost(String hostName) {
        int dot = hostName.indexOf('.');
        return dot <= 0 || dot == hostName.length() - 1 || isAddress(hostName)
                ? Optional.empty()
                : Optional.of(hostName.substring(dot + 1));
    }

    private static String host(String name) {
        int dot = name.indexOf('.');
        return dot <= 0 ? name : name.substring(0, dot);
    }

    private static boolean isAddress(String name) {
        return ADDRESS.matcher(name).matches();
    }
}
