package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.StoreCapabilities;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.operations.VolumeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// The pretend CNS, over a network that takes time. Leaves out what a disabled safeguard needs.
record SimulatedVolumes(Replica replica) implements VolumeStore<String> {
    private static final Duration POLL = Duration.ofSeconds(2);

    @Override
    public StoreCapabilities capabilities() {
        return StoreCapabilities.VCENTER;
    }

    @Override
    public boolean acceptsChosenIds(Duration budget) {
        return replica.cns.acceptsChosenIds();
    }

    @Override
    public SendResult create(
            OperationRequest.Create request, String details, Optional<String> chosenId, String opId, Duration budget) {
        return send(request, chosenId, opId, budget);
    }

    @Override
    public SendResult delete(OperationRequest.Delete request, String opId, Duration budget) {
        return send(request, Optional.empty(), opId, budget);
    }

    @Override
    public SendResult expand(OperationRequest.Expand request, String opId, Duration budget) {
        return send(request, Optional.empty(), opId, budget);
    }

    @Override
    public SendResult createSnapshot(OperationRequest.CreateSnapshot request, String opId, Duration budget) {
        return send(request, Optional.empty(), opId, budget);
    }

    @Override
    public SendResult deleteSnapshot(OperationRequest.DeleteSnapshot request, String opId, Duration budget) {
        return send(request, Optional.empty(), opId, budget);
    }

    private SendResult send(OperationRequest request, Optional<String> chosenId, String opId, Duration budget) {
        Instant end = replica.events.now().plus(budget);
        Instant decided = replica.events.now();
        replica.beforeSend();
        Duration preparation = replica.events.millis(0, 700);
        replica.pause(preparation.compareTo(budget) < 0 ? preparation : budget);
        // What a process knew before it was stopped is old.
        boolean wasDelayed = replica.events.now().isAfter(decided.plusSeconds(1))
                || replica.events.thread().wasStopped();
        if (wasDelayed) {
            replica.invariants.saw("delayed send");
        }
        Instant sent = replica.events.now();
        Duration left = Duration.between(sent, end);
        return replica.exchange(
                left.isNegative() ? Duration.ZERO : left,
                new SendResult.Lost(),
                () -> replica.cns.send(request, chosenId, opId, sent, wasDelayed));
    }

    @Override
    public VolumesResult volumesNamed(String name, String cluster, Duration budget) {
        VolumesResult result =
                replica.exchange(budget, new VolumesResult.Unanswered(), () -> replica.cns.volumesNamed(name));
        return switch (replica.disabled) {
            case VOLUMES_BY_NAME -> result instanceof VolumesResult.Found ? new VolumesResult.Found(List.of()) : result;
            case CLUSTERS -> changed(result, SimulatedVolumes::withoutOtherClusters);
            default -> result;
        };
    }

    @Override
    public VolumesResult volumes(Set<String> ids, Duration budget) {
        VolumesResult result = replica.exchange(budget, new VolumesResult.Unanswered(), () -> replica.cns.volumes(ids));
        return switch (replica.disabled) {
            case CLUSTERS -> changed(result, SimulatedVolumes::withoutOtherClusters);
            case SIZES -> changed(result, SimulatedVolumes::withoutSize);
            default -> result;
        };
    }

    @Override
    public VolumesResult withSnapshots(Set<String> ids, Duration budget) {
        VolumesResult result = volumes(ids, budget);
        return replica.disabled == Safeguard.SNAPSHOTS ? changed(result, volume -> volume.with(List.of())) : result;
    }

    private static VolumesResult changed(VolumesResult result, UnaryOperator<ObservedVolume> change) {
        return result instanceof VolumesResult.Found(List<ObservedVolume> found)
                ? new VolumesResult.Found(found.stream().map(change).toList())
                : result;
    }

    private static ObservedVolume withoutOtherClusters(ObservedVolume volume) {
        return new ObservedVolume(
                volume.id(),
                volume.name(),
                volume.capacityMb(),
                volume.datastoreUrl(),
                Set.of(PretendCns.CLUSTER),
                volume.isInUse(),
                false,
                volume.snapshots());
    }

    private static ObservedVolume withoutSize(ObservedVolume volume) {
        return new ObservedVolume(
                volume.id(),
                volume.name(),
                1,
                volume.datastoreUrl(),
                volume.clusters(),
                false,
                false,
                volume.snapshots());
    }

    @Override
    public Map<String, TaskResult> tasks(OperationRequest request, Set<String> ids, Duration budget) {
        Map<String, TaskResult> silence = new HashMap<>();
        ids.forEach(id -> silence.put(id, new TaskResult.Unanswered()));
        return replica.exchange(budget, silence, () -> {
            Map<String, TaskResult> results = new HashMap<>();
            // The order of a set differs from one JVM to the next, and a seed must not.
            new TreeSet<>(ids).forEach(id -> results.put(id, task(id)));
            return results;
        });
    }

    @Override
    public TaskResult awaitTask(OperationRequest request, String id, Duration atMost) {
        Instant until = replica.events.now().plus(atMost);
        while (true) {
            Duration left = Duration.between(replica.events.now(), until);
            replica.pause(POLL.compareTo(left) < 0 ? POLL : left);
            TaskResult result = task(id);
            if (!(result instanceof TaskResult.Running) || !replica.events.now().isBefore(until)) {
                return result;
            }
        }
    }

    private TaskResult task(String id) {
        return replica.disabled == Safeguard.TASKS ? new TaskResult.Vanished() : replica.cns.task(id);
    }

    @Override
    public TaskSearchResult findTasks(OperationRequest request, Instant since, Instant until, Duration budget) {
        return replica.exchange(
                budget,
                new TaskSearchResult.Unanswered(),
                () -> replica.disabled == Safeguard.TASK_SEARCH
                        ? new TaskSearchResult.Listed(List.of())
                        : replica.cns.search(request, since, until));
    }
}
