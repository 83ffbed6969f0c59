package dev.vspherecloud.serving.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// Asks the cluster whose the token is that a request bears.
///
/// A token that can't be reviewed proves nobody, as one that is nobody's does.
///
/// Rule from: apiserver, authentication/request/bearertoken, authentication/token/cache.
///
/// Threads: any.
final class BearerTokens implements Examiner {
    private static final int MOST_REMEMBERED = 1000;
    private static final String HASH = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final TokenReviews reviews;
    private final Delegation delegation;
    private final SecretKey key;
    private final RememberedAnswers<String, ClusterAnswer<Optional<User>>> verdicts;

    /// @param ttl how long a verdict counts
    BearerTokens(TokenReviews reviews, Duration ttl, LongSupplier nanoTime) {
        this.reviews = reviews;
        this.delegation = new Delegation(
                "whose a bearer token is",
                "bind the ClusterRole system:auth-delegator, which lets it create TokenReviews",
                "whoever shows a bearer token is refused",
                nanoTime);
        var random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, HASH);
        this.verdicts = new RememberedAnswers<>(
                MOST_REMEMBERED, verdict -> verdict instanceof ClusterAnswer.None ? Duration.ZERO : ttl, nanoTime);
    }

    @Override
    public Proof examine(Visit visit) throws InterruptedException {
        Optional<String> token = token(visit);
        return token.isEmpty() ? new Proof.Absent() : proof(token.get());
    }

    private Proof proof(String token) throws InterruptedException {
        return switch (verdicts.answer(hash(token), () -> delegation.ask(() -> reviews.review(token)))) {
            case ClusterAnswer.Given(Optional<User> user) ->
                user.<Proof>map(Proof.Valid::new).orElseGet(() -> new Proof.Invalid("the bearer token is nobody's"));
            case ClusterAnswer.None(String why, var _) ->
                new Proof.Invalid("the bearer token can't be reviewed: " + why);
        };
    }

    /// Tells tokens apart without keeping them: with a key that nobody but this process has.
    private String hash(String token) {
        try {
            var mac = Mac.getInstance(HASH);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HASH, e);
        }
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
