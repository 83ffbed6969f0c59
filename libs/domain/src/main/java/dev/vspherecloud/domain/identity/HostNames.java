package dev.vspherecloud.domain.identity;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Compares the name of a Node with the host name of a guest: case and domain may differ.
///
/// Rule from: cloud-provider-vsphere, which searches only the Node's name. Differs: the short and the full name
/// are searched as well. A name that is an IP address is never searched as an address, since another cluster
/// may use that address.
public final class HostNames {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9._-]{1,253}");

    private HostNames() {}

    /// Returns the host names that the guest of a Node's VM may have, the most likely first.
    ///
    /// @param domains the DNS domains of other guests of the cluster, with which short names are extended
    public static List<String> variants(NodeName node, Collection<String> domains) {
        String name = node.value();
        var variants = new LinkedHashSet<String>();
        variants.add(name);
        variants.add(name.toLowerCase(Locale.ROOT));
        if (!isAddress(name)) {
            String host = host(name);
            variants.add(host);
            // Windows reports host names in upper case, so this form is searched as well.
            variants.add(host.toUpperCase(Locale.ROOT));
            domains.forEach(domain -> variants.add(host + "." + domain));
        }
        return List.copyOf(variants);
    }

    /// Returns true if the guest with this host name may run the Node. The same host name in two different
    /// domains names two machines.
    public static boolean mayBeSameHost(NodeName node, String hostName) {
        String name = node.value();
        if (isExactly(node, hostName)) {
            return true;
        }
        boolean comparable = !isAddress(name) && !isAddress(hostName);
        boolean oneIsShort = afterHost(name).isEmpty() || afterHost(hostName).isEmpty();
        return comparable && oneIsShort && host(name).equalsIgnoreCase(host(hostName));
    }

    /// Returns the part of a host name that all names of one machine share, whatever their case and domain. If
    /// this part differs, [#mayBeSameHost] is false.
    public static String comparisonKey(String name) {
        String key = isAddress(name) ? name : host(name);
        return key.toLowerCase(Locale.ROOT);
    }

    /// Returns true if the name of the Node and the host name are equal except for case.
    public static boolean isExactly(NodeName node, String hostName) {
        return node.value().equalsIgnoreCase(hostName);
    }

    /// Returns the domain of a host name: the part after the first dot, in lower case. It is empty if the name
    /// has no domain or an invalid one. A guest may report any host name, and the domain is used to search
    /// other guests.
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
