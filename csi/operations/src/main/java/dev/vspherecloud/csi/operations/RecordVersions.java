package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.RecordState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Remembers since when this process has seen each record in its version. A record that does not change belongs to
/// a process that has ended, or to one that has started a long task.
///
/// Threads: any; the monitor guards the state.
final class RecordVersions {
    /// If more records are in use, the oldest are forgotten, which only makes their calls wait longer.
    private static final int MAX = 10_000;

    private record Seen(String version, Instant since) {}

    private final Map<String, Seen> seen = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
            return size() > MAX;
        }
    };

    /// Returns since when the record has this version, as far as this process knows.
    synchronized Instant since(String record, RecordState state, Instant now) {
        return switch (state) {
            case RecordState.Present(var _, String version) ->
                seen.merge(
                                record,
                                new Seen(version, now),
                                (old, current) -> old.version().equals(version) ? old : current)
                        .since();
            case RecordState.Absent _, RecordState.Unread _, RecordState.Unreadable _, RecordState.Unanswered _ -> {
                seen.remove(record);
                yield now;
            }
        };
    }

    synchronized void forget(String record) {
        seen.remove(record);
    }
}
