package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.review.AccessReviewStatus;
import dev.vspherecloud.kubernetes.review.ExtensionAuthentication;
import dev.vspherecloud.kubernetes.review.KubeAccessReviews;
import dev.vspherecloud.kubernetes.review.KubeClusterAuthentication;
import dev.vspherecloud.kubernetes.review.KubeTokenReviews;
import dev.vspherecloud.kubernetes.review.Subject;
import dev.vspherecloud.serving.auth.AccessReviews;
import dev.vspherecloud.serving.auth.ClusterAuthentication;
import dev.vspherecloud.serving.auth.ClusterAuthenticationConfig;
import dev.vspherecloud.serving.auth.RequestHeaderSettings;
import dev.vspherecloud.serving.auth.ReviewResult;
import dev.vspherecloud.serving.auth.TokenReviews;
import dev.vspherecloud.serving.auth.User;
import java.util.Optional;
import java.util.function.Supplier;

/// Connects the web server with the API server for reviews of its clients: who a client is, and what it may read.
/// The web server library and the Kubernetes library do not know each other.
///
/// Threads: the objects created here may be used from anywhere.
final class ClusterReviews {
    private ClusterReviews() {}

    static TokenReviews tokens(KubeConnection connection) {
        var reviews = new KubeTokenReviews(connection);
        return token -> answer(() -> reviews.review(token).map(ClusterReviews::user));
    }

    static AccessReviews access(KubeConnection connection) {
        var reviews = new KubeAccessReviews(connection);
        return (user, verb, path) -> answer(() -> verdict(reviews.review(subject(user), verb, path)));
    }

    static ClusterAuthentication authentication(KubeConnection connection) {
        var reader = new KubeClusterAuthentication(connection);
        return () -> answer(() -> published(reader.read()));
    }

    /// Returns the result of a request to the API server, or the reason why there is none.
    ///
    /// @param review sends the request; throws [KubeException] if the API server does not answer
    private static <A> ReviewResult<A> answer(Supplier<A> review) throws InterruptedException {
        try {
            return new ReviewResult.Answered<>(review.get());
        } catch (KubeException e) {
            if (e.kind() == KubeException.Kind.INTERRUPTED) {
                throw new InterruptedException(e.getMessage());
            }
            return new ReviewResult.None<>(e.getMessage(), e.kind() == KubeException.Kind.FORBIDDEN);
        }
    }

    private static User user(Subject subject) {
        return new User(subject.name(), subject.uid(), subject.groups(), subject.extra());
    }

    private static Subject subject(User user) {
        return new Subject(user.name(), user.uid(), user.groups(), user.extra());
    }

    private static AccessReviews.Verdict verdict(AccessReviewStatus status) {
        return status.isAllowed()
                ? new AccessReviews.Verdict.Allowed()
                : new AccessReviews.Verdict.Denied(status.reason());
    }

    private static ClusterAuthenticationConfig published(ExtensionAuthentication read) {
        return new ClusterAuthenticationConfig(
                read.clientCa(),
                read.frontProxyCa(),
                new RequestHeaderSettings(
                        Optional.empty(),
                        read.allowedNames(),
                        read.usernameHeaders(),
                        read.uidHeaders(),
                        read.groupHeaders(),
                        read.extraHeaderPrefixes()));
    }
}
