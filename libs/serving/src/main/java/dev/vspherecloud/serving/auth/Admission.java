package dev.vspherecloud.serving.auth;

/// What comes of a visit.
public sealed interface Admission {
    /// The page may be shown.
    record Granted(User user) implements Admission {}

    /// What was shown proves nobody: status 401.
    record Unauthenticated() implements Admission {}

    /// Status 403.
    ///
    /// @param why for the visitor: names him, the verb and the path
    record Forbidden(User user, String why) implements Admission {}

    /// It could not be found out: status 500.
    ///
    /// @param why for the log
    record Undecided(String why) implements Admission {}
}
