package dev.vspherecloud.serving.auth;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// Believes a front proxy, known by its certificate, that says in headers for whom it asks.
///
/// Rule from: apiserver, authentication/request/headerrequest (NewDynamicVerifyOptionsSecure).
///
/// @param trust as it is now
record FrontProxy(Supplier<FrontProxyTrust> trust, InstantSource clock) implements Examiner {
    @Override
    public Proof examine(Visit visit) {
        FrontProxyTrust now = trust.get();
        if (visit.certificates().isEmpty() || now.authorities().isEmpty()) {
            return new Proof.Absent();
        }
        Optional<String> flaw = now.authorities().flaw(visit.certificates(), clock.instant());
        if (flaw.isPresent()) {
            return new Proof.Invalid("as a front proxy's certificate, " + flaw.get());
        }
        String name = CertificateSubject.of(visit.certificates().getFirst()).commonName();
        if (!now.allows(name)) {
            return new Proof.Invalid("\"%s\" is no front proxy of ours".formatted(name));
        }
        return now.user(visit).<Proof>map(Proof.Valid::new).orElseGet(Proof.Absent::new);
    }
}
