package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import dev.vspherecloud.vsphere.inventory.login.SessionObserver;

/// Hears what becomes of the watch of one vCenter. For counts.
///
/// Called by the threads of the watcher, and must neither block nor throw.
public interface WatchObserver extends SessionObserver {
    /// Nobody listens.
    WatchObserver NONE = new WatchObserver() {
        @Override
        public void loginSent(LoginProtocol side, LoginOutcome fate) {}

        @Override
        public void sessionBegan(LoginProtocol side) {}

        @Override
        public void sessionEnded(LoginProtocol side) {}

        @Override
        public void broke(Kind kind) {}
    };

    /// The watch broke and is begun anew.
    void broke(Kind kind);
}
