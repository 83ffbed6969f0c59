package dev.vspherecloud.serving.auth;

/// What comes of a visit.
public sealed interface AccessDecision {
    /// The page may be shown.
    record Granted(User user) implements AccessDecision {}

    /// What was shown proves nobody: status 401.
    record Unauthenticated() implements AccessDecision {}

    /// Status 403.
    ///
    /// @param why for the visitor: names him, the verb and the path
    record Forbidden(User user, String why) implements AccessDecision {}

    /// It could not be found out: status 500.
    ///
    /// @param why for the log
    record Undecided(String why) implements AccessDecision {}
}
