package dev.vspherecloud.serving.auth;

/// Reads the authentication configuration that the cluster publishes: a port of this module.
@FunctionalInterface
public interface ClusterAuthentication {
    ReviewResult<ClusterAuthenticationConfig> read() throws InterruptedException;
}
