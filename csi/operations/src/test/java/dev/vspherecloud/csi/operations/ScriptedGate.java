package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A gate that answers what a test says about a volume or snapshot, and records what was asked.
final class ScriptedGate implements DeletionGate {
    final Map<String, DeletionVerdict> verdicts = new HashMap<>();
    final List<String> calls = new ArrayList<>();

    @Override
    public DeletionVerdict volume(OperationRequest.Delete request, Duration budget) {
        calls.add("%s %s".formatted(request.volumeId(), request.cause()));
        return verdicts.getOrDefault(request.volumeId(), new DeletionVerdict.May());
    }

    @Override
    public DeletionVerdict snapshot(OperationRequest.DeleteSnapshot request, Duration budget) {
        calls.add("%s %s".formatted(request.snapshotId(), request.cause()));
        return verdicts.getOrDefault(request.snapshotId(), new DeletionVerdict.May());
    }
}
