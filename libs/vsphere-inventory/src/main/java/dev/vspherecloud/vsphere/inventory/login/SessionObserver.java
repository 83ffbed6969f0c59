package dev.vspherecloud.vsphere.inventory.login;

/// Observes logins and the sessions that they begin, for metrics.
///
/// The thread that logs in calls the methods, which must neither block nor throw.
public interface SessionObserver {
    /// Called when a login was tried: user and password were sent, or were about to be.
    void onLogin(LoginProtocol protocol, LoginOutcome outcome);

    void onSessionStarted(LoginProtocol protocol);

    /// Called when a session was logged out, or is lost.
    void onSessionEnded(LoginProtocol protocol);
}
