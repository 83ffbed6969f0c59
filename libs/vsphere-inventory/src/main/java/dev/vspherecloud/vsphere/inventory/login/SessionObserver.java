package dev.vspherecloud.vsphere.inventory.login;

/// Hears what becomes of logins and of the sessions that they begin. For counts.
///
/// Called by whoever logs in, and must neither block nor throw.
public interface SessionObserver {
    /// A login was tried: user and password were sent, or were about to be.
    void loginSent(LoginProtocol side, LoginOutcome fate);

    void sessionBegan(LoginProtocol side);

    /// It was logged out, or is lost.
    void sessionEnded(LoginProtocol side);
}
