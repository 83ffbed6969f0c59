package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginFate;
import dev.vspherecloud.vsphere.inventory.login.LoginSide;
import dev.vspherecloud.vsphere.inventory.login.SessionObserver;

/// Hears what becomes of the watch of one vCenter. For counts.
///
/// Called by the threads of the watcher, and must neither block nor throw.
public interface WatchObserver extends SessionObserver {
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

    /// The watch broke and is begun anew.
    void broke(Kind kind);
}
