package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.List;
import java.util.Optional;

/// Decides what prevents the login to a vCenter, or the reads after it. Pure.
public final class LoginCheck {
    private LoginCheck() {}

    /// The facts about the login to one vCenter.
    ///
    /// @param user the user, empty if it is not known
    /// @param wasRefused true if this run sent a login, and the vCenter refused it
    public record LoginFacts(
            VcenterConfig vcenter, VmLookup.Silence silence, Optional<String> user, boolean wasRefused) {}

    /// Returns the finding for one vCenter; empty if another one among all explains it.
    public static Optional<Finding> finding(LoginFacts facts, List<LoginFacts> all) {
        String object = ConnectionCheck.object(facts.vcenter().name());
        VsphereReason code = facts.silence().code();
        String why = facts.silence().why();
        return switch (code) {
            case LOGIN_REFUSED -> {
                if (facts.wasRefused()) {
                    yield Optional.of(
                            Finding.of(FindingCode.LOGIN_REFUSED, object, why).withAdvice(domainAdvice(facts.user())));
                }
                yield isRefusedElsewhere(facts, all)
                        ? Optional.empty()
                        : Optional.of(Finding.of(FindingCode.LOGIN_HELD_BACK, object, why));
            }
            case CREDENTIALS_MISSING ->
                Optional.of(Finding.of(FindingCode.CREDENTIALS_MISSING, object, why)
                        .withAdvice(secretAdvice(facts.vcenter())));
            case PERMISSION_MISSING ->
                Optional.of(Finding.of(FindingCode.PERMISSION_MISSING, object, why)
                        .withAdvice(RightsCheck.grantAdvice("/")));
            default -> FindingCode.of(code).map(known -> Finding.of(known, object, why));
        };
    }

    private static boolean isRefusedElsewhere(LoginFacts facts, List<LoginFacts> all) {
        return facts.user().isPresent()
                && all.stream()
                        .anyMatch(other -> other.wasRefused() && other.user().equals(facts.user()));
    }

    private static String domainAdvice(Optional<String> user) {
        return user.filter(name -> !name.contains("@") && !name.contains("\\"))
                .map(name ->
                        "The user %1$s has no domain: vCenter expects for example %1$s@vsphere.local.".formatted(name))
                .orElse("");
    }

    private static String secretAdvice(VcenterConfig vcenter) {
        return vcenter.credentials() instanceof CredentialsSource.KubernetesSecret(String namespace, String name)
                ? "To create the Secret: `kubectl -n %1$s create secret generic %2$s --from-literal=%3$s.username=<user> --from-literal=%3$s.password=<password>`."
                        .formatted(namespace, name, vcenter.server())
                : "";
    }
}
