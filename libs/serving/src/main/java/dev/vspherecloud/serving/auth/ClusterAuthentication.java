package dev.vspherecloud.serving.auth;

/// Reads the authentication configuration that the cluster publishes. Another module implements this interface.
@FunctionalInterface
public interface ClusterAuthentication {
    ReviewResult<ClusterAuthenticationConfig> read() throws InterruptedException;
}
