package dev.vspherecloud.serving.auth;

/// What one way to prove who one is comes to.
///
/// [Invalid] and [Absent] are kept apart: who shows nothing is anonymous, who shows something wrong is nobody.
sealed interface AuthenticationResult {
    record Valid(User user) implements AuthenticationResult {}

    /// @param why for the log; holds nothing that was meant to be secret
    record Invalid(String why) implements AuthenticationResult {}

    /// Nothing of the kind was shown, or we do not look at it.
    record Absent() implements AuthenticationResult {}
}
