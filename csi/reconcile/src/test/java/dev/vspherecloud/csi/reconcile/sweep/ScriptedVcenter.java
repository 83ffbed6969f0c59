package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.operations.RecordPrecondition;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A vCenter with the volumes that a test adds, which records what was asked.
final class ScriptedVcenter implements SweepVcenter {
    static final String CLUSTER = "cluster-a";

    final List<ObservedVolume> volumes = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    final Map<String, TaskState> tasks = new HashMap<>();
    final List<Set<String>> askedTasks = new ArrayList<>();
    boolean answers = true;
    private final String server;

    ScriptedVcenter(String server) {
        this.server = server;
    }

    void add(String id, String name) {
        volumes.add(new ObservedVolume(id, name, 1024, "ds:///1/", Set.of(CLUSTER), false, false));
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public String clusterId() {
        return CLUSTER;
    }

    @Override
    public Map<String, TaskState> tasks(Set<String> ids, Duration budget) {
        askedTasks.add(Set.copyOf(ids));
        var found = new HashMap<>(tasks);
        found.keySet().retainAll(ids);
        return found;
    }

    @Override
    public VolumesResult volumesNamed(Set<String> names, Duration budget) {
        calls.add("query " + String.join(" ", new TreeSet<>(names)));
        return answers
                ? new VolumesResult.Found(volumes.stream()
                        .filter(volume -> names.contains(volume.name()))
                        .toList())
                : new VolumesResult.Unanswered();
    }

    @Override
    public VolumesResult withSnapshots(Set<String> ids, Duration budget) {
        calls.add("snapshots of " + String.join(" ", new TreeSet<>(ids)));
        return answers
                ? new VolumesResult.Found(volumes.stream()
                        .filter(volume -> ids.contains(volume.id()))
                        .toList())
                : new VolumesResult.Unanswered();
    }

    @Override
    public Optional<String> eachWithSnapshots(Duration budget, Consumer<ObservedVolume> consumer) {
        volumes.forEach(consumer);
        return Optional.empty();
    }

    @Override
    public VolumeDeleteResult deleteUnusedSnapshot(
            OperationRequest.DeleteSnapshot request,
            Optional<RecordPrecondition> precondition,
            String user,
            Instant deadline) {
        calls.add("delete snapshot %s of %s, user %s%s"
                .formatted(
                        request.snapshotId(),
                        request.volumeId(),
                        user,
                        precondition
                                .map(each -> ", if %s is at %s".formatted(each.record(), each.version()))
                                .orElse("")));
        return new VolumeDeleteResult.Deleted(request.snapshotId());
    }

    @Override
    public VolumeDeleteResult deleteUnused(
            OperationRequest.Delete request, RecordPrecondition precondition, Instant deadline) {
        calls.add("delete %s if %s is at %s"
                .formatted(request.volumeId(), precondition.record(), precondition.version()));
        return new VolumeDeleteResult.Deleted(request.volumeId());
    }
}
