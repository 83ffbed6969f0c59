package dev.vspherecloud.vsphere.inventory.login;

/// Observes logins and the sessions that they begin, for metrics.
///
/// The thread that logs in calls it. It must neither block nor throw.
public interface SessionObserver {
    /// A login was tried: user and password were sent, or were about to be.
    void loginSent(LoginProtocol side, LoginOutcome fate);

    void sessionBegan(LoginProtocol side);

    /// A session was logged out, or is lost.
    void sessionEnded(LoginProtocol side);
}
