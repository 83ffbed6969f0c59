package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.csi.commands.lookup.ReadOnlyVcenters;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordedTasks;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.vcenter.TaskStates;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Asks each vCenter which tasks of CNS run, and how those have ended that records name.
///
/// Threads: one.
final class CnsTaskCheck {
    private static final String PREFIX = "com.vmware.cns.tasks.";
    private static final String RECENT = "recentTask";
    private static final String STATE = "info.state";
    private static final String KIND = "info.descriptionId";
    private static final Set<String> OPEN = Set.of("queued", "running");

    /// How often the list of tasks is read. A task that vCenter forgets meanwhile makes it refuse the request.
    private static final int MAX_TRIES = 3;

    private final ReadOnlyVcenters vcenters;

    /// The vCenters that have answered.
    private final Set<ConnectedVcenter> answering = new HashSet<>();

    CnsTaskCheck(ReadOnlyVcenters vcenters) {
        this.vcenters = vcenters;
    }

    /// Asks all vCenters which tasks run.
    RunningTasks running() throws InterruptedException {
        var kinds = new TreeSet<String>();
        for (ConnectedVcenter vcenter : vcenters.all()) {
            try {
                kinds.addAll(vcenters.read(vcenter, CnsTaskCheck::kinds));
                answering.add(vcenter);
            } catch (NoSessionException | VcenterException _) {
                // The check of the volumes reports it.
            }
        }
        return new RunningTasks(answering.size() == vcenters.all().size(), kinds);
    }

    private static Set<String> kinds(VcenterSession session) {
        for (int i = 1; ; i++) {
            try {
                return session.content()
                        .taskManager()
                        .map(manager -> kinds(session, manager))
                        .orElse(Set.of());
            } catch (VcenterException e) {
                if (e.kind() != VcenterException.Kind.OBJECT_GONE || i == MAX_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static Set<String> kinds(VcenterSession session, MoRef manager) {
        List<MoRef> recent =
                session.retrieve(RetrieveQuery.ofObjects(manager.type(), List.of(RECENT), List.of(manager))).stream()
                        .flatMap(found -> found.value(RECENT).items().stream())
                        .flatMap(task -> task.ref().stream())
                        .toList();
        return recent.isEmpty()
                ? Set.of()
                : session.retrieve(RetrieveQuery.ofObjects("Task", List.of(STATE, KIND), recent)).stream()
                        .filter(task ->
                                task.value(STATE).text().filter(OPEN::contains).isPresent())
                        .flatMap(task -> task.value(KIND).text().stream())
                        .filter(kind -> kind.startsWith(PREFIX))
                        .collect(Collectors.toSet());
    }

    /// Asks for the tasks of records. vCenters that have not answered before are left out.
    RecordedTasks states(List<OperationRecord> records) throws InterruptedException {
        List<ConnectedVcenter> all = vcenters.all();
        var states = new HashMap<String, Map<String, TaskState>>();
        for (ConnectedVcenter vcenter : all) {
            String server = vcenter.target().server();
            for (String name : RecordedTasks.names(server, all.size())) {
                Set<String> open = RecordedTasks.open(records, name);
                if (!open.isEmpty() && answering.contains(vcenter)) {
                    try {
                        states.put(name, vcenters.read(vcenter, session -> TaskStates.read(session, open)));
                    } catch (NoSessionException | VcenterException _) {
                        // They count as not known.
                    }
                }
            }
        }
        return new RecordedTasks(states);
    }
}
