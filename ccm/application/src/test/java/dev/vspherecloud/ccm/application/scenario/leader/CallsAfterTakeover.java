package dev.vspherecloud.ccm.application.scenario.leader;

import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.CallLog;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The calls of a replica to the API server after another has become leader. Events do not count, since they
/// overwrite nothing.
///
/// @param calls   all its calls
/// @param mark    its first call since the takeover
/// @param pending calls that had no response at the takeover
record CallsAfterTakeover(CallLog calls, long mark, Set<Long> pending) {
    private static final List<String> OVERWRITES = List.of("update", "patch", "delete");

    /// Creates it now, while another replica leads.
    static CallsAfterTakeover now(Replica replica) {
        CallLog calls = replica.api().calls();
        Set<Long> pending =
                calls.all().where(Call::open).list().stream().map(Call::number).collect(Collectors.toSet());
        return new CallsAfterTakeover(calls, calls.mark(), pending);
    }

    /// Returns the writes that the API server accepted since the takeover, whenever they were sent.
    List<String> accepted() {
        return writes(call -> call.status() / 100 == 2 && (call.number() >= mark || pending.contains(call.number())));
    }

    /// Returns the writes to Nodes that were sent since the takeover, whatever their result was.
    List<String> sentToNodes() {
        return writes(call -> call.number() >= mark && call.name().contains(" nodes"));
    }

    private List<String> writes(Predicate<Call> which) {
        return calls.all().list().stream()
                .filter(which)
                .filter(call -> OVERWRITES.contains(call.name().split(" ")[0]))
                .map(call -> call.name() + " " + call.status() + " at " + call.at())
                .toList();
    }
}
