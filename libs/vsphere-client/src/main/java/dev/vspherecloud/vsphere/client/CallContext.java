package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.http.TlsFailureReason;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapFault;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The context of one call to a vCenter: the server and the method. It creates the exceptions for failures of
/// the call.
///
/// @param method the name of the method, for metrics and messages
/// @param secretToHide a secret that the call carries, so that no message repeats it even if the server does
/// @param createsSession true if the server creates a session for the call. The session can only be ended with
///     its key, which is in the response
record CallContext(VcenterEndpoint endpoint, String method, Optional<Secret> secretToHide, boolean createsSession) {
    /// Matches the session key in references of collectors and views, as in `session[52c9…]52a1…`.
    private static final Pattern SESSION_KEY = Pattern.compile("session\\[[^\\]]*\\]");

    CallContext(VcenterEndpoint endpoint, String method) {
        this(endpoint, method, Optional.empty(), false);
    }

    static CallContext login(VcenterEndpoint endpoint, String method, Secret password) {
        return new CallContext(endpoint, method, Optional.of(password), true);
    }

    VcenterException failed(Kind kind, String problem) {
        return failed(kind, problem, null);
    }

    VcenterException failed(Kind kind, String problem, @Nullable Throwable cause) {
        return new VcenterException(kind, endpoint.name(), message(kind, problem), safeCause(cause));
    }

    /// Creates a failure of kind TLS. The message has the advice for the TLS failure reason, not for the kind.
    VcenterException failed(TlsFailureReason tlsFailureReason, String problem, @Nullable Throwable cause) {
        return new VcenterException(
                tlsFailureReason, endpoint.name(), message(problem, advice(tlsFailureReason)), safeCause(cause));
    }

    VcenterException faulted(Kind kind, SoapFault fault) {
        String faultText = PrintableText.of(fault.message());
        String causes = fault.causes().stream()
                .map(type -> ", caused by " + PrintableText.of(type))
                .collect(Collectors.joining());
        String problem = "fault " + PrintableText.of(fault.type()) + causes + details(fault)
                + (faultText.isEmpty() ? "" : " (" + faultText + ")");
        return new VcenterException(kind, endpoint.name(), message(kind, problem), fault.type(), reference(fault), null)
                .withCauses(fault.causes());
    }

    private String message(Kind kind, String problem) {
        return message(problem, kind.advice());
    }

    private String message(String problem, String advice) {
        String fullText = SESSION_KEY
                .matcher("%s on %s: %s; %s".formatted(method, endpoint.describe(), problem, advice))
                .replaceAll("session[hidden]");
        String redacted = endpoint.proxy().map(proxy -> proxy.redact(fullText)).orElse(fullText);
        return secretToHide.map(secret -> secret.redact(redacted)).orElse(redacted);
    }

    /// Returns what a person can do about the TLS failure, as the last part of a message.
    private static String advice(TlsFailureReason tlsFailureReason) {
        return switch (tlsFailureReason) {
            case WRONG_HOST ->
                "use one of these names for the server, or install a certificate for this name there, or compare the"
                        + " SHA-256 with the one on the server, and set thumbprint to it";
            case EXPIRED -> "renew the certificate of the server";
            case NOT_YET_VALID -> "check the clocks of this machine and of the machine that created the certificate";
            case UNKNOWN_AUTHORITY ->
                "correct the CA file (caFile), or compare the SHA-256 with the one on the server, and set"
                        + " thumbprint to it";
            case INCOMPLETE_CHAIN ->
                "configure the server to send all certificates of its chain, or add the missing one to the CA file"
                        + " (caFile)";
            case SELF_SIGNED ->
                "add this certificate to the CA file (caFile), or compare the SHA-256 with the one on the"
                        + " server, and set thumbprint to it";
            case WRONG_THUMBPRINT ->
                "if the certificate was replaced, compare the SHA-256 with the one on the server, and set thumbprint to"
                        + " it; you may set two at once";
            case UNFIT_CERTIFICATE -> "install another certificate on the server";
            case OLD_TLS -> "enable TLS 1.2 or 1.3 on the server";
            case FAILED_HANDSHAKE -> "check the TLS settings of the server, and the proxies and firewalls in between";
            case NO_TLS -> "check the port: vCenter serves HTTPS, usually on 443";
        };
    }

    /// Drops the cause if the call carries secrets, because a library's message may quote what was sent or
    /// received.
    private @Nullable Throwable safeCause(@Nullable Throwable cause) {
        boolean hasSecrets = secretToHide.isPresent()
                || endpoint.proxy().flatMap(HttpProxy::login).isPresent();
        return hasSecrets ? null : cause;
    }

    private static String details(SoapFault fault) {
        String privilege = fault.fields().getOrDefault("privilegeId", "");
        String property = fault.fields().getOrDefault("name", fault.fields().getOrDefault("invalidProperty", ""));
        return fault.object()
                        .map(ref -> " for " + PrintableText.of(ref.type() + ":" + ref.value()))
                        .orElse("")
                + (privilege.isEmpty() ? "" : ", needs " + PrintableText.of(privilege))
                + (property.isEmpty() ? "" : ", property " + PrintableText.of(property));
    }

    private static @Nullable MoRef reference(SoapFault fault) {
        try {
            return fault.object().map(ref -> new MoRef(ref.type(), ref.value())).orElse(null);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
