package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The person who operates the cluster: reads Events, checks them, and acknowledges incidents that are real.
final class SimulatedOperator {
    private static final Pattern ID = Pattern.compile("\\b(missing|restored|replaced)-[0-9a-f]{8}\\b");

    private final World world;
    private final Set<String> reported = new LinkedHashSet<>();
    private final Set<String> acknowledged = new LinkedHashSet<>();

    /// The Nodes that an incident named when it was read last, by its id.
    private final Map<String, Set<String>> members = new HashMap<>();

    /// The vCenter of a restore, by the id of the restore.
    private final Map<String, ModelVcenter> vcenters = new HashMap<>();

    private long lastAcknowledged;

    SimulatedOperator(World world) {
        this.world = world;
    }

    /// Returns the recorder that receives the Events of the controller.
    NodeEvents eventRecorder() {
        return new NodeEvents() {
            @Override
            public void normal(NodeView node, String reason, String message) {
                world.trace.say("event: Normal %s %s: %s", node.name(), reason, message);
            }

            @Override
            public void warning(NodeView node, Reason reason) {
                onWarning(node.name().value(), reason);
            }

            @Override
            public void warning(String vcenter, Reason reason) {
                onWarning(vcenter, reason);
            }

            @Override
            public void warning(Reason reason) {
                onWarning("cluster", reason);
            }
        };
    }

    private void onWarning(String about, Reason reason) {
        world.trace.say("event: Warning %s %s: %s", about, reason.code().text(), reason.message());
        addIds(reason.message());
        if (reason.code() == VsphereReason.VCENTER_RESTORED) {
            world.sites.stream()
                    .filter(site -> site.name().equals(about))
                    .forEach(site -> world.invariantChecker.onRestoreReported(site.vcenter()));
        }
        idsIn(reason.message()).forEach(id -> {
            world.sites.stream()
                    .filter(site -> site.name().equals(about))
                    .forEach(site -> vcenters.putIfAbsent(id, site.vcenter()));
            members.putIfAbsent(id, missing());
        });
    }

    /// Returns the Nodes that the leader does not see, for an incident that has an Event but is not yet on the
    /// Lease.
    private Set<String> missing() {
        return world.leader().map(ModelProcess::missing).orElse(Set.of());
    }

    /// Reads the incident on the Lease.
    void read(LeaderLease lease) {
        idsIn(lease.texts().getOrDefault("incident", "")).stream()
                .limit(1)
                .forEach(id -> members.put(id, world.invariantChecker.membersOf(lease)));
    }

    private void addIds(String text) {
        reported.addAll(idsIn(text));
    }

    private static List<String> idsIn(String text) {
        return ID.matcher(text).results().map(MatchResult::group).toList();
    }

    /// Returns the time of the last acknowledgement, in nanoseconds of virtual time.
    long lastAcknowledged() {
        return lastAcknowledged;
    }

    /// Acknowledges every incident and restore so far: at this point of a run, all of them are real and intended.
    void acknowledgeAll() {
        world.cluster.lease().texts().forEach((key, text) -> {
            if (!key.equals(LifecycleStateStore.ACKNOWLEDGE)) {
                addIds(text);
            }
        });
        acknowledge(reported);
    }

    /// Acknowledges the reported incidents that are real: all their machines are in no inventory.
    void acknowledgeWhatIsTrue() {
        acknowledge(reported.stream().filter(this::isTrue).collect(Collectors.toSet()));
    }

    private boolean isTrue(String id) {
        Set<String> uids = members.getOrDefault(id, Set.of());
        return id.startsWith("missing-") && !uids.isEmpty() && uids.stream().allMatch(uid -> world.isNowhere(uid));
    }

    /// Acknowledges an id that does not exist here.
    void acknowledgeMistakenly() {
        write(Set.of(world.seededRandom.pick(List.of("missing", "restored", "replaced")) + "-"
                + world.seededRandom.uuid().toString().substring(0, 8)));
    }

    private void acknowledge(Set<String> ids) {
        var fresh = new LinkedHashSet<>(ids);
        fresh.removeAll(acknowledged);
        if (fresh.isEmpty()) {
            return;
        }
        acknowledged.addAll(fresh);
        write(fresh);
        fresh.forEach(id -> {
            world.invariantChecker.acknowledged(members.getOrDefault(id, Set.of()));
            Optional.ofNullable(vcenters.get(id)).ifPresent(world.invariantChecker::acknowledged);
        });
        lastAcknowledged = world.time.nanos();
    }

    private void write(Set<String> ids) {
        world.trace.say("a person acknowledges %s", ids);
        LeaderLease lease = world.cluster.lease();
        var texts = new HashMap<>(lease.texts());
        String before = texts.getOrDefault(LifecycleStateStore.ACKNOWLEDGE, "");
        texts.put(LifecycleStateStore.ACKNOWLEDGE, (before.isEmpty() ? "" : before + ",") + String.join(",", ids));
        world.cluster.write(lease.with(texts));
    }
}
