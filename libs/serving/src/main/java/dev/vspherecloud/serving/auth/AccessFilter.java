package dev.vspherecloud.serving.auth;

/// Decides about each request before its handler runs.
///
/// Threads: any number of callers; a call may take as long as the API server's review.
@FunctionalInterface
public interface AccessFilter {
    AccessDecision admit(RequestAttributes requestAttributes) throws InterruptedException;
}
