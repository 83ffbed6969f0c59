package dev.vspherecloud.serving.auth;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// Authenticates a front proxy by its certificate, and reads the user from the headers that the proxy sets.
///
/// Rule from: apiserver, authentication/request/headerrequest (NewDynamicVerifyOptionsSecure).
///
/// @param trust returns the current settings
record FrontProxy(Supplier<FrontProxyTrust> trust, InstantSource clock) implements Authenticator {
    @Override
    public AuthenticationResult authenticate(RequestAttributes requestAttributes) {
        FrontProxyTrust now = trust.get();
        if (requestAttributes.certificates().isEmpty() || now.clientCaBundle().isEmpty()) {
            return new AuthenticationResult.Absent();
        }
        Optional<String> invalidReason =
                now.clientCaBundle().invalidReason(requestAttributes.certificates(), clock.instant());
        if (invalidReason.isPresent()) {
            return new AuthenticationResult.Invalid("front proxy certificate: " + invalidReason.get());
        }
        String name = CertificateSubject.of(requestAttributes.certificates().getFirst())
                .commonName();
        if (!now.allows(name)) {
            return new AuthenticationResult.Invalid("\"%s\" is not an allowed name of a front proxy".formatted(name));
        }
        return now.user(requestAttributes)
                .<AuthenticationResult>map(AuthenticationResult.Valid::new)
                .orElseGet(AuthenticationResult.Absent::new);
    }
}
