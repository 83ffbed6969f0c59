package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.text.Secret;
import java.util.Map;
import java.util.Optional;

/// The HTTP proxy for a vCenter.
///
/// @param host name or address literal without brackets
/// @param port 1 to 65535
/// @param user for the proxy itself, if it requires one
/// @param password of that user; empty text if there is none
public record ProxyConfig(String host, int port, Optional<String> user, Secret password) {
    /// Returns the environment variable that names a proxy for all vCenters, if one does.
    public static Optional<String> variable(Map<String, String> environment) {
        return ProxyRule.variable(environment);
    }
}
