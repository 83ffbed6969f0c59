package dev.vspherecloud.kubernetes;

import dev.vspherecloud.reconcile.Sleeper;

/// The machine's [Sleeper], by the name that [KubeConnection] knows it by.
final class Pause {
    private Pause() {}

    static Sleeper system() {
        return Sleeper.system();
    }
}
