package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.text.Secret;
import java.util.Map;
import java.util.Optional;

/// The HTTP proxy for a vCenter.
///
/// @param host the host name or address without brackets
/// @param port the port, 1 to 65535
/// @param user the user for the proxy itself, if the proxy requires one
/// @param password the password of that user; empty if there is none
public record ProxyConfig(String host, int port, Optional<String> user, Secret password) {
    /// Returns the name of the environment variable that sets a proxy for all vCenters; empty if no variable
    /// does.
    public static Optional<String> variable(Map<String, String> environment) {
        return ProxyRule.variable(environment);
    }
}
