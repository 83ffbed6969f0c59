package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;

/// Passes events of a watcher on to an observer, and empties the slot when the SOAP session begins or ends. So after
/// new credentials, no thread uses the session that the watcher is about to log out.
record SessionChangeObserver(WatchObserver observer, SessionSlot<?> slot) implements WatchObserver {
    @Override
    public void onLogin(LoginProtocol protocol, LoginOutcome outcome) {
        observer.onLogin(protocol, outcome);
    }

    @Override
    public void onSessionStarted(LoginProtocol protocol) {
        onSessionChanged(protocol);
        observer.onSessionStarted(protocol);
    }

    @Override
    public void onSessionEnded(LoginProtocol protocol) {
        onSessionChanged(protocol);
        observer.onSessionEnded(protocol);
    }

    @Override
    public void onWatchFailed(Kind kind) {
        observer.onWatchFailed(kind);
    }

    private void onSessionChanged(LoginProtocol protocol) {
        if (protocol == LoginProtocol.SOAP) {
            slot.clear();
        }
    }
}
