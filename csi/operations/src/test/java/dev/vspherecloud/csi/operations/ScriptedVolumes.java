package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.StoreCapabilities;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.TaskSearchResult;
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
import java.util.stream.Stream;

/// Volumes in memory, whose tasks end after a time. Tests change how they end.
final class ScriptedVolumes implements VolumeStore<String> {
    static final String URL = "ds:///a/";

    private record Task(Instant end, TaskResult result) {}

    final Map<String, ObservedVolume> volumes = new TreeMap<>();
    final List<String> calls = new ArrayList<>();
    private final Map<String, Task> tasks = new HashMap<>();
    private final ManualClock clock;
    private int ids;

    /// How long tasks take.
    Duration duration = Duration.ofSeconds(1);

    /// What the tasks say about the datastore of a new volume.
    String urlInTask = URL;

    /// How the next tasks fail; a task that runs if they do not.
    TaskResult failure = new TaskResult.Running();

    /// Runs while a call waits for a task.
    Runnable duringWait = () -> {};

    boolean acceptsChosenIds;

    /// The tasks that vCenter lists.
    TaskSearchResult search = new TaskSearchResult.Listed(List.of());

    /// True if the wait for a task ends at once, without result.
    boolean returnsEarly;

    ScriptedVolumes(ManualClock clock) {
        this.clock = clock;
    }

    /// True if calls arrive, and their answers do not.
    boolean losesAnswers;

    void add(String id, String name, long capacityMb, String url) {
        add(id, name, capacityMb, url, Set.of("cluster-1"));
    }

    void add(String id, String name, long capacityMb, String url, Set<String> clusters) {
        volumes.put(id, new ObservedVolume(id, name, capacityMb, url, clusters, false, false));
    }

    long count(String prefix) {
        return calls.stream().filter(call -> call.startsWith(prefix)).count();
    }

    @Override
    public StoreCapabilities capabilities() {
        return StoreCapabilities.VCENTER;
    }

    @Override
    public boolean acceptsChosenIds(Duration budget) {
        return acceptsChosenIds;
    }

    @Override
    public SendResult create(
            OperationRequest.Create request, String details, Optional<String> chosenId, String opId, Duration budget) {
        calls.add("create %s %s".formatted(request.name(), details));
        String id = chosenId.orElse("vol-" + ++ids);
        if (failure instanceof TaskResult.Running) {
            String url = request.datastores().stream().findFirst().orElse(URL);
            add(id, request.volumeName(), request.firstCapacityMb(), url);
        }
        return started(new TaskResult.Succeeded(id, urlInTask));
    }

    @Override
    public SendResult delete(OperationRequest.Delete request, String opId, Duration budget) {
        calls.add("delete " + request.volumeId());
        if (failure instanceof TaskResult.Running) {
            volumes.remove(request.volumeId());
        }
        return started(new TaskResult.Succeeded("", ""));
    }

    @Override
    public SendResult expand(OperationRequest.Expand request, String opId, Duration budget) {
        calls.add("expand %s %d".formatted(request.volumeId(), request.capacityMb()));
        add(request.volumeId(), "pvc-1", request.capacityMb(), URL);
        return started(new TaskResult.Succeeded("", ""));
    }

    @Override
    public SendResult createSnapshot(OperationRequest.CreateSnapshot request, String opId, Duration budget) {
        calls.add("snapshot " + request.description());
        String id = "snap-" + ++ids;
        if (failure instanceof TaskResult.Running) {
            volumes.computeIfPresent(
                    request.volumeId(),
                    (_, volume) -> volume.with(Stream.concat(
                                    volume.snapshots().stream(),
                                    Stream.of(
                                            new ObservedSnapshot(id, request.description(), Optional.of(clock.now()))))
                            .toList()));
        }
        return started(new TaskResult.Succeeded(id, ""));
    }

    @Override
    public SendResult deleteSnapshot(OperationRequest.DeleteSnapshot request, String opId, Duration budget) {
        calls.add("delete snapshot " + request.snapshotId());
        volumes.computeIfPresent(
                request.volumeId(),
                (_, volume) -> volume.with(volume.snapshots().stream()
                        .filter(snapshot -> !snapshot.id().equals(request.snapshotId()))
                        .toList()));
        return started(new TaskResult.Succeeded("", ""));
    }

    @Override
    public VolumesResult withSnapshots(Set<String> ids, Duration budget) {
        return volumes(ids, budget);
    }

    private SendResult started(TaskResult result) {
        String task = "task-" + ++ids;
        tasks.put(task, new Task(clock.now().plus(duration), failure instanceof TaskResult.Running ? result : failure));
        return losesAnswers ? new SendResult.Lost() : new SendResult.Started(task);
    }

    @Override
    public VolumesResult volumesNamed(String name, String cluster, Duration budget) {
        calls.add("named " + name);
        return found(volume -> volume.name().equals(name));
    }

    @Override
    public VolumesResult volumes(Set<String> ids, Duration budget) {
        calls.add("volumes " + String.join(" ", new TreeSet<>(ids)));
        return found(volume -> ids.contains(volume.id()));
    }

    private VolumesResult found(Predicate<ObservedVolume> which) {
        return new VolumesResult.Found(volumes.values().stream().filter(which).toList());
    }

    @Override
    public Map<String, TaskResult> tasks(OperationRequest request, Set<String> ids, Duration budget) {
        Map<String, TaskResult> results = new HashMap<>();
        ids.forEach(id -> results.put(id, task(id)));
        return results;
    }

    private TaskResult task(String id) {
        Task task = tasks.get(id);
        if (task == null) {
            return new TaskResult.Vanished();
        }
        return clock.now().isBefore(task.end()) ? new TaskResult.Running() : task.result();
    }

    @Override
    public TaskResult awaitTask(OperationRequest request, String id, Duration atMost) {
        calls.add("await " + id);
        duringWait.run();
        if (returnsEarly) {
            return new TaskResult.Unanswered();
        }
        Task task = tasks.get(id);
        if (task != null && clock.now().isBefore(task.end())) {
            Duration left = Duration.between(clock.now(), task.end());
            clock.pass(left.compareTo(atMost) < 0 ? left : atMost);
        }
        return task(id);
    }

    @Override
    public TaskSearchResult findTasks(OperationRequest request, Instant since, Instant until, Duration budget) {
        calls.add("search");
        return search;
    }
}
