package dev.vspherecloud.serving.auth;

/// The result of one authentication method.
///
/// [Invalid] and [Absent] differ: a request without credentials is anonymous. A request whose credentials are
/// all invalid is refused.
sealed interface AuthenticationResult {
    record Valid(User user) implements AuthenticationResult {}

    /// The request has credentials of this kind, but they are invalid.
    ///
    /// @param why the cause for the log; contains no secret
    record Invalid(String why) implements AuthenticationResult {}

    /// The credentials were not checked, because too many clients wait for the cluster.
    record Busy() implements AuthenticationResult {}

    /// The request has no credentials of this kind, or credentials of this kind are not checked.
    record Absent() implements AuthenticationResult {}
}
