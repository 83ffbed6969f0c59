package dev.vspherecloud.ccm.application.vcenter;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// An observer of calls whose failures do not reach the call: a failed count must not cost a session.
record GuardedVcenterObserver(VcenterObserver observer, Supervisor supervisor, String vcenter)
        implements VcenterObserver {
    @Override
    public void called(String method, Duration duration, Optional<Kind> failure) {
        tell(() -> observer.called(method, duration, failure));
    }

    @Override
    public void showedCertificate(Instant end) {
        tell(() -> observer.showedCertificate(end));
    }

    private void tell(Runnable news) {
        boolean _ = supervisor.attempt("vcenter", "calls of vcenter-" + vcenter, news);
    }
}
