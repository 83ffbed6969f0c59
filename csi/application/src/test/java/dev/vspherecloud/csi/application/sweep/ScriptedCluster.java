package dev.vspherecloud.csi.application.sweep;

import dev.vspherecloud.csi.cluster.RecordPage;
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

/// A cluster with records in pages of two, which records what was asked.
final class ScriptedCluster implements SweepCluster {
    private static final int PAGE = 2;

    final Map<String, RecordState> records = new TreeMap<>();
    final Map<String, ClaimState> claims = new TreeMap<>();
    final Set<String> handles = new TreeSet<>();
    final List<String> calls = new ArrayList<>();

    /// The number of pages after which the list fails.
    int pages = Integer.MAX_VALUE;

    boolean answersClaims = true;
    boolean answersHandles = true;

    @Override
    public RecordPage records(String next, Duration budget) {
        int from = next.isEmpty() ? 0 : Integer.parseInt(next);
        if (from / PAGE >= pages) {
            return new RecordPage.Expired();
        }
        var page = new TreeMap<String, RecordState>();
        records.keySet().stream().skip(from).limit(PAGE).forEach(name -> page.put(name, records.get(name)));
        return new RecordPage.Listed(page, from + PAGE < records.size() ? String.valueOf(from + PAGE) : "");
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

    @Override
    public ListResult<Set<String>> handles(Duration budget) {
        return answersHandles ? new ListResult.Complete<>(Set.copyOf(handles)) : new ListResult.Failed<>("no answer");
    }
}
