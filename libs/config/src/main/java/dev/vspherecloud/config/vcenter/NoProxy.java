package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.domain.ip.Subnet;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The servers to which the client connects without the proxy, in the form of the variable `NO_PROXY`.
///
/// The entries are separated by commas. `example.org` means that host and its subdomains, `.example.org` and
/// `*.example.org` only the subdomains, an address or a range means servers given as an address, `*` means all.
/// Each entry except a range may end with `:<port>`.
///
/// Rule from: golang.org/x/net/http/httpproxy, which cloud-provider-vsphere (Go) uses.
final class NoProxy {
    private final List<Entry> entries;

    private NoProxy(List<Entry> entries) {
        this.entries = entries;
    }

    static NoProxy of(String text) {
        return new NoProxy(Arrays.stream(text.split(","))
                .map(word -> word.strip().toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty())
                .map(Entry::of)
                .toList());
    }

    /// Returns true if the client connects to this server without the proxy.
    ///
    /// @param server a host name or address without brackets
    boolean matches(String server, int port) {
        String host = server.toLowerCase(Locale.ROOT);
        Optional<InetAddress> address = ValueParser.address(host);
        return entries.stream().anyMatch(entry -> entry.matches(host, address, port));
    }

    /// One entry of the list.
    ///
    /// @param host the part before the port, without brackets
    /// @param port the port; empty means every port
    private record Entry(String text, String host, String port) {
        static Entry of(String word) {
            int colon = word.lastIndexOf(':');
            boolean hasPort = colon >= 0 && (word.indexOf(':') == colon || word.charAt(Math.max(0, colon - 1)) == ']');
            String host = hasPort ? word.substring(0, colon) : word;
            return new Entry(
                    word,
                    host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host,
                    hasPort ? word.substring(colon + 1) : "");
        }

        boolean matches(String server, Optional<InetAddress> address, int serverPort) {
            if (text.equals("*")) {
                return true;
            }
            Optional<Subnet> range = Subnet.parse(text);
            if (range.isPresent()) {
                return address.filter(range.get()::contains).isPresent();
            }
            return (port.isEmpty() || port.equals(String.valueOf(serverPort))) && coversHost(server, address);
        }

        private boolean coversHost(String server, Optional<InetAddress> address) {
            Optional<InetAddress> named = ValueParser.address(host);
            if (named.isPresent()) {
                return named.equals(address);
            }
            String domain = host.startsWith("*.") ? host.substring(1) : host;
            return !domain.isEmpty()
                    && (domain.startsWith(".")
                            ? server.endsWith(domain)
                            : server.equals(domain) || server.endsWith("." + domain));
        }
    }
}
