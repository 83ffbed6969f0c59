package dev.vspherecloud.ccm.application.scenario.leader;

import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.CallLog;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a replica asks of the API server after another has taken its place. Events count for nothing: they overwrite
/// nothing.
///
/// @param calls   all that it ever sent
/// @param mark    the first that it sent since
/// @param pending those that had no answer then
record CallsAfterTakeover(CallLog calls, long mark, Set<Long> pending) {
    private static final List<String> OVERWRITES = List.of("update", "patch", "delete");

    /// By now another leads.
    static CallsAfterTakeover now(Replica replica) {
        CallLog calls = replica.api().calls();
        Set<Long> pending =
                calls.all().where(Call::open).list().stream().map(Call::number).collect(Collectors.toSet());
        return new CallsAfterTakeover(calls, calls.mark(), pending);
    }

    /// Writes that the API server took since, whenever they were sent.
    List<String> accepted() {
        return writes(call -> call.status() / 100 == 2 && (call.number() >= mark || pending.contains(call.number())));
    }

    /// Writes to Nodes that were sent since, whatever became of them.
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
