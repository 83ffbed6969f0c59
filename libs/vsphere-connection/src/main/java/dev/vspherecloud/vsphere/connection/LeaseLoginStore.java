package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.LeaseAnnotationStore;
import dev.vspherecloud.vsphere.inventory.login.LoginStore;

/// Stores the record of refused vCenter logins in a Lease of its own, so that neither a restart nor a new leader
/// repeats a refused login until vCenter locks the account.
///
/// All programs of this project in a cluster share the Lease, whatever their own namespace: vCenter counts the
/// refusals of an account, regardless of the program. So all replicas of the cloud controller manager and the CSI
/// driver together stay under two refusals in 15 minutes. If the cloud controller manager keeps its Leases in another
/// namespace (`--leader-elect-resource-namespace`), configure the same one for the CSI driver.
///
/// Threads: any.
public final class LeaseLoginStore implements LoginStore {
    /// The name of the Lease. It names the program that was there first, and stays, because releases of both
    /// programs must find the same Lease.
    public static final String NAME = "vsphere-cloud-controller-manager-logins";

    /// The namespace of the Lease in a cluster without other settings.
    public static final String DEFAULT_NAMESPACE = "kube-system";

    private static final String PREFIX = "logins.vspherecloud.dev/";

    private final LeaseAnnotationStore annotations;
    private final String namespace;
    private final String requiredPermissions;

    public LeaseLoginStore(KubeConnection connection, String namespace) {
        this(connection, namespace, "verbs get, create and update");
    }

    private LeaseLoginStore(KubeConnection connection, String namespace, String rights) {
        this.annotations = new LeaseAnnotationStore(connection, namespace, NAME, PREFIX);
        this.namespace = namespace;
        this.requiredPermissions = rights;
    }

    /// Creates a store that only reads, and so needs only the permission `get`.
    public static LeaseLoginStore readOnly(KubeConnection connection, String namespace) {
        return new LeaseLoginStore(connection, namespace, "verb get");
    }

    @Override
    public Entries read() {
        try {
            LeaseAnnotationStore.Snapshot read = annotations.read();
            return new Entries(read.texts(), read.resourceVersion());
        } catch (KubeException e) {
            throw unavailable(e);
        }
    }

    @Override
    public boolean write(Entries entries) {
        var basis = new LeaseAnnotationStore.Snapshot(entries.texts(), entries.version());
        try {
            return annotations.write(basis, entries.texts());
        } catch (KubeException e) {
            throw unavailable(e);
        }
    }

    private UnavailableException unavailable(KubeException failure) {
        boolean isForbidden = failure.kind() == KubeException.Kind.FORBIDDEN;
        String what = String.valueOf(failure.getMessage());
        return new UnavailableException(
                isForbidden
                        ? "%s; give this account the %s on leases in namespace %s"
                                .formatted(what, requiredPermissions, namespace)
                        : what,
                isForbidden);
    }

    @Override
    public String howToReset() {
        return "delete the record: kubectl -n %s delete lease %s".formatted(namespace, NAME);
    }
}
