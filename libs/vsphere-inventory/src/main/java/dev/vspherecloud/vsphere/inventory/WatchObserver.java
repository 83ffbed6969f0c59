package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import dev.vspherecloud.vsphere.inventory.login.SessionObserver;

/// Observes the watch of one vCenter, for metrics.
///
/// The threads of the watcher call the methods, which must neither block nor throw.
public interface WatchObserver extends SessionObserver {
    /// An observer that does nothing.
    WatchObserver NONE = new WatchObserver() {
        @Override
        public void onLogin(LoginProtocol protocol, LoginOutcome outcome) {}

        @Override
        public void onSessionStarted(LoginProtocol protocol) {}

        @Override
        public void onSessionEnded(LoginProtocol protocol) {}

        @Override
        public void onWatchFailed(Kind kind) {}
    };

    /// Called when the watch failed and is started again.
    void onWatchFailed(Kind kind);
}
