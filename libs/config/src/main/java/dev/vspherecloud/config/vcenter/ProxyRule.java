package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Decides which HTTP proxy the client uses for a vCenter.
///
/// The `proxyUrl` of the vCenter counts before that of `global`, and that before the environment variable
/// `HTTPS_PROXY`. `noProxy` has the same order: the vCenter, `global`, then `NO_PROXY`. But if the proxy is set
/// at a higher level than `noProxy`, that `noProxy` does not count: a proxy that is set for a vCenter is
/// intended.
///
/// Rule from: golang.org/x/net/http/httpproxy, for the environment: a client connects to the local host without
/// that proxy.
final class ProxyRule {
    /// The proxy settings of one level: of a vCenter, of `global` or of the environment.
    private record ProxyEntry(Optional<RawValue> url, Optional<String> noProxy, boolean sparesLocalHost) {
        static ProxyEntry of(RawSection section) {
            return new ProxyEntry(section.value(VcenterKey.PROXY_URL), section.text(VcenterKey.NO_PROXY), false);
        }

        static ProxyEntry of(Map<String, String> environment) {
            return new ProxyEntry(
                    variable(environment, "HTTPS_PROXY"),
                    variable(environment, "NO_PROXY").map(RawValue::text),
                    true);
        }

        /// Reads an environment variable by its name in upper case or, if that is not set, in lower case.
        private static Optional<RawValue> variable(Map<String, String> environment, String name) {
            return List.of(name, name.toLowerCase(Locale.ROOT)).stream()
                    .filter(spelling -> !environment.getOrDefault(spelling, "").isBlank())
                    .map(spelling ->
                            new RawValue(ConfigLocation.variable(spelling), List.of(environment.get(spelling))))
                    .findFirst();
        }
    }

    private final ProxyEntry global;
    private final ProxyEntry environment;
    private final Problems problems;

    ProxyRule(RawSection global, Map<String, String> environment, Problems problems) {
        this.global = ProxyEntry.of(global);
        this.environment = ProxyEntry.of(environment);
        this.problems = problems;
    }

    /// Returns the proxy for this vCenter. The result is empty if the connection is direct, or if the proxy URL
    /// is invalid, which is reported as a problem.
    Optional<ProxyConfig> proxy(RawSection vcenter, String server, int port) {
        Optional<String> noProxy = Optional.empty();
        for (ProxyEntry entry : List.of(ProxyEntry.of(vcenter), global, environment)) {
            noProxy = noProxy.or(entry::noProxy);
            if (entry.url().isPresent()) {
                boolean straight = (entry.sparesLocalHost() && isLocalHost(server))
                        || noProxy.filter(text -> NoProxy.of(text).matches(server, port))
                                .isPresent();
                return straight ? Optional.empty() : usable(entry.url().get());
            }
        }
        return Optional.empty();
    }

    private Optional<ProxyConfig> usable(RawValue url) {
        return switch (ProxyUrl.parse(url.text())) {
            case ProxyUrl.Usable(ProxyConfig proxy) -> Optional.of(proxy);
            case ProxyUrl.Unusable(String problem) -> {
                problems.error(url.place(), problem);
                yield Optional.empty();
            }
        };
    }

    /// Returns the name of the environment variable that sets a proxy; empty if no variable does.
    static Optional<String> variable(Map<String, String> environment) {
        return ProxyEntry.of(environment).url().flatMap(url -> url.place().variable());
    }

    private static boolean isLocalHost(String server) {
        return server.equals("localhost")
                || ValueParser.address(server)
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }
}
