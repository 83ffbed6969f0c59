package dev.vspherecloud.csi.application.sweep;

import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.volumes.RecordPrecondition;
import dev.vspherecloud.csi.volumes.VolumeDeleteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A vCenter with the volumes that a test adds, which records what was asked.
final class ScriptedVcenter implements SweepVcenter {
    static final String CLUSTER = "cluster-a";

    final List<ObservedVolume> volumes = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
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
    public VolumesResult volumesNamed(Set<String> names, Duration budget) {
        calls.add("query " + String.join(" ", new TreeSet<>(names)));
        return answers
                ? new VolumesResult.Found(volumes.stream()
                        .filter(volume -> names.contains(volume.name()))
                        .toList())
                : new VolumesResult.Unanswered();
    }

    @Override
    public VolumeDeleteResult deleteUnused(
            OperationRequest.Delete request, RecordPrecondition precondition, Instant deadline) {
        calls.add("delete %s if %s is at %s"
                .formatted(request.volumeId(), precondition.record(), precondition.version()));
        return new VolumeDeleteResult.Deleted(request.volumeId());
    }
}
