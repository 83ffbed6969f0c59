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

/// Decides through which proxy a vCenter is reached.
///
/// The vCenter's own `proxyUrl` counts before that of `global`, and that before the environment's `HTTPS_PROXY`.
/// `noProxy` has the same order: the vCenter's own, that of `global`, then `NO_PROXY`. But a `noProxy` from a
/// lower level than the proxy does not count: a proxy that is set for a vCenter is intended.
///
/// Rule from: golang.org/x/net/http/httpproxy, for the environment: the local host is reached without its proxy.
final class ProxyRule {
    /// The settings of one level: the vCenter itself, `global` or the environment.
    private record Message(Optional<RawValue> url, Optional<String> noProxy, boolean sparesLocalHost) {
        static Message of(RawSection section) {
            return new Message(section.value(VcenterKey.PROXY_URL), section.text(VcenterKey.NO_PROXY), false);
        }

        static Message of(Map<String, String> environment) {
            return new Message(
                    variable(environment, "HTTPS_PROXY"),
                    variable(environment, "NO_PROXY").map(RawValue::text),
                    true);
        }

        /// Reads the variable in upper case, or else in lower case.
        private static Optional<RawValue> variable(Map<String, String> environment, String name) {
            return List.of(name, name.toLowerCase(Locale.ROOT)).stream()
                    .filter(spelling -> !environment.getOrDefault(spelling, "").isBlank())
                    .map(spelling ->
                            new RawValue(ConfigLocation.variable(spelling), List.of(environment.get(spelling))))
                    .findFirst();
        }
    }

    private final Message global;
    private final Message environment;
    private final Problems problems;

    ProxyRule(RawSection global, Map<String, String> environment, Problems problems) {
        this.global = Message.of(global);
        this.environment = Message.of(environment);
        this.problems = problems;
    }

    /// Returns the proxy for this vCenter. It is empty if the connection is direct, or if the proxy cannot be
    /// used, which is then a problem.
    Optional<ProxyConfig> proxy(RawSection vcenter, String server, int port) {
        Optional<String> noProxy = Optional.empty();
        for (Message say : List.of(Message.of(vcenter), global, environment)) {
            noProxy = noProxy.or(say::noProxy);
            if (say.url().isPresent()) {
                boolean straight = (say.sparesLocalHost() && isLocalHost(server))
                        || noProxy.filter(text -> NoProxy.of(text).matches(server, port))
                                .isPresent();
                return straight ? Optional.empty() : usable(say.url().get());
            }
        }
        return Optional.empty();
    }

    private Optional<ProxyConfig> usable(RawValue url) {
        return switch (ProxyUrl.parse(url.text())) {
            case ProxyUrl.Usable(ProxyConfig proxy) -> Optional.of(proxy);
            case ProxyUrl.Unusable(String flaw) -> {
                problems.error(url.place(), flaw);
                yield Optional.empty();
            }
        };
    }

    /// Returns the environment variable that names a proxy, if one does.
    static Optional<String> variable(Map<String, String> environment) {
        return Message.of(environment).url().flatMap(url -> url.place().variable());
    }

    private static boolean isLocalHost(String server) {
        return server.equals("localhost")
                || ValueParser.address(server)
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }
}
