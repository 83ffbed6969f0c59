package dev.vspherecloud.ccm;

import dev.vspherecloud.kubernetes.KubeConnection;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.LeaseNotes;
import dev.vspherecloud.vsphere.inventory.LoginStore;

/// Keeps the record of logins in a Lease beside that of the election.
///
/// Threads: any.
final class LeaseLogins implements LoginStore {
    private static final String NAME = "vsphere-cloud-controller-manager-logins";
    private static final String PREFIX = "logins.vspherecloud.dev/";

    private final LeaseNotes notes;
    private final String namespace;
    private final String rights;

    LeaseLogins(KubeConnection connection, String namespace) {
        this(connection, namespace, "rights get, create and update");
    }

    private LeaseLogins(KubeConnection connection, String namespace, String rights) {
        this.notes = new LeaseNotes(connection, namespace, NAME, PREFIX);
        this.namespace = namespace;
        this.rights = rights;
    }

    /// For who only reads it, and needs no other right.
    static LeaseLogins toBeRead(KubeConnection connection, String namespace) {
        return new LeaseLogins(connection, namespace, "right get");
    }

    @Override
    public Reading read() {
        try {
            LeaseNotes.Notes read = notes.read();
            return new Entries(read.texts(), read.resourceVersion());
        } catch (KubeException e) {
            return isForbidden(e) ? forbidden(e) : unavailable(e);
        }
    }

    @Override
    public Writing write(Entries entries) {
        var basis = new LeaseNotes.Notes(entries.texts(), entries.version());
        try {
            return notes.write(basis, entries.texts()) ? new Written() : new Conflict();
        } catch (KubeException e) {
            return isForbidden(e) ? forbidden(e) : unavailable(e);
        }
    }

    private static boolean isForbidden(KubeException failure) {
        return failure.kind() == KubeException.Kind.FORBIDDEN;
    }

    private Forbidden forbidden(KubeException failure) {
        return new Forbidden("%s; give this account the %s on leases in namespace %s"
                .formatted(failure.getMessage(), rights, namespace));
    }

    private static Unavailable unavailable(KubeException failure) {
        return new Unavailable(failure.getMessage());
    }

    @Override
    public String howToForget() {
        return "delete the record: kubectl -n %s delete lease %s".formatted(namespace, NAME);
    }
}
