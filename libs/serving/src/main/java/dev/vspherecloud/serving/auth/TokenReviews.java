package dev.vspherecloud.serving.auth;

import java.util.Optional;

/// Asks the cluster which user a token belongs to: a port of this module.
@FunctionalInterface
public interface TokenReviews {
    /// @param token never logged
    /// @return empty if the token belongs to no user, or has expired
    ReviewResult<Optional<User>> review(String token) throws InterruptedException;
}
