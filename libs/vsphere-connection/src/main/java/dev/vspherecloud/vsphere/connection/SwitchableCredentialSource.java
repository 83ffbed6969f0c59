package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import java.util.Optional;

/// The credentials of one vCenter, from a source that can be switched while the vCenter is in use.
///
/// Threads: any.
final class SwitchableCredentialSource implements CredentialSource {
    private volatile CredentialSource current = Reading.Awaited::new;

    void use(CredentialSource source) {
        current = source;
    }

    @Override
    public Reading read() {
        return current.read();
    }

    @Override
    public Optional<String> keptBecause() {
        return current.keptBecause();
    }
}
