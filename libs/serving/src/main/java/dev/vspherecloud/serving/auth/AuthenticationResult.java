package dev.vspherecloud.serving.auth;

/// The result of one authentication method.
///
/// [Invalid] and [Absent] differ: a request without credentials is anonymous. A request whose credentials are all
/// invalid is refused.
sealed interface AuthenticationResult {
    record Valid(User user) implements AuthenticationResult {}

    /// @param why for the log; holds nothing that was meant to be secret
    record Invalid(String why) implements AuthenticationResult {}

    /// The request has no credentials of this kind, or this kind is not checked.
    record Absent() implements AuthenticationResult {}
}
