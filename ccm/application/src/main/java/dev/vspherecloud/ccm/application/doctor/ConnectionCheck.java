package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.doctor.ConnectionFacts.TcpResult;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.http.HostAndPort;
import dev.vspherecloud.http.TlsFailureReason;
import dev.vspherecloud.vsphere.client.ServiceContent;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Decides what is wrong on the way to a vCenter: name, connection, certificate, version. Pure.
public final class ConnectionCheck {
    /// The oldest supported API version, of vCenter 6.7 Update 3.
    static final ServerVersion OLDEST = new ServerVersion(6, 7, 3);

    private static final Duration EXPIRY_NOTICE = Duration.ofDays(30);
    private static final String RESOLVER = "/etc/resolv.conf";

    private ConnectionCheck() {}

    /// Returns the object of findings about a vCenter.
    public static String object(String vcenter) {
        return "vCenter " + vcenter;
    }

    static boolean isSupported(ServiceContent.About about) {
        return ServerVersion.parse(about.apiVersion())
                .filter(version -> version.compareTo(OLDEST) >= 0)
                .isPresent();
    }

    public static List<Finding> findings(ConnectionFacts facts, Instant now) {
        var findings = new ArrayList<Finding>(certificateFindings(facts, now));
        route(facts).ifPresent(findings::add);
        boolean isRouteBroken =
                findings.stream().anyMatch(finding -> finding.code() == FindingCode.ADDRESS_UNREACHABLE);
        facts.failure()
                .filter(failure -> !(isRouteBroken && failure.kind() == VcenterException.Kind.UNREACHABLE))
                .ifPresent(failure -> findings.add(failure(facts, failure)));
        facts.about()
                .filter(about -> !isSupported(about))
                .ifPresent(about -> findings.add(Finding.of(
                        FindingCode.VCENTER_TOO_OLD,
                        object(facts.vcenter().name()),
                        "found version %s (API %s), expected 6.7 Update 3 (API %s) or later"
                                .formatted(about.version(), about.apiVersion(), OLDEST))));
        return findings;
    }

    private static List<Finding> certificateFindings(ConnectionFacts facts, Instant now) {
        var findings = new ArrayList<Finding>();
        String object = object(facts.vcenter().name());
        if (facts.vcenter().connection().tls().insecure()) {
            findings.add(Finding.of(
                    FindingCode.CERTIFICATE_NOT_CHECKED,
                    object,
                    "the key insecureFlag (insecure-flag in a file in INI form) is set, so the provider accepts every"
                            + " certificate; set caFile or thumbprint instead"));
        }
        facts.certificateEnd()
                .filter(end -> facts.failure().isEmpty() && !end.isAfter(now.plus(EXPIRY_NOTICE)))
                .ifPresent(end -> findings.add(Finding.of(
                        FindingCode.CERTIFICATE_EXPIRES_SOON,
                        object,
                        "its certificate expires on %s, in %d days"
                                .formatted(end, Duration.between(now, end).toDays()))));
        return findings;
    }

    private static Optional<Finding> route(ConnectionFacts facts) {
        String object = object(facts.vcenter().name());
        String server = facts.vcenter().server();
        if (facts.unresolved().isPresent()) {
            return Optional.of(Finding.of(
                    FindingCode.NAME_UNRESOLVED,
                    object,
                    "the name %s does not resolve: %s; the resolver is configured in %s"
                            .formatted(server, facts.unresolved().get(), RESOLVER)));
        }
        if (facts.addresses().isEmpty()) {
            return Optional.empty();
        }
        if (facts.anyAddress(TcpResult.OPEN)) {
            String dead = list(facts, TcpResult.OPEN, false);
            return dead.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Finding.of(
                            FindingCode.ADDRESS_UNREACHABLE,
                            object,
                            "%s resolves to %d addresses: %s does not accept connections on port %d, %s does"
                                    .formatted(
                                            server,
                                            facts.addresses().size(),
                                            dead,
                                            facts.vcenter().connection().port(),
                                            list(facts, TcpResult.OPEN, true))));
        }
        String address = address(facts.vcenter().connection());
        if (facts.anyAddress(TcpResult.TIMED_OUT)) {
            return Optional.of(Finding.of(
                    FindingCode.CONNECTION_TIMED_OUT,
                    object,
                    "no answer from %s within 4 s; a firewall drops the packets, or no machine has the address"
                            .formatted(address)));
        }
        if (facts.anyAddress(TcpResult.REFUSED)) {
            return Optional.of(
                    Finding.of(FindingCode.CONNECTION_REFUSED, object, "nothing accepts connections at " + address));
        }
        return Optional.of(Finding.of(FindingCode.VCENTER_UNREACHABLE, object, "there is no route to " + address));
    }

    private static String list(ConnectionFacts facts, TcpResult result, boolean isEqual) {
        return facts.addresses().entrySet().stream()
                .filter(entry -> (entry.getValue() == result) == isEqual)
                .map(Map.Entry::getKey)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String address(ConnectionConfig connection) {
        return HostAndPort.authority(connection.server(), connection.port());
    }

    private static Finding failure(ConnectionFacts facts, VcenterException failure) {
        String object = object(facts.vcenter().name());
        String message = String.valueOf(failure.getMessage());
        return switch (failure.kind()) {
            case TLS -> untrusted(facts, failure, message);
            case PROXY -> Finding.of(FindingCode.PROXY_REFUSED, object, message);
            case UNSUPPORTED, PROTOCOL -> Finding.of(FindingCode.NOT_VCENTER, object, message);
            case UNREACHABLE ->
                Finding.of(
                        FindingCode.VCENTER_UNREACHABLE,
                        object,
                        facts.anyAddress(TcpResult.OPEN)
                                ? message + ". The port accepts TCP connections, so it may be a port without TLS"
                                : message);
            case TIMEOUT,
                    LOGIN_REFUSED,
                    SESSION_LOST,
                    NO_PERMISSION,
                    OBJECT_GONE,
                    INVALID_VERSION,
                    CANCELED,
                    LOGIN_STOPPED,
                    INVALID_PROPERTY,
                    BUSY,
                    TOO_LARGE,
                    FAULT -> Finding.of(FindingCode.VCENTER_SILENT, object, message);
        };
    }

    private static Finding untrusted(ConnectionFacts facts, VcenterException failure, String message) {
        String object = object(facts.vcenter().name());
        ConnectionConfig connection = facts.vcenter().connection();
        if (failure.tlsFailureReason().filter(TlsFailureReason.NO_TLS::equals).isPresent()) {
            return Finding.of(FindingCode.VCENTER_UNTRUSTED, object, message + ". The port answers, but it is not TLS");
        }
        String proxy = connection
                .proxy()
                .map(via -> " -proxy " + HostAndPort.authority(via.host(), via.port()))
                .orElse("");
        return Finding.of(FindingCode.VCENTER_UNTRUSTED, object, message)
                .withAdvice(
                        "To see the certificates: `openssl s_client -connect %s -servername %s -showcerts%s </dev/null`."
                                .formatted(address(connection), connection.server(), proxy));
    }
}
