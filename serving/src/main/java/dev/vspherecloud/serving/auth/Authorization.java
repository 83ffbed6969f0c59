package dev.vspherecloud.serving.auth;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Finds out whether somebody may see a page.
///
/// What is always allowed, and whoever may do everything in the cluster, needs no asking, so probes work while the API
/// server is away.
///
/// Rule from: apiserver, options.DelegatingAuthorizationOptions, plugin/pkg/authorizer/webhook,
/// endpoints/filters/authorization.go.
///
/// Threads: any.
final class Authorization {
    private static final String MASTERS = "system:masters";
    private static final int MOST_REMEMBERED = 1000;

    /// No page of ours has a name as long; whoever makes them up shall not fill our memory.
    private static final int LONGEST_REMEMBERED = 1000;

    private record Question(User user, String verb, String path) {}

    private final AlwaysAllowed alwaysAllowed;
    private final Optional<AccessReviews> reviews;
    private final Delegation delegation;
    private final RememberedAnswers<Question, AccessReviews.Verdict> verdicts;

    /// @param reviews empty when there is no cluster to ask: then nothing more is allowed
    Authorization(AuthorizationSettings settings, Optional<AccessReviews> reviews, LongSupplier nanoTime) {
        this.alwaysAllowed = new AlwaysAllowed(settings.alwaysAllowPaths());
        this.reviews = reviews;
        this.delegation = new Delegation(
                "who may see a page",
                "bind the ClusterRole system:auth-delegator, which lets it create SubjectAccessReviews",
                "only pages that are always allowed are shown, and all to system:masters",
                nanoTime);
        this.verdicts = new RememberedAnswers<>(MOST_REMEMBERED, verdict -> worth(verdict, settings), nanoTime);
    }

    Admission decide(User user, Visit visit) throws InterruptedException {
        if (user.groups().contains(MASTERS) || alwaysAllowed.covers(visit.path())) {
            return new Admission.Granted(user);
        }
        var question = new Question(user, visit.method().toLowerCase(Locale.ROOT), visit.path());
        return switch (verdict(question)) {
            case AccessReviews.Verdict.Allowed() -> new Admission.Granted(user);
            case AccessReviews.Verdict.Denied(String why) ->
                new Admission.Forbidden(user, Refusal.text(user, question.verb(), question.path(), why));
            case AccessReviews.Verdict.NoAnswer(String why, var _) -> new Admission.Undecided(why);
        };
    }

    private AccessReviews.Verdict verdict(Question question) throws InterruptedException {
        if (reviews.isEmpty()) {
            return new AccessReviews.Verdict.Denied("");
        }
        return question.path().length() > LONGEST_REMEMBERED
                ? ask(reviews.get(), question)
                : verdicts.answer(question, () -> ask(reviews.get(), question));
    }

    private AccessReviews.Verdict ask(AccessReviews cluster, Question question) throws InterruptedException {
        Optional<String> missing = delegation.rests();
        if (missing.isPresent()) {
            return new AccessReviews.Verdict.NoAnswer(missing.get(), true);
        }
        AccessReviews.Verdict verdict = cluster.review(question.user(), question.verb(), question.path());
        switch (verdict) {
            case AccessReviews.Verdict.NoAnswer(String why, boolean missingRight) ->
                delegation.failed(why, missingRight);
            case AccessReviews.Verdict.Allowed _, AccessReviews.Verdict.Denied _ -> delegation.worked();
        }
        return verdict;
    }

    private static Duration worth(AccessReviews.Verdict verdict, AuthorizationSettings settings) {
        return switch (verdict) {
            case AccessReviews.Verdict.Allowed _ -> settings.allowedTtl();
            case AccessReviews.Verdict.Denied _ -> settings.deniedTtl();
            case AccessReviews.Verdict.NoAnswer _ -> Duration.ZERO;
        };
    }
}
