package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;

/// Hears what becomes of the watch of one vCenter. For counts.
///
/// Called by the threads of the watcher, and must neither block nor throw.
public interface WatchObserver {
    /// Nobody listens.
    WatchObserver NONE = new WatchObserver() {
        @Override
        public void loginSent(LoginSide side, LoginFate fate) {}

        @Override
        public void sessionBegan(LoginSide side) {}

        @Override
        public void sessionEnded(LoginSide side) {}

        @Override
        public void broke(Kind kind) {}
    };

    /// A login was tried: user and password were sent, or were about to be.
    void loginSent(LoginSide side, LoginFate fate);

    void sessionBegan(LoginSide side);

    /// It was logged out, or is lost.
    void sessionEnded(LoginSide side);

    /// The watch broke and is begun anew.
    void broke(Kind kind);
}
