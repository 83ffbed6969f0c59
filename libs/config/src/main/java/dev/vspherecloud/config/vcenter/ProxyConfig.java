package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.text.Secret;
import java.util.Map;
import java.util.Optional;

/// The HTTP proxy on the way to a vCenter.
///
/// @param host     name or address literal without brackets
/// @param port     1 to 65535
/// @param user     for the proxy itself, if it wants one
/// @param password of that user; empty text when there is none
public record ProxyConfig(String host, int port, Optional<String> user, Secret password) {
    /// The variable of the environment that names a proxy for all vCenters, if one does.
    public static Optional<String> variable(Map<String, String> environment) {
        return ProxyRule.variable(environment);
    }
}
