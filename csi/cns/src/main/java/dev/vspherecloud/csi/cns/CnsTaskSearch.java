package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.VcenterHistory;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.client.VcenterTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Looks for tasks of CNS that the account of a session has started, and that have not ended. vCenter does not say
/// which volume a task is about.
///
/// A task of which too little is known counts as a match: one that is not found could be started a second time.
///
/// Rule from: `TaskManager.CreateCollectorForTasks` and `TaskInfo.activationId` of the vSphere Web Services API; the
/// description ids as in the logs of kubernetes-sigs/vsphere-csi-driver pull requests 2776 and 3623.
public final class CnsTaskSearch {
    /// How far the clocks of two hosts may be apart. That of vCenter is read, so that it does not matter.
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /// The longest time of one call, so that there is some left to destroy the collector.
    private static final Duration CALL_TIME = Duration.ofSeconds(3);

    private CnsTaskSearch() {}

    /// What a task makes.
    public enum Kind {
        VOLUME,
        SNAPSHOT;

        /// Returns true if a task of this description id may make this, as in `com.vmware.cns.tasks.createvolume`.
        private boolean mayBe(String descriptionId) {
            String id = descriptionId.toLowerCase(Locale.ROOT);
            if (id.isEmpty()) {
                return true;
            }
            return id.contains("cns")
                    && switch (this) {
                        case VOLUME -> id.contains("createvolume");
                        case SNAPSHOT -> id.contains("snapshot") && !id.contains("delete") && !id.contains("query");
                    };
        }
    }

    /// Returns the tasks. This takes four calls, or five if there are some.
    ///
    /// @param since when the first was queued at the earliest, by the clock of this host
    /// @param until when the last was queued at the latest
    /// @param now   the time of this host
    /// @return empty if vCenter has too many tasks to read them all
    /// @throws dev.vspherecloud.vsphere.client.VcenterException if vCenter cannot be asked, or refuses
    public static Optional<List<VcenterTask>> unfinished(
            VcenterSession session, Kind kind, Instant since, Instant until, Instant now) {
        Duration ahead = Duration.between(now, session.currentTime());
        VcenterHistory history = session.history();
        history.limitCallTime(CALL_TIME);
        return history.unfinishedTasks(
                        since.plus(ahead).minus(MARGIN), until.plus(ahead).plus(MARGIN))
                .map(all -> ofUser(
                        session,
                        all.stream().filter(task -> kind.mayBe(task.method())).toList()));
    }

    private static List<VcenterTask> ofUser(VcenterSession session, List<VcenterTask> tasks) {
        if (tasks.isEmpty()) {
            return tasks;
        }
        String own = account(session.userName());
        return tasks.stream()
                .filter(task -> task.user().isEmpty() || account(task.user()).equals(own))
                .toList();
    }

    /// Returns the name without its domain, which vCenter writes as `DOMAIN\name` or as `name@domain`.
    private static String account(String user) {
        String name = user.substring(user.indexOf('\\') + 1);
        int at = name.indexOf('@');
        return (at < 0 ? name : name.substring(0, at)).toLowerCase(Locale.ROOT);
    }
}
