package dev.vspherecloud.serving.auth;

/// Looks at one way to prove who one is.
///
/// Threads: any number of callers.
@FunctionalInterface
interface Authenticator {
    AuthenticationResult examine(RequestAttributes requestAttributes) throws InterruptedException;
}
