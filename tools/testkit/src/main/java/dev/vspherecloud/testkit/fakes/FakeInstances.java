package dev.vspherecloud.testkit.fakes;

import dev.vspherecloud.domain.identity.IdentityPolicy;
import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NameMatching;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One vCenter's VMs in memory, always available and up to date. A test can also set the result of the lookup of a
/// Node, independent of the VMs.
///
/// Threads: one.
public final class FakeInstances implements Instances {
    private static final String NAME = "vc-a";

    private final Map<NodeName, VmQuery> watched = new HashMap<>();
    private final Map<NodeName, RecordedVm> memory = new HashMap<>();
    private final Map<NodeName, VmLookup> lookups = new HashMap<>();
    private final Set<NodeName> awaitingTags = new HashSet<>();
    private final Map<VmRef, Vm> vms = new LinkedHashMap<>();

    public void setLookup(String node, VmLookup lookup) {
        lookups.put(new NodeName(node), lookup);
    }

    /// Adds a VM, or replaces the one with the same reference.
    public void put(Vm vm) {
        vms.put(vm.identity().ref(), vm);
    }

    public void remove(VmRef vm) {
        vms.remove(vm);
    }

    public Set<NodeName> watched() {
        return Set.copyOf(watched.keySet());
    }

    @Override
    public void watch(VmQuery query) {
        watched.put(query.node(), query);
    }

    @Override
    public void forget(NodeName node) {
        watched.remove(node);
        memory.remove(node);
    }

    /// The Nodes that wait for a tag.
    public Set<NodeName> awaitingTags() {
        return Set.copyOf(awaitingTags);
    }

    @Override
    public void awaitTags(NodeName node, boolean isSo) {
        if (isSo) {
            awaitingTags.add(node);
        } else {
            awaitingTags.remove(node);
        }
    }

    @Override
    public VmLookup lookup(NodeName node) {
        VmQuery query = watched.get(node);
        if (query == null) {
            return new VmLookup.Pending();
        }
        VmLookup said = lookups.get(node);
        return said == null ? search(query) : said;
    }

    private VmLookup search(VmQuery query) {
        RecordedVm found = memory.get(query.node());
        VmLookup lookup = IdentityPolicy.decide(
                found == null ? query : query.withRecorded(found), List.of(answer(query)), NameMatching.OFF);
        if (lookup instanceof VmLookup.Found(Vm vm, var _, var _)) {
            memory.put(query.node(), RecordedVm.of(vm));
        }
        return lookup;
    }

    private VcenterAnswer answer(VmQuery query) {
        List<VmCandidate> candidates = vms.values().stream()
                .filter(vm -> !query.isByName() || !vm.guest().hostName().isEmpty())
                .filter(vm -> query.accepts(vm.identity(), vm.guest().hostName())
                        || query.isNameOnlyMatch(vm.identity(), vm.guest().hostName()))
                .<VmCandidate>map(VmCandidate.Known::new)
                .toList();
        return new VcenterAnswer.Answered(NAME, candidates);
    }
}
