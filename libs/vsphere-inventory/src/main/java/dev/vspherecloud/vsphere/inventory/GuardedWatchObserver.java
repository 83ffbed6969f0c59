package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;

/// Calls another observer and catches its failures, so that they never affect a session or a login.
record GuardedWatchObserver(WatchObserver observer, Supervisor supervisor, String name) implements WatchObserver {
    @Override
    public void onLogin(LoginProtocol protocol, LoginOutcome outcome) {
        notifyObserver(() -> observer.onLogin(protocol, outcome));
    }

    @Override
    public void onSessionStarted(LoginProtocol protocol) {
        notifyObserver(() -> observer.onSessionStarted(protocol));
    }

    @Override
    public void onSessionEnded(LoginProtocol protocol) {
        notifyObserver(() -> observer.onSessionEnded(protocol));
    }

    @Override
    public void onWatchFailed(Kind kind) {
        notifyObserver(() -> observer.onWatchFailed(kind));
    }

    private void notifyObserver(Runnable notification) {
        boolean _ = supervisor.attempt(VcenterWatcher.THREAD, name, notification);
    }
}
