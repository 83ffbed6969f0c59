package dev.vspherecloud.csi.domain;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/// Sends a batch in as few calls as possible, so that a member that vCenter refuses does not fail the others.
///
/// A batch that is refused as a whole is halved, and so are its halves, until the member that is the cause is alone.
/// The larger parts go first: if the calls run out, most members are done.
public final class BatchSplitter {
    /// The largest number of calls for one batch. To find one member of 200 takes 17 calls; to find two takes 31 at
    /// most.
    public static final int MAX_CALLS = 32;

    private BatchSplitter() {}

    /// Sends some members together.
    @FunctionalInterface
    public interface Call<K, R, E extends Exception> {
        BatchAnswer<K, R> send(List<K> members) throws E;
    }

    /// Sends all members.
    ///
    /// @param members distinct
    /// @return the result of each member that has one. If the calls run out, all members of a part that was refused
    /// have its result
    public static <K, R, E extends Exception> Map<K, R> send(List<K> members, Call<K, R, E> call) throws E {
        var results = new LinkedHashMap<K, R>();
        Queue<List<K>> open = new ArrayDeque<>();
        if (!members.isEmpty()) {
            open.add(members);
        }
        int calls = 0;
        while (!open.isEmpty()) {
            List<K> part = open.remove();
            calls++;
            switch (call.send(part)) {
                case BatchAnswer.Each<K, R>(Map<K, R> each) -> results.putAll(each);
                case BatchAnswer.Unanswered<K, R>(R result) -> {
                    open.add(part);
                    open.forEach(each -> each.forEach(member -> results.put(member, result)));
                    open.clear();
                }
                case BatchAnswer.Refused<K, R>(R result) -> {
                    int half = part.size() / 2;
                    // Each part that waits needs a call.
                    if (half == 0 || calls + open.size() + 2 > MAX_CALLS) {
                        part.forEach(member -> results.put(member, result));
                    } else {
                        open.add(part.subList(0, half));
                        open.add(part.subList(half, part.size()));
                    }
                }
            }
        }
        return results;
    }
}
