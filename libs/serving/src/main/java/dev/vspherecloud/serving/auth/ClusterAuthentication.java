package dev.vspherecloud.serving.auth;

/// Reads what the cluster publishes about whom it believes: a port of this module.
@FunctionalInterface
public interface ClusterAuthentication {
    ReviewResult<ClusterAuthenticationConfig> read() throws InterruptedException;
}
