package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the changes of the credentials in one Secret or directory: one line for each event, and never a value.
///
/// If there are no credentials yet, this class logs nothing, because the login reports that.
///
/// Threads: confined to the thread that watches the Secret or directory.
final class CredentialLog {
    private static final Logger log = LoggerFactory.getLogger(CredentialLog.class);

    private Set<String> remarks = Set.of();

    /// Logs entries of the Secret or directory that are not valid. Entries of the previous call are not logged
    /// again.
    void warnings(Collection<String> found) {
        found.stream()
                .filter(remark -> !remarks.contains(remark))
                .forEach(remark -> log.atWarn().addKeyValue("problem", remark).log("Credentials problem"));
        remarks = Set.copyOf(found);
    }

    void changed(CredentialChange change) {
        if (!change.after().keptBecause().isEmpty()) {
            log.atWarn()
                    .addKeyValue("server", change.server())
                    .addKeyValue("cause", change.after().keptBecause())
                    .log("Cannot read new credentials; the previous ones stay in use");
        } else if (change.after().reading() instanceof Reading.Ready ready) {
            ready(change, ready);
        } else if (change.before().isReady() && change.after().reading() instanceof Reading.Absent(String why)) {
            log.atWarn()
                    .addKeyValue("server", change.server())
                    .addKeyValue("cause", why)
                    .log(
                            "The credentials of this server are gone from their source; no login is tried until they are back");
        }
    }

    private static void ready(CredentialChange change, Reading.Ready ready) {
        boolean same = credentials(change.before().reading()).equals(Optional.of(ready.credentials()));
        if (!same || !change.before().keptBecause().isEmpty()) {
            log.atInfo()
                    .addKeyValue("server", change.server())
                    .addKeyValue("source", ready.origin())
                    .addKeyValue("revision", ready.revision())
                    .log(same ? "Credentials can be read again and are unchanged" : "Credentials read");
        }
    }

    private static Optional<Credentials> credentials(Reading reading) {
        return reading instanceof Reading.Ready ready ? Optional.of(ready.credentials()) : Optional.empty();
    }
}
