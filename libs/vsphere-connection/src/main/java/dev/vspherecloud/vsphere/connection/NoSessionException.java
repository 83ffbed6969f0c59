package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.domain.identity.VmLookup.Silence;

/// Reports that there was no session with a vCenter in time, so nothing was sent.
public final class NoSessionException extends RuntimeException {
    private final transient Silence silence;

    NoSessionException(Silence silence) {
        super("no session with vCenter %s: %s".formatted(silence.vcenter(), silence.why()));
        this.silence = silence;
    }

    /// Returns the vCenter and why it has no session, with the reason code.
    public Silence silence() {
        return silence;
    }
}
