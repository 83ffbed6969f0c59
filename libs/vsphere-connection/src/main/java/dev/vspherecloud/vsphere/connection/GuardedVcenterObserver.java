package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Passes calls on to an observer, and catches its exceptions: a failure to count a call must not end a vCenter
/// session.
record GuardedVcenterObserver(VcenterObserver observer, Supervisor supervisor, String vcenter)
        implements VcenterObserver {
    @Override
    public void onCall(String method, Duration duration, Optional<Kind> failure) {
        notifyObserver(() -> observer.onCall(method, duration, failure));
    }

    @Override
    public void onCertificate(Instant end) {
        notifyObserver(() -> observer.onCertificate(end));
    }

    private void notifyObserver(Runnable notification) {
        boolean _ = supervisor.attempt("vcenter", "calls of vcenter-" + vcenter, notification);
    }
}
