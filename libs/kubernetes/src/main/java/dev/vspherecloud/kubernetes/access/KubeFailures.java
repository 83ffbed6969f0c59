package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Classifies the causes of requests that got no response, and describes each for users.
final class KubeFailures {
    private KubeFailures() {}

    /// Returns the exception for a request that got no response.
    static KubeException noAnswer(String url, ApiCall call, Throwable cause) {
        String at = "%s to the API server %s failed: ".formatted(call, url);
        if (has(cause, CertificateException.class) || has(cause, CertPathBuilderException.class)) {
            return new KubeException(
                    Kind.TLS,
                    at
                            + "its certificate is not trusted (%s); check certificate-authority in the kubeconfig and the name in the URL"
                                    .formatted(deepestMessage(cause)),
                    cause);
        }
        if (has(cause, SSLException.class)) {
            return new KubeException(
                    Kind.TLS, at + "the TLS handshake failed (%s)".formatted(deepestMessage(cause)), cause);
        }
        if (has(cause, HttpConnectTimeoutException.class)) {
            return new KubeException(Kind.UNREACHABLE, at + "no connection in time; check address and firewall", cause);
        }
        if (has(cause, HttpTimeoutException.class) || has(cause, TimeoutException.class)) {
            return new KubeException(Kind.TIMEOUT, at + "no answer in time", cause);
        }
        if (has(cause, UnknownHostException.class) || has(cause, UnresolvedAddressException.class)) {
            return new KubeException(
                    Kind.UNREACHABLE, at + "its host name cannot be resolved; check the host name in the URL", cause);
        }
        if (has(cause, ConnectException.class) || has(cause, NoRouteToHostException.class)) {
            return new KubeException(
                    Kind.UNREACHABLE,
                    at
                            + "nothing accepts connections there; check that it is running, and check host and"
                            + " port in the URL",
                    cause);
        }
        return new KubeException(
                has(cause, IOException.class) ? Kind.UNREACHABLE : Kind.SERVER_FAILED,
                at + "the connection broke (%s)".formatted(deepestMessage(cause)),
                cause);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static String deepestMessage(Throwable failure) {
        String message = failure.getClass().getSimpleName();
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
                message = cause.getMessage();
            }
        }
        return message;
    }
}
