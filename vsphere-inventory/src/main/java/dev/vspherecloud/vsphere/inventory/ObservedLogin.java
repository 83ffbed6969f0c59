package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.VcenterException;
import java.util.function.Supplier;

/// A login on one side of a vCenter, whose fate is told to an observer.
record ObservedLogin(WatchObserver observer, LoginSide side) {
    <S> S send(Supplier<S> login) {
        LoginFate fate = LoginFate.UNANSWERED;
        try {
            S session = login.get();
            fate = LoginFate.ACCEPTED;
            return session;
        } catch (VcenterException e) {
            fate = LoginFate.of(e);
            throw e;
        } finally {
            observer.loginSent(side, fate);
        }
    }
}
