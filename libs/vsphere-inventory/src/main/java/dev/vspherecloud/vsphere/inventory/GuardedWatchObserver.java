package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;

/// An observer that catches the failures of another: if counting fails, that must not cost a session or a login.
record GuardedWatchObserver(WatchObserver observer, Supervisor supervisor, String name) implements WatchObserver {
    @Override
    public void loginSent(LoginProtocol side, LoginOutcome fate) {
        tell(() -> observer.loginSent(side, fate));
    }

    @Override
    public void sessionBegan(LoginProtocol side) {
        tell(() -> observer.sessionBegan(side));
    }

    @Override
    public void sessionEnded(LoginProtocol side) {
        tell(() -> observer.sessionEnded(side));
    }

    @Override
    public void broke(Kind kind) {
        tell(() -> observer.broke(kind));
    }

    private void tell(Runnable news) {
        boolean _ = supervisor.attempt(VcenterWatcher.THREAD, name, news);
    }
}
