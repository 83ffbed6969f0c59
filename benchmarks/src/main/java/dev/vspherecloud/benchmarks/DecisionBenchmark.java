package dev.vspherecloud.benchmarks;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressInput;
import dev.vspherecloud.ccm.domain.address.AddressPolicy;
import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.domain.identity.IdentityPolicy;
import dev.vspherecloud.domain.identity.NameMatching;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyPolicy;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/// Measures the decisions for all Nodes of a cluster, for several cluster sizes. If the cost is linear, the time for
/// each Node does not depend on the size.
///
/// Threads: JMH runs it on one thread.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecisionBenchmark {
    private static final AddressRules DUAL_STACK =
            new AddressRules(List.of(IpFamily.IPV4, IpFamily.IPV6), FamilyPolicy.REQUIRE, NodeNetworks.ANY);
    private static final TopologyRules ZONES =
            new TopologyRules(new TopologyCategories("k8s-zone", "k8s-region"), TopologyRules.Mode.COMPATIBLE, true);

    /// The number of Nodes.
    @Param({"50", "500", "5000"})
    public int nodes;

    private Fleet fleet = new Fleet(0);

    @Setup
    public void build() {
        fleet = new Fleet(nodes);
    }

    @Benchmark
    public void addresses(Blackhole hole) {
        for (Guest guest : fleet.guests()) {
            AddressChoice choice = AddressPolicy.choose(new AddressInput(guest, DUAL_STACK));
            hole.consume(choice);
        }
    }

    /// Finds the VM of each Node from the report of its kubelet; one of eight VMs has a copy that is powered off.
    @Benchmark
    public void identity(Blackhole hole) {
        for (Vm vm : fleet.vms()) {
            String uuid = vm.identity().biosUuid().byteSwapped().toString();
            NodeIdentity claim = NodeIdentity.of(new NodeName(vm.name()), "", uuid, Optional.empty());
            if (claim instanceof NodeIdentity.OnVsphere(VmQuery query)) {
                hole.consume(IdentityPolicy.decide(query, fleet.answersFor(vm), NameMatching.OFF));
            }
        }
    }

    @Benchmark
    public void topology(Blackhole hole) {
        fleet.vms().forEach(vm -> hole.consume(TopologyPolicy.choose(vm.placement(), ZONES)));
    }
}
