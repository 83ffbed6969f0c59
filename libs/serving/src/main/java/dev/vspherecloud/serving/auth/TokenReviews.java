package dev.vspherecloud.serving.auth;

import java.util.Optional;

/// Asks the cluster whose token it is: a port of this module.
@FunctionalInterface
public interface TokenReviews {
    /// @param token never logged
    /// @return empty when it is nobody's, or over
    ReviewResult<Optional<User>> review(String token) throws InterruptedException;
}
