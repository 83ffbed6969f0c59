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

/// Authenticates the bearer token of a request by a TokenReview.
///
/// A token that cannot be reviewed is invalid, as is a token that belongs to no user.
///
/// Rule from: apiserver, authentication/request/bearertoken, authentication/token/cache.
///
/// Threads: any.
final class BearerTokens implements Authenticator {
    private static final int MAX_CACHED = 1000;
    private static final String HASH = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final TokenReviews reviews;
    private final ReviewAvailability reviewAvailability;
    private final SecretKey key;
    private final TtlCache<String, ReviewResult<Optional<User>>> cache;

    /// Creates the authenticator.
    ///
    /// @param ttl how long a verdict is cached
    BearerTokens(TokenReviews reviews, Duration ttl, LongSupplier nanoTime) {
        this.reviews = reviews;
        this.reviewAvailability = new ReviewAvailability(
                "authentication of bearer tokens (TokenReviews)",
                "bind the ClusterRole system:auth-delegator to this program's service account, so that it may "
                        + "create TokenReviews",
                "requests with a bearer token get status 401",
                nanoTime);
        var random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, HASH);
        this.cache = new TtlCache<>(
                MAX_CACHED, verdict -> verdict instanceof ReviewResult.Answered ? ttl : Duration.ZERO, nanoTime);
    }

    @Override
    public AuthenticationResult authenticate(RequestAttributes requestAttributes) throws InterruptedException {
        Optional<String> token = token(requestAttributes);
        return token.isEmpty() ? new AuthenticationResult.Absent() : resultFor(token.get());
    }

    private AuthenticationResult resultFor(String token) throws InterruptedException {
        return switch (cache.get(hash(token), () -> reviewAvailability.review(() -> reviews.review(token)))) {
            case ReviewResult.Answered(Optional<User> user) ->
                user.<AuthenticationResult>map(AuthenticationResult.Valid::new)
                        .orElseGet(() ->
                                new AuthenticationResult.Invalid("the API server does not accept the bearer token"));
            case ReviewResult.None(String why, var _) ->
                new AuthenticationResult.Invalid("the TokenReview of the bearer token failed: " + why);
            case ReviewResult.TooMany() -> new AuthenticationResult.Busy();
        };
    }

    /// Returns a keyed hash of the token, so that the cache does not keep the token itself. Only this process has
    /// the key.
    private String hash(String token) {
        try {
            var mac = Mac.getInstance(HASH);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HASH, e);
        }
    }

    /// Returns the token of the header `Authorization`: the second word, if the first is `Bearer` in any case.
    private static Optional<String> token(RequestAttributes requestAttributes) {
        List<String> words = requestAttributes.header("authorization").stream()
                .findFirst()
                .map(value -> List.of(value.strip().split(" ", 3)))
                .orElse(List.of());
        return words.size() > 1 && words.getFirst().equalsIgnoreCase("bearer")
                ? Optional.of(words.get(1)).filter(token -> !token.isEmpty())
                : Optional.empty();
    }
}
