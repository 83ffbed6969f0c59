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
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Classifies the causes of requests that got no response, and describes each for users.
final class KubeFailures {
    /// The part of a too large response in which the name of an object is searched, in bytes.
    private static final int MAX_BEGINNING = 4_096;

    /// Finds the name of the first object of a list, of an object, or of the object of a watch event.
    private static final Pattern FIRST_OBJECT = Pattern.compile("\"metadata\":\\{\"name\":\"([-.:a-z0-9]{1,253})\"");

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

    /// Returns the exception for a response that is too large.
    ///
    /// @param beginning the beginning of the body; if it is a list with Nodes or the like, the message names the
    ///     first object
    static KubeException tooLarge(String url, ApiCall call, long limit, byte[] beginning) {
        Matcher first = FIRST_OBJECT.matcher(
                new String(beginning, 0, Math.min(beginning.length, MAX_BEGINNING), StandardCharsets.UTF_8));
        return new KubeException(
                Kind.TOO_LARGE,
                "the response of the API server %s to %s has more than %d bytes%s"
                        .formatted(
                                url,
                                call,
                                limit,
                                first.find()
                                        ? "; its first object is \"%s\", check its size".formatted(first.group(1))
                                        : ""));
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
