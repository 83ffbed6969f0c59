package dev.vspherecloud.serving.auth;

/// Decides about each visit before its page is made.
///
/// Threads: any number of callers; an answer may take as long as the API server's review.
@FunctionalInterface
public interface AccessFilter {
    AccessDecision admit(RequestAttributes requestAttributes) throws InterruptedException;
}
