package dev.vspherecloud.serving.auth;

import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the CA certificates and front-proxy headers that the cluster published last.
///
/// The ConfigMap is read each minute; cloud-provider-vsphere (Go) watches it. CA certificates are replaced a
/// few times in the life of a cluster, and the old ones are valid beside the new ones for days. If the
/// ConfigMap cannot be read or parsed, the last usable content stays in force.
///
/// Differs from upstream: a missing permission does not end the process. Until the first successful read, no
/// client certificate is valid. `--authentication-tolerate-lookup-failure` then decides whether a request with
/// a certificate is refused or anonymous.
///
/// Rule from: apiserver, options.DelegatingAuthenticationOptions,
/// request/headerrequest.RequestHeaderAuthRequestController.
///
/// Threads: [#refresh] has one caller; the other methods may be called from anywhere.
public final class ClusterClientCa {
    static final Duration PERIOD = Duration.ofMinutes(1);
    static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(ClusterClientCa.class);

    private record Trust(ClientCaBundle clients, FrontProxyTrust proxies) {}

    private final ClusterAuthentication cluster;
    private final ReviewAvailability reviewAvailability;
    private @Nullable ClusterAuthenticationConfig lastRead;
    private volatile @Nullable Trust trust;

    public ClusterClientCa(ClusterAuthentication cluster, LongSupplier nanoTime) {
        this.cluster = cluster;
        this.reviewAvailability = new ReviewAvailability(
                "client CA certificates of the cluster (ConfigMap kube-system/extension-apiserver-authentication)",
                "bind the Role extension-apiserver-authentication-reader in kube-system to this program's service "
                        + "account, so that it may read that ConfigMap",
                "client certificates and front proxies are checked against the CA certificates that were read "
                        + "before; without any, they are not accepted",
                nanoTime);
    }

    /// Reads the ConfigMap once.
    ///
    /// @return the wait before the next read
    public Duration refresh() throws InterruptedException {
        return switch (reviewAvailability.record(cluster.read())) {
            case ReviewResult.Answered(ClusterAuthenticationConfig published) -> {
                apply(published);
                yield PERIOD;
            }
            case ReviewResult.None(var _, boolean missingRight) ->
                missingRight ? ReviewAvailability.RETRY_AFTER : AFTER_FAILURE;
            case ReviewResult.TooMany() -> AFTER_FAILURE;
        };
    }

    private void apply(ClusterAuthenticationConfig published) {
        if (published.equals(lastRead)) {
            return;
        }
        try {
            trust = new Trust(
                    clientCaBundle(published.clientCa()),
                    new FrontProxyTrust(clientCaBundle(published.frontProxyCa()), published.headers()));
            log.debug("Read the client CA certificates of the cluster");
        } catch (CertificateException e) {
            log.atWarn()
                    .addKeyValue("cause", e.getMessage())
                    .log("The client CA certificates in ConfigMap"
                            + " kube-system/extension-apiserver-authentication cannot be used; those read"
                            + " before stay in force");
        }
        // This field is set last. If the handling of the content failed unexpectedly, the next read handles
        // the same content again.
        lastRead = published;
    }

    private static ClientCaBundle clientCaBundle(Optional<String> pem) throws CertificateException {
        return pem.isEmpty() ? ClientCaBundle.NONE : ClientCaBundle.parse(pem.get());
    }

    ClientCaBundle clients() {
        Trust now = trust;
        return now == null ? ClientCaBundle.NONE : now.clients();
    }

    FrontProxyTrust proxies() {
        Trust now = trust;
        return now == null ? FrontProxyTrust.NONE : now.proxies();
    }

    /// Reports requests with a client certificate as invalid until the ConfigMap has been read once.
    AuthenticationResult examine(RequestAttributes requestAttributes) {
        return trust == null && !requestAttributes.certificates().isEmpty()
                ? new AuthenticationResult.Invalid("the client CA certificates of the cluster could not be read yet")
                : new AuthenticationResult.Absent();
    }
}
