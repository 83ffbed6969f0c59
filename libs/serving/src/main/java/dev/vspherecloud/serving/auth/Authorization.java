package dev.vspherecloud.serving.auth;

import dev.vspherecloud.serving.auth.AccessReviews.Verdict;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Decides whether a user may see a page.
///
/// Members of `system:masters`, and paths that are always allowed, are allowed without asking the cluster. So
/// probes work while the API server is down.
///
/// Rule from: apiserver, options.DelegatingAuthorizationOptions, plugin/pkg/authorizer/webhook,
/// endpoints/filters/authorization.go.
///
/// Threads: any.
final class Authorization {
    private static final String MASTERS = "system:masters";
    private static final int MAX_CACHED = 1000;

    /// The length of the longest path whose verdict is cached, so that made-up paths cannot fill the memory. No
    /// page has a longer path.
    private static final int MAX_PATH_LENGTH = 1000;

    private record Question(User user, String verb, String path) {}

    private final AuthorizationSettings settings;
    private final Optional<AccessReviews> reviews;
    private final ReviewAvailability reviewAvailability;
    private final TtlCache<Question, ReviewResult<Verdict>> verdicts;

    /// Creates the authorization.
    ///
    /// @param reviews the reviews of the cluster; empty if there is no cluster to ask: then only what is always
    ///     allowed is allowed
    Authorization(AuthorizationSettings settings, Optional<AccessReviews> reviews, LongSupplier nanoTime) {
        this.settings = settings;
        this.reviews = reviews;
        this.reviewAvailability = new ReviewAvailability(
                "authorization of requests (SubjectAccessReviews)",
                "bind the ClusterRole system:auth-delegator to this program's service account, so that it may "
                        + "create SubjectAccessReviews",
                "only the paths of --authorization-always-allow-paths are served, and every path to the group "
                        + "system:masters",
                nanoTime);
        this.verdicts = new TtlCache<>(MAX_CACHED, verdict -> ttl(verdict, settings), nanoTime);
    }

    /// Returns true if every client may see the page, whatever its credentials are.
    boolean alwaysAllows(RequestAttributes requestAttributes) {
        return settings.alwaysAllows(requestAttributes.path());
    }

    AccessDecision decide(User user, RequestAttributes requestAttributes) throws InterruptedException {
        if (user.groups().contains(MASTERS) || alwaysAllows(requestAttributes)) {
            return new AccessDecision.Granted(user);
        }
        var review = new Question(user, requestAttributes.method().toLowerCase(Locale.ROOT), requestAttributes.path());
        return switch (verdict(review)) {
            case ReviewResult.Answered(Verdict.Allowed()) -> new AccessDecision.Granted(user);
            case ReviewResult.Answered(Verdict.Denied(String why)) ->
                new AccessDecision.Forbidden(user, ForbiddenMessage.text(user, review.verb(), review.path(), why));
            case ReviewResult.None(String why, var _) -> new AccessDecision.Undecided(why);
            case ReviewResult.TooMany() -> new AccessDecision.Busy();
        };
    }

    private ReviewResult<Verdict> verdict(Question review) throws InterruptedException {
        if (reviews.isEmpty()) {
            return new ReviewResult.Answered<>(new Verdict.Denied(""));
        }
        return review.path().length() > MAX_PATH_LENGTH
                ? review(reviews.get(), review)
                : verdicts.get(review, () -> review(reviews.get(), review));
    }

    private ReviewResult<Verdict> review(AccessReviews cluster, Question review) throws InterruptedException {
        return reviewAvailability.review(() -> cluster.review(review.user(), review.verb(), review.path()));
    }

    private static Duration ttl(ReviewResult<Verdict> answer, AuthorizationSettings settings) {
        return switch (answer) {
            case ReviewResult.Answered(Verdict.Allowed _) -> settings.allowedTtl();
            case ReviewResult.Answered(Verdict.Denied _) -> settings.deniedTtl();
            case ReviewResult.None<Verdict> _, ReviewResult.TooMany<Verdict> _ -> Duration.ZERO;
        };
    }
}
