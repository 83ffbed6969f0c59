package dev.vspherecloud.serving.auth;

/// Checks one kind of credentials in a request.
///
/// Threads: any number of callers.
@FunctionalInterface
interface Authenticator {
    AuthenticationResult authenticate(RequestAttributes requestAttributes) throws InterruptedException;
}
