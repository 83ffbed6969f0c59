package dev.vspherecloud.serving.auth;

import java.util.Optional;

/// Asks the cluster which user a token belongs to. Another module implements this interface.
@FunctionalInterface
public interface TokenReviews {
    /// Asks the cluster about one token.
    ///
    /// @param token the token; it is never logged
    /// @return the user; empty if the token belongs to no user, or has expired
    ReviewResult<Optional<User>> review(String token) throws InterruptedException;
}
