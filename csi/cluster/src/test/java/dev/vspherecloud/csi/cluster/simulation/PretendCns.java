package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.CallTimes;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
import dev.vspherecloud.csi.domain.TaskSearchResult.FoundTask;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.VolumesResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

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

    /// True if a client may choose the id of a volume, as from vCenter 9.1 on.
    private final boolean acceptsChosenIds;

    /// True if the account may list the tasks.
    private final boolean listsTasks;

    /// True if vCenter links a task to its call by the operation id. The documentation does not say whether it does.
    private final boolean linksTasks;

    /// A task. The name is that of the volume that it creates; empty for other tasks.
    private static final class Task {
        final String id;
        final String opId;
        final String name;
        final OperationRequest request;
        final Instant queued;
        final Instant listed;
        boolean wasDelayed;
        boolean isHidden;
        boolean isDead;
        TaskResult result = new TaskResult.Running();

        Task(String id, String opId, String name, OperationRequest request, Instant queued, Instant listed) {
            this.request = request;
            this.queued = queued;
            this.listed = listed;
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
        Instant grown = Instant.MIN;
        boolean isInUse;

        /// True if CNS does not know the volume any more. Its disk stays.
        boolean isForgotten;

        /// The volume of which this one is a copy; empty for an empty volume.
        String contents = "";

        final List<ObservedSnapshot> snapshots = new ArrayList<>();

        Volume(String id, String name, Set<String> clusters, long capacity, Instant created) {
            this.created = created;
            this.id = id;
            this.name = name;
            this.clusters = new TreeSet<>(clusters);
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
        this.acceptsChosenIds = events.chance(0.3);
        this.listsTasks = events.chance(0.9);
        this.linksTasks = events.chance(0.5);
    }

    Map<String, Volume> volumes() {
        return volumes;
    }

    boolean acceptsChosenIds() {
        return acceptsChosenIds;
    }

    /// Returns true if a client may have chosen the id of the volume.
    boolean isChosen(Volume volume) {
        return volume.name.endsWith(volume.id);
    }

    /// Forgets one of the volumes in use, and which clusters use it. In half of the cases, another one does.
    void forget(RandomGenerator random) {
        List<Volume> candidates = volumes.values().stream()
                .filter(volume -> volume.isInUse && !volume.isForgotten)
                .toList();
        if (candidates.isEmpty()) {
            return;
        }
        Volume volume = candidates.get(random.nextInt(candidates.size()));
        volume.isForgotten = true;
        invariants.saw("forgotten");
        events.trace(() -> "CNS forgets %s".formatted(volume.id));
        if (random.nextBoolean()) {
            invariants.share(volume.id);
        }
    }

    /// Returns the forgotten volumes of bound claims.
    List<String> forgotten() {
        return volumes.values().stream()
                .filter(volume -> volume.isForgotten && volume.isInUse)
                .map(volume -> volume.id)
                .toList();
    }

    /// Returns true if the disk of a volume exists.
    boolean disk(String id) {
        return volumes.containsKey(id);
    }

    /// Registers a disk as a volume. Another cluster that uses it records that again within half an hour.
    String register(String id) {
        Volume volume = volumes.get(id);
        if (isDown || volume == null || faults.happens(0.1)) {
            return "not registered";
        }
        if (volume.isForgotten) {
            volume.isForgotten = false;
            invariants.saw("registered again");
            events.trace(() -> "CNS has %s again".formatted(id));
            if (invariants.isShared(id)) {
                events.in(events.seconds(1, 1_800), () -> volume.clusters.add("cluster-2"));
            }
        }
        return "registered";
    }

    private Optional<Volume> known(String id) {
        return Optional.ofNullable(volumes.get(id)).filter(volume -> !volume.isForgotten);
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

    /// Receives a call.
    ///
    /// @param chosenId   the id of the new volume, if vCenter lets its client choose
    /// @param sent       when the process sent it
    /// @param wasDelayed true if the process was stopped between its decision and this call
    SendResult send(
            OperationRequest request, Optional<String> chosenId, String opId, Instant sent, boolean wasDelayed) {
        if (isDown || faults.happens(0.03)) {
            events.trace(() -> "send %s: not received".formatted(opId));
            return new SendResult.Lost();
        }
        if (faults.happens(0.03)) {
            return new SendResult.Refused(OperationCode.INTERNAL, "the request was refused");
        }
        Task task = start(request, chosenId, opId, sent, wasDelayed);
        events.trace(() -> "send %s %s: %s".formatted(request, opId, task.id));
        return faults.happens(0.06) ? new SendResult.Lost() : new SendResult.Started(task.id);
    }

    private Task start(
            OperationRequest request, Optional<String> chosenId, String opId, Instant sent, boolean wasDelayed) {
        String name = request instanceof OperationRequest.Create create ? create.volumeName() : "";
        if (!name.isEmpty() && !wasDelayed) {
            List<Task> others = tasks.values().stream()
                    .filter(one -> one.name.equals(name) && one.isRunning() && !one.wasDelayed)
                    .toList();
            invariants.require(
                    others.stream().noneMatch(one -> !one.isHidden && mustBeKnown(one)),
                    () -> "a second create of %s was sent while the first was running".formatted(name));
            invariants.require(
                    others.size() < 2 || !(request instanceof OperationRequest.Create create && create.isCopy()),
                    () -> "a third copy for %s was sent while two were running".formatted(name));
            Instant recent = sent.minusSeconds(10);
            invariants.require(
                    volumes.values().stream()
                            .noneMatch(volume -> volume.name.equals(name)
                                    && volume.clusters.contains(CLUSTER)
                                    && !volume.isForgotten
                                    && volume.created.isBefore(recent)),
                    () -> "a create of %s was sent although CNS shows the volume".formatted(name));
        }
        if (request instanceof OperationRequest.Expand expand
                && !wasDelayed
                && volumes.containsKey(expand.volumeId())) {
            Volume volume = volumes.get(expand.volumeId());
            invariants.require(
                    expand.capacityMb() > volume.capacity || volume.grown.isAfter(sent.minusSeconds(30)),
                    () -> "%s has %d MiB, an expand to %d MiB was sent"
                            .formatted(volume.id, volume.capacity, expand.capacityMb()));
        }
        Duration unlisted = events.millis(0, (int) CallTimes.LATEST_LISTING.toMillis());
        Instant now = events.now();
        var task = new Task("task-" + ++ids, opId, name, request, now, now.plus(unlisted));
        task.wasDelayed = wasDelayed;
        task.isHidden = faults.happens(0.04);
        tasks.put(task.id, task);
        Duration time = faults.happens(0.05) ? events.seconds(600, 5_000) : events.millis(300, 20_000);
        boolean fails = faults.happens(0.06);
        events.in(time, () -> finish(task, chosenId, fails));
        return task;
    }

    /// Where tasks cannot be listed, a lost call counts as over after some minutes. That is what the documentation
    /// promises.
    private boolean mustBeKnown(Task task) {
        OperationLimits standard = OperationLimits.standard();
        boolean isCopy = task.request instanceof OperationRequest.Create create && create.isCopy();
        OperationLimits limits = isCopy ? standard.forCopies() : standard;
        return listsTasks
                || task.queued
                        .plus(limits.vanishedPatience())
                        .minus(limits.intentPatience())
                        .isAfter(events.now());
    }

    private void finish(Task task, Optional<String> chosenId, boolean fails) {
        if (task.isDead) {
            return;
        }
        task.result = fails
                ? new TaskResult.Failed(OperationCode.RESOURCE_EXHAUSTED, "no space")
                : switch (task.request) {
                    case OperationRequest.Create create -> create(create, chosenId);
                    case OperationRequest.Delete delete -> delete(delete.volumeId());
                    case OperationRequest.Expand expand -> expand(expand);
                    case OperationRequest.CreateSnapshot create -> createSnapshot(create);
                    case OperationRequest.DeleteSnapshot delete -> deleteSnapshot(delete);
                };
        events.trace(() -> "%s ends: %s".formatted(task.id, task.result));
        events.in(RETENTION, () -> task.isHidden = true);
    }

    private TaskResult create(OperationRequest.Create create, Optional<String> chosenId) {
        if (chosenId.filter(volumes::containsKey).isPresent()) {
            // CnsVolumeAlreadyExistsFault, which the adapter reads as: look what there is.
            invariants.saw("chosen id exists");
            return new TaskResult.Vanished();
        }
        String id = chosenId.orElse("vol-" + ++ids);
        if (volumes.values().stream()
                .anyMatch(volume -> volume.name.equals(create.volumeName()) && volume.clusters.contains(CLUSTER))) {
            invariants.saw("duplicate");
        }
        var made = new Volume(id, create.volumeName(), Set.of(CLUSTER), create.firstCapacityMb(), events.now());
        if (create.origin() instanceof VolumeOrigin.OfSnapshot(String source, String snapshot, long capacity)) {
            Volume from = known(source).orElse(null);
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
        Volume volume = known(create.volumeId()).orElse(null);
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
        Volume volume = known(delete.volumeId()).orElse(null);
        if (volume == null) {
            return new TaskResult.Failed(OperationCode.NOT_FOUND, "no such volume");
        }
        boolean wasListed = volume.snapshots.removeIf(each -> each.id().equals(id));
        if (unlisted.remove(id)) {
            invariants.saw("unlisted snapshot deleted");
        }
        if (wasListed) {
            invariants.onSnapshotDeleted(id);
        }
        return new TaskResult.Succeeded("", "");
    }

    private TaskResult delete(String id) {
        Volume volume = known(id).orElse(null);
        if (volume == null) {
            return new TaskResult.Failed(OperationCode.NOT_FOUND, "no such volume");
        }
        if (!volume.snapshots.isEmpty()) {
            return new TaskResult.Failed(OperationCode.INTERNAL, "the volume has snapshots");
        }
        volumes.remove(id);
        invariants.onDeleted(volume);
        return new TaskResult.Succeeded("", "");
    }

    private TaskResult expand(OperationRequest.Expand expand) {
        Volume volume = known(expand.volumeId()).orElse(null);
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
        volume.grown = events.now();
        return new TaskResult.Succeeded("", "");
    }

    TaskResult task(String id) {
        if (isDown || faults.happens(0.02)) {
            return new TaskResult.Unanswered();
        }
        Task task = tasks.get(id);
        return task == null || task.isHidden ? new TaskResult.Vanished() : task.result;
    }

    /// Lists the tasks that are queued or run, as `CreateCollectorForTasks` does. It knows no names of volumes.
    TaskSearchResult search(OperationRequest request, Instant since, Instant until) {
        if (isDown || faults.happens(0.02)) {
            return new TaskSearchResult.Unanswered();
        }
        if (!listsTasks) {
            return new TaskSearchResult.NotPossible("no permission");
        }
        List<FoundTask> found = tasks.values().stream()
                .filter(task -> task.isRunning()
                        && !task.isHidden
                        && !task.listed.isAfter(events.now())
                        && task.request.getClass().equals(request.getClass())
                        && !task.queued.isBefore(since.minus(CallTimes.CLOCK_DIFFERENCE))
                        && !task.queued.isAfter(until.plus(CallTimes.CLOCK_DIFFERENCE)))
                .map(task -> new FoundTask(task.id, linksTasks ? task.opId : ""))
                .sorted(Comparator.comparing(FoundTask::id))
                .toList();
        if (!found.isEmpty()) {
            invariants.saw("task found");
        }
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
                        .filter(volume -> wanted.test(volume) && !volume.isForgotten)
                        .map(Volume::observed)
                        .toList());
    }
}
