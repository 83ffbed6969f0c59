package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.VolumesResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// A CNS whose tasks take time, get lost and are forgotten, and which makes two volumes for two creates of one name.
final class PretendCns {
    static final String CLUSTER = "cluster-1";
    static final String DATASTORE = "ds:///a/";
    private static final Duration RETENTION = Duration.ofMinutes(30);

    private final Events events;
    private final Invariants invariants;
    private final Faults faults;
    private final Map<String, Volume> volumes = new TreeMap<>();
    private final Map<String, Task> tasks = new HashMap<>();
    private final List<String> foreign = new ArrayList<>();
    private final Set<String> unlisted = new TreeSet<>();
    private int ids;
    private boolean isDown;

    /// A task. The name is that of the volume that it creates; empty for other tasks.
    private static final class Task {
        final String id;
        final String opId;
        final String name;
        boolean wasDelayed;
        boolean isHidden;
        boolean isDead;
        TaskResult result = new TaskResult.Running();

        Task(String id, String opId, String name) {
            this.id = id;
            this.opId = opId;
            this.name = name;
        }

        boolean isRunning() {
            return !isDead && result instanceof TaskResult.Running;
        }
    }

    static final class Volume {
        final String id;
        final String name;
        final Set<String> clusters;
        final Instant created;
        long capacity;
        boolean isInUse;

        /// The volume of which this one is a copy; empty for an empty volume.
        String contents = "";

        final List<ObservedSnapshot> snapshots = new ArrayList<>();

        Volume(String id, String name, Set<String> clusters, long capacity, Instant created) {
            this.created = created;
            this.id = id;
            this.name = name;
            this.clusters = clusters;
            this.capacity = capacity;
        }

        ObservedVolume observed() {
            return new ObservedVolume(id, name, capacity, DATASTORE, clusters, isInUse, false, List.copyOf(snapshots));
        }
    }

    PretendCns(Events events, Invariants invariants, Faults faults) {
        this.events = events;
        this.invariants = invariants;
        this.faults = faults;
    }

    Map<String, Volume> volumes() {
        return volumes;
    }

    void checkForeign() {
        foreign.forEach(id -> invariants.require(
                volumes.containsKey(id), () -> "volume %s of another cluster is gone".formatted(id)));
    }

    void addForeign(String name, long capacity) {
        String id = "vol-" + ++ids;
        volumes.put(id, new Volume(id, name, Set.of("cluster-2"), capacity, events.now()));
        foreign.add(id);
        invariants.protect(id);
    }

    /// Returns the number of creates of this name that run, hidden or not.
    long creating(String name) {
        return tasks.values().stream()
                .filter(task -> task.name.equals(name) && task.isRunning())
                .count();
    }

    /// vCenter restarts: it forgets all tasks. Some go on, some do not.
    void restart() {
        events.trace(() -> "vCenter restarts");
        isDown = true;
        for (Task task : tasks.values()) {
            task.isHidden = true;
            if (task.isRunning() && events.chance(0.5)) {
                task.isDead = true;
            }
        }
        events.in(events.seconds(20, 300), () -> isDown = false);
    }

    /// Sends a call.
    ///
    /// @param wasDelayed true if the process was stopped between its decision and this call
    SendResult send(OperationRequest request, String opId, boolean wasDelayed) {
        if (isDown || faults.happens(0.03)) {
            events.trace(() -> "send %s: not received".formatted(opId));
            return new SendResult.Lost();
        }
        if (faults.happens(0.03)) {
            return new SendResult.Refused(OperationCode.INTERNAL, "the request was refused");
        }
        Task task = start(request, opId, wasDelayed);
        events.trace(() -> "send %s %s: %s".formatted(request, opId, task.id));
        return faults.happens(0.06) ? new SendResult.Lost() : new SendResult.Started(task.id);
    }

    private Task start(OperationRequest request, String opId, boolean wasDelayed) {
        String name = request instanceof OperationRequest.Create create ? create.volumeName() : "";
        if (!name.isEmpty() && !wasDelayed) {
            invariants.require(
                    tasks.values().stream()
                            .noneMatch(one ->
                                    one.name.equals(name) && one.isRunning() && !one.isHidden && !one.wasDelayed),
                    () -> "a second create of %s was sent while the task of the first was known to vCenter"
                            .formatted(name));
            Instant recent = events.now().minusSeconds(10);
            invariants.require(
                    volumes.values().stream()
                            .noneMatch(volume -> volume.name.equals(name)
                                    && volume.clusters.contains(CLUSTER)
                                    && volume.created.isBefore(recent)),
                    () -> "a create of %s was sent although CNS shows the volume".formatted(name));
        }
        if (request instanceof OperationRequest.Expand expand
                && !wasDelayed
                && volumes.containsKey(expand.volumeId())) {
            Volume volume = volumes.get(expand.volumeId());
            invariants.require(
                    expand.capacityMb() > volume.capacity, () -> "%s has %d MiB, an expand to %d MiB was sent"
                            .formatted(volume.id, volume.capacity, expand.capacityMb()));
        }
        var task = new Task("task-" + ++ids, opId, name);
        task.wasDelayed = wasDelayed;
        task.isHidden = faults.happens(0.04);
        tasks.put(task.id, task);
        Duration time = faults.happens(0.05) ? events.seconds(600, 5_000) : events.millis(300, 20_000);
        boolean fails = faults.happens(0.06);
        events.in(time, () -> finish(task, request, fails));
        return task;
    }

    private void finish(Task task, OperationRequest request, boolean fails) {
        if (task.isDead) {
            return;
        }
        task.result = fails
                ? new TaskResult.Failed(OperationCode.RESOURCE_EXHAUSTED, "no space")
                : switch (request) {
                    case OperationRequest.Create create -> create(create);
                    case OperationRequest.Delete delete -> delete(delete.volumeId());
                    case OperationRequest.Expand expand -> expand(expand);
                    case OperationRequest.CreateSnapshot create -> createSnapshot(create);
                    case OperationRequest.DeleteSnapshot delete -> deleteSnapshot(delete);
                };
        events.trace(() -> "%s ends: %s".formatted(task.id, task.result));
        events.in(RETENTION, () -> task.isHidden = true);
    }

    private TaskResult create(OperationRequest.Create create) {
        String id = "vol-" + ++ids;
        if (volumes.values().stream()
                .anyMatch(volume -> volume.name.equals(create.volumeName()) && volume.clusters.contains(CLUSTER))) {
            invariants.saw("duplicate");
        }
        var made = new Volume(id, create.volumeName(), Set.of(CLUSTER), create.firstCapacityMb(), events.now());
        if (create.origin() instanceof VolumeOrigin.OfSnapshot(String source, String snapshot, long capacity)) {
            Volume from = volumes.get(source);
            if (from == null
                    || from.snapshots.stream().noneMatch(each -> each.id().equals(snapshot))) {
                return new TaskResult.Failed(OperationCode.NOT_FOUND, "no such snapshot");
            }
            invariants.require(from.capacity == capacity, () -> "%s has %d MiB, a copy of it with %d MiB was asked for"
                    .formatted(source, from.capacity, capacity));
            made.contents = source;
            invariants.saw("copied");
        }
        volumes.put(id, made);
        return new TaskResult.Succeeded(id, faults.happens(0.1) ? "" : DATASTORE);
    }

    private TaskResult createSnapshot(OperationRequest.CreateSnapshot create) {
        Volume volume = volumes.get(create.volumeId());
        if (volume == null) {
            return new TaskResult.Failed(OperationCode.NOT_FOUND, "no such volume");
        }
        String id = "snap-" + ++ids;
        var snapshot = new ObservedSnapshot(id, create.description(), Optional.of(events.now()));
        if (faults.happens(0.03)) {
            invariants.saw("left behind");
            if (events.chance(0.5)) {
                volume.snapshots.add(snapshot);
            } else {
                unlisted.add(id);
            }
            return new TaskResult.LeftBehind(id, "not recorded");
        }
        if (volume.snapshots.stream().anyMatch(each -> each.description().equals(create.description()))) {
            invariants.saw("duplicate snapshot");
        }
        volume.snapshots.add(snapshot);
        return new TaskResult.Succeeded(id, "");
    }

    private TaskResult deleteSnapshot(OperationRequest.DeleteSnapshot delete) {
        String id = delete.snapshotId();
        Volume volume = volumes.get(delete.volumeId());
        boolean wasListed =
                volume != null && volume.snapshots.removeIf(each -> each.id().equals(id));
        if (unlisted.remove(id)) {
            invariants.saw("unlisted snapshot deleted");
        }
        if (wasListed) {
            invariants.onSnapshotDeleted(id);
        }
        return new TaskResult.Succeeded("", "");
    }

    private TaskResult delete(String id) {
        if (volumes.containsKey(id) && !volumes.get(id).snapshots.isEmpty()) {
            return new TaskResult.Failed(OperationCode.INTERNAL, "the volume has snapshots");
        }
        Volume removed = volumes.remove(id);
        if (removed == null) {
            return new TaskResult.Failed(OperationCode.NOT_FOUND, "no such volume");
        }
        invariants.onDeleted(removed);
        return new TaskResult.Succeeded("", "");
    }

    private TaskResult expand(OperationRequest.Expand expand) {
        Volume volume = volumes.get(expand.volumeId());
        if (volume == null) {
            return new TaskResult.Failed(OperationCode.NOT_FOUND, "no such volume");
        }
        if (!volume.snapshots.isEmpty()) {
            return new TaskResult.Failed(OperationCode.INTERNAL, "the volume has snapshots");
        }
        if (expand.capacityMb() < volume.capacity) {
            return new TaskResult.Failed(OperationCode.INVALID_ARGUMENT, "smaller than the volume");
        }
        volume.capacity = expand.capacityMb();
        return new TaskResult.Succeeded("", "");
    }

    TaskResult task(String id) {
        if (isDown || faults.happens(0.02)) {
            return new TaskResult.Unanswered();
        }
        Task task = tasks.get(id);
        return task == null || task.isHidden ? new TaskResult.Vanished() : task.result;
    }

    TaskSearchResult search(Set<String> opIds) {
        if (isDown || faults.happens(0.02)) {
            return new TaskSearchResult.Unanswered();
        }
        Map<String, String> found = new HashMap<>();
        tasks.values().stream()
                .filter(task -> !task.isHidden && opIds.contains(task.opId))
                .forEach(task -> found.put(task.opId, task.id));
        return new TaskSearchResult.Listed(found);
    }

    VolumesResult volumesNamed(String name) {
        return volumes(volume -> volume.name.equals(name));
    }

    VolumesResult volumes(Set<String> wanted) {
        return volumes(volume -> wanted.contains(volume.id));
    }

    private VolumesResult volumes(Predicate<Volume> wanted) {
        return isDown || faults.happens(0.02)
                ? new VolumesResult.Unanswered()
                : new VolumesResult.Found(volumes.values().stream()
                        .filter(wanted)
                        .map(Volume::observed)
                        .toList());
    }
}
