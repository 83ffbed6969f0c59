package dev.vspherecloud.testkit.fakes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

class FakeInstancesTest extends InstancesContract {
    private final FakeInstances instances = new FakeInstances();
    private final Map<VmRef, Vm> added = new HashMap<>();

    @Override
    protected Instances instances() {
        return instances;
    }

    @Override
    protected RecordedVm add(String name, SystemUuid uuid, String address) {
        var ref = new VmRef(new UUID(1, 1), "vm-" + added.size());
        var identity = new VmIdentity(ref, uuid, new UUID(2, added.size()));
        put(vm(name, identity, PowerState.ON, address));
        return new RecordedVm(ref, identity.instanceUuid(), Optional.empty(), Optional.empty());
    }

    @Override
    protected void changeAddress(VmRef ref, String address) {
        Vm vm = Objects.requireNonNull(added.get(ref));
        put(vm(vm.name(), vm.identity(), vm.power(), address));
    }

    @Override
    protected void powerOff(VmRef ref) {
        Vm vm = Objects.requireNonNull(added.get(ref));
        put(vm(vm.name(), vm.identity(), PowerState.OFF, ""));
    }

    @Override
    protected void destroy(VmRef vm) {
        instances.remove(vm);
    }

    @Override
    protected VmLookup await(NodeName node, Predicate<VmLookup> wish) {
        VmLookup lookup = instances.lookup(node);
        assertThat(lookup).matches(wish);
        return lookup;
    }

    private void put(Vm vm) {
        added.put(vm.identity().ref(), vm);
        instances.put(vm);
    }

    /// @param address empty for none
    private static Vm vm(String name, VmIdentity identity, PowerState power, String address) {
        List<GuestAddress> addresses =
                address.isEmpty() ? List.of() : List.of(new GuestAddress(address, InetAddress.ofLiteral(address)));
        var nic = new GuestNic("VM Network", 4000, addresses);
        return Vms.machine(
                "vc-a",
                name,
                identity,
                power,
                Vms.guest(name, List.of(nic)),
                new Hardware(2, 4096, "ubuntu64Guest", 0),
                new Placement(List.of(), List.of(), List.of(), List.of()));
    }
}
