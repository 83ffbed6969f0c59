package dev.vspherecloud.serving.auth;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Asks the cluster whose the token is that a request bears.
///
/// A token that can't be reviewed proves nobody, as one that is nobody's does.
///
/// Rule from: apiserver, authentication/request/bearertoken, authentication/token/cache.
///
/// Threads: any.
final class BearerTokens implements Examiner {
    private static final int MOST_REMEMBERED = 1000;

    private final TokenReviews reviews;
    private final Delegation delegation;
    private final Fingerprint fingerprint;
    private final RememberedAnswers<String, TokenReviews.Verdict> verdicts;

    /// @param ttl how long a verdict counts
    BearerTokens(TokenReviews reviews, Duration ttl, LongSupplier nanoTime) {
        this.reviews = reviews;
        this.delegation = new Delegation(
                "whose a bearer token is",
                "bind the ClusterRole system:auth-delegator, which lets it create TokenReviews",
                "whoever shows a bearer token is refused",
                nanoTime);
        this.fingerprint = Fingerprint.random(new SecureRandom());
        this.verdicts = new RememberedAnswers<>(
                MOST_REMEMBERED,
                verdict -> verdict instanceof TokenReviews.Verdict.NoAnswer ? Duration.ZERO : ttl,
                nanoTime);
    }

    @Override
    public Proof examine(Visit visit) throws InterruptedException {
        Optional<String> token = token(visit);
        return token.isEmpty() ? new Proof.Absent() : proof(verdict(token.get()));
    }

    private TokenReviews.Verdict verdict(String token) throws InterruptedException {
        return verdicts.answer(fingerprint.of(token), () -> ask(token));
    }

    private static Proof proof(TokenReviews.Verdict verdict) {
        return switch (verdict) {
            case TokenReviews.Verdict.Known(User user) -> new Proof.Valid(user);
            case TokenReviews.Verdict.Unknown() -> new Proof.Invalid("the bearer token is nobody's");
            case TokenReviews.Verdict.NoAnswer(String why, var _) ->
                new Proof.Invalid("the bearer token can't be reviewed: " + why);
        };
    }

    private TokenReviews.Verdict ask(String token) throws InterruptedException {
        Optional<String> missing = delegation.rests();
        if (missing.isPresent()) {
            return new TokenReviews.Verdict.NoAnswer(missing.get(), true);
        }
        TokenReviews.Verdict verdict = reviews.review(token);
        switch (verdict) {
            case TokenReviews.Verdict.NoAnswer(String why, boolean missingRight) ->
                delegation.failed(why, missingRight);
            case TokenReviews.Verdict.Known _, TokenReviews.Verdict.Unknown _ -> delegation.worked();
        }
        return verdict;
    }

    /// The second word of the header, when the first is `Bearer` in whatever case.
    private static Optional<String> token(Visit visit) {
        List<String> words = visit.header("authorization").stream()
                .findFirst()
                .map(value -> List.of(value.strip().split(" ", 3)))
                .orElse(List.of());
        return words.size() > 1 && words.getFirst().equalsIgnoreCase("bearer")
                ? Optional.of(words.get(1)).filter(token -> !token.isEmpty())
                : Optional.empty();
    }
}
