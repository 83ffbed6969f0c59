package dev.vspherecloud.serving.auth;

/// The result of authenticating and authorizing one request.
public sealed interface AccessDecision {
    /// The user may see the page.
    record Granted(User user) implements AccessDecision {}

    /// The credentials in the request are all invalid, which leads to status 401.
    record Unauthenticated() implements AccessDecision {}

    /// The user may not see the page, which leads to status 403.
    ///
    /// @param why the message to the client, with the user, the verb and the path
    record Forbidden(User user, String why) implements AccessDecision {}

    /// Too many clients wait for the cluster's decision, which leads to status 429.
    record Busy() implements AccessDecision {}

    /// The access review gave no result, which leads to status 500.
    ///
    /// @param why the cause for the log
    record Undecided(String why) implements AccessDecision {}
}
