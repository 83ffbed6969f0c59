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
/// The vCenter's own `proxyUrl` counts before that of `global`, and that before the environment's `HTTPS_PROXY`. Of
/// `noProxy`, that of `global` and `NO_PROXY` likewise the nearest counts, but none that is farther away than the
/// proxy: who gives a vCenter a proxy of its own means it.
///
/// Rule from: golang.org/x/net/http/httpproxy, for the environment: the local host is reached without its proxy.
final class ProxyRule {
    /// What one place says; the vCenter itself, `global` or the environment.
    private record Say(Optional<RawValue> url, Optional<String> noProxy, boolean sparesLocalHost) {
        static Say of(RawSection section) {
            return new Say(section.value(VcenterKey.PROXY_URL), section.text(VcenterKey.NO_PROXY), false);
        }

        static Say of(Map<String, String> environment) {
            return new Say(
                    variable(environment, "HTTPS_PROXY"),
                    variable(environment, "NO_PROXY").map(RawValue::text),
                    true);
        }

        /// In capitals or else in small letters.
        private static Optional<RawValue> variable(Map<String, String> environment, String name) {
            return List.of(name, name.toLowerCase(Locale.ROOT)).stream()
                    .filter(spelling -> !environment.getOrDefault(spelling, "").isBlank())
                    .map(spelling ->
                            new RawValue(ConfigLocation.variable(spelling), List.of(environment.get(spelling))))
                    .findFirst();
        }
    }

    private final Say global;
    private final Say environment;
    private final Problems problems;

    ProxyRule(RawSection global, Map<String, String> environment, Problems problems) {
        this.global = Say.of(global);
        this.environment = Say.of(environment);
        this.problems = problems;
    }

    /// The proxy for this vCenter; nothing when it is reached straight, or the proxy cannot be used, which is then a
    /// problem.
    Optional<ProxyConfig> proxy(RawSection vcenter, String server, int port) {
        Optional<String> noProxy = Optional.empty();
        for (Say say : List.of(Say.of(vcenter), global, environment)) {
            noProxy = noProxy.or(say::noProxy);
            if (say.url().isPresent()) {
                boolean straight = (say.sparesLocalHost() && isLocalHost(server))
                        || noProxy.filter(text -> NoProxy.of(text).covers(server, port))
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

    /// The variable of the environment that names a proxy, if one does.
    static Optional<String> variable(Map<String, String> environment) {
        return Say.of(environment).url().flatMap(url -> url.place().variable());
    }

    private static boolean isLocalHost(String server) {
        return server.equals("localhost")
                || ValueParser.address(server)
                        .filter(InetAddress::isLoopbackAddress)
                        .isPresent();
    }
}
