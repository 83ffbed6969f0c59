package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginFate;
import dev.vspherecloud.vsphere.inventory.login.LoginSide;

/// An observer whose failures do not reach the watch: a count that fails must neither cost a session nor a login.
record GuardedWatchObserver(WatchObserver observer, Supervisor supervisor, String name) implements WatchObserver {
    @Override
    public void loginSent(LoginSide side, LoginFate fate) {
        tell(() -> observer.loginSent(side, fate));
    }

    @Override
    public void sessionBegan(LoginSide side) {
        tell(() -> observer.sessionBegan(side));
    }

    @Override
    public void sessionEnded(LoginSide side) {
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
