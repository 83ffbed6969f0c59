package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A cluster that records what was asked.
final class ScriptedCluster implements SweepCluster {
    final Map<String, RecordState> records = new TreeMap<>();
    final Map<String, ClaimState> claims = new TreeMap<>();
    final List<String> calls = new ArrayList<>();

    boolean answersRecords = true;
    boolean answersClaims = true;

    @Override
    public ListResult<Map<String, RecordState>> records(Duration budget) {
        return answersRecords ? new ListResult.Complete<>(Map.copyOf(records)) : new ListResult.Failed<>("no answer");
    }

    @Override
    public WriteResult forget(String record, String version, Duration budget) {
        calls.add("forget %s at %s".formatted(record, version));
        return new WriteResult.Written("");
    }

    @Override
    public ListResult<Map<String, ClaimState>> claims(Set<String> requestNames, Duration budget) {
        calls.add("claims of " + String.join(" ", new TreeSet<>(requestNames)));
        return answersClaims ? new ListResult.Complete<>(Map.copyOf(claims)) : new ListResult.Failed<>("no answer");
    }
}
