package dev.vspherecloud.serving.auth;

import dev.vspherecloud.serving.auth.AccessReviews.Verdict;
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

    private final AuthorizationSettings settings;
    private final Optional<AccessReviews> reviews;
    private final Delegation delegation;
    private final RememberedAnswers<Question, ClusterAnswer<Verdict>> verdicts;

    /// @param reviews empty when there is no cluster to ask: then nothing more is allowed
    Authorization(AuthorizationSettings settings, Optional<AccessReviews> reviews, LongSupplier nanoTime) {
        this.settings = settings;
        this.reviews = reviews;
        this.delegation = new Delegation(
                "who may see a page",
                "bind the ClusterRole system:auth-delegator, which lets it create SubjectAccessReviews",
                "only pages that are always allowed are shown, and all to system:masters",
                nanoTime);
        this.verdicts = new RememberedAnswers<>(MOST_REMEMBERED, verdict -> worth(verdict, settings), nanoTime);
    }

    Admission decide(User user, Visit visit) throws InterruptedException {
        if (user.groups().contains(MASTERS) || settings.alwaysAllows(visit.path())) {
            return new Admission.Granted(user);
        }
        var question = new Question(user, visit.method().toLowerCase(Locale.ROOT), visit.path());
        return switch (verdict(question)) {
            case ClusterAnswer.Given(Verdict.Allowed()) -> new Admission.Granted(user);
            case ClusterAnswer.Given(Verdict.Denied(String why)) ->
                new Admission.Forbidden(user, Refusal.text(user, question.verb(), question.path(), why));
            case ClusterAnswer.None(String why, var _) -> new Admission.Undecided(why);
        };
    }

    private ClusterAnswer<Verdict> verdict(Question question) throws InterruptedException {
        if (reviews.isEmpty()) {
            return new ClusterAnswer.Given<>(new Verdict.Denied(""));
        }
        return question.path().length() > LONGEST_REMEMBERED
                ? ask(reviews.get(), question)
                : verdicts.answer(question, () -> ask(reviews.get(), question));
    }

    private ClusterAnswer<Verdict> ask(AccessReviews cluster, Question question) throws InterruptedException {
        return delegation.ask(() -> cluster.review(question.user(), question.verb(), question.path()));
    }

    private static Duration worth(ClusterAnswer<Verdict> answer, AuthorizationSettings settings) {
        return switch (answer) {
            case ClusterAnswer.Given(Verdict.Allowed _) -> settings.allowedTtl();
            case ClusterAnswer.Given(Verdict.Denied _) -> settings.deniedTtl();
            case ClusterAnswer.None<Verdict> _ -> Duration.ZERO;
        };
    }
}
