package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.volumes.VolumeStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// The pretend CNS, over a network that takes time. Leaves out what a disabled safeguard needs.
record SimulatedVolumes(Replica replica) implements VolumeStore<String> {
    private static final Duration POLL = Duration.ofSeconds(2);

    @Override
    public SendResult create(OperationRequest.Create request, String details, String opId, Duration budget) {
        return send(request, opId);
    }

    @Override
    public SendResult delete(OperationRequest.Delete request, String opId, Duration budget) {
        return send(request, opId);
    }

    @Override
    public SendResult expand(OperationRequest.Expand request, String opId, Duration budget) {
        return send(request, opId);
    }

    @Override
    public SendResult createSnapshot(OperationRequest.CreateSnapshot request, String opId, Duration budget) {
        return send(request, opId);
    }

    @Override
    public SendResult deleteSnapshot(OperationRequest.DeleteSnapshot request, String opId, Duration budget) {
        return send(request, opId);
    }

    private SendResult send(OperationRequest request, String opId) {
        Instant decided = replica.events.now();
        replica.beforeSend();
        replica.pause(replica.events.millis(0, 700));
        return replica.exchange(() -> {
            boolean wasDelayed = replica.events.now().isAfter(decided.plusSeconds(1));
            if (wasDelayed) {
                replica.invariants.saw("delayed send");
            }
            return replica.cns.send(request, opId, wasDelayed);
        });
    }

    @Override
    public VolumesResult volumesNamed(String name, String cluster, Duration budget) {
        VolumesResult result = replica.exchange(() -> replica.cns.volumesNamed(name));
        return switch (replica.disabled) {
            case VOLUMES_BY_NAME -> result instanceof VolumesResult.Found ? new VolumesResult.Found(List.of()) : result;
            case CLUSTERS -> changed(result, SimulatedVolumes::withoutOtherClusters);
            default -> result;
        };
    }

    @Override
    public VolumesResult volumes(Set<String> ids, Duration budget) {
        VolumesResult result = replica.exchange(() -> replica.cns.volumes(ids));
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
        return replica.exchange(() -> {
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
            replica.pause(POLL);
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
    public TaskSearchResult findTasks(Set<String> opIds, Duration budget) {
        return replica.exchange(() -> replica.disabled == Safeguard.TASK_SEARCH
                ? new TaskSearchResult.Listed(Map.of())
                : replica.cns.search(opIds));
    }
}
