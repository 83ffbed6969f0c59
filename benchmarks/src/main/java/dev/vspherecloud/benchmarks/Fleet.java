package dev.vspherecloud.benchmarks;

import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/// The VMs of a cluster with Pods: each has one virtual NIC with a few addresses, a bridge and thirty Pod interfaces.
final class Fleet {
    private static final UUID VCENTER = new UUID(0, 1);
    private static final int POD_INTERFACES = 30;

    private final List<Vm> vms;
    private final Map<String, List<VcenterAnswer>> answers = new HashMap<>();

    Fleet(int size) {
        this.vms = IntStream.range(0, size).mapToObj(Fleet::vm).toList();
        for (int n = 0; n < size; n++) {
            answers.put(vms.get(n).name(), answers(vms.get(n), n));
        }
    }

    List<Vm> vms() {
        return vms;
    }

    List<Guest> guests() {
        return vms.stream().map(Vm::guest).toList();
    }

    /// Returns the answers of two vCenters for this VM.
    List<VcenterAnswer> answersFor(Vm vm) {
        return answers.getOrDefault(vm.name(), List.of());
    }

    private static List<VcenterAnswer> answers(Vm vm, int n) {
        var candidates = new ArrayList<VmCandidate>();
        candidates.add(new VmCandidate.Known(vm));
        if (n % 8 == 0) {
            candidates.add(new VmCandidate.Known(copy(vm, n)));
        }
        return List.of(new VcenterAnswer.Answered("vc-a", candidates), new VcenterAnswer.Answered("vc-b", List.of()));
    }

    private static Vm copy(Vm vm, int n) {
        return Vms.machine(
                vm.vcenter(),
                vm.name() + "-copy",
                new VmIdentity(new VmRef(VCENTER, "copy-" + n), vm.identity().biosUuid(), new UUID(4, n)),
                PowerState.OFF,
                vm.guest(),
                vm.hardware(),
                vm.placement());
    }

    private static Vm vm(int n) {
        return Vms.machine(
                "vc-a",
                "w-" + n,
                new VmIdentity(new VmRef(VCENTER, "vm-" + n), new SystemUuid(new UUID(2, n)), new UUID(3, n)),
                PowerState.ON,
                guest(n),
                new Hardware(4, 16384, "ubuntu64Guest", 1),
                placement(n));
    }

    private static Guest guest(int n) {
        var nics = new ArrayList<GuestNic>();
        nics.add(new GuestNic(
                "VM Network",
                4000,
                List.of(
                        address("fe80::%x".formatted(n + 1)),
                        address("10.%d.%d.5".formatted(n / 250, n % 250)),
                        address("10.255.0.10"),
                        address("2001:db8::%x".formatted(n + 1)))));
        for (int pod = 0; pod < POD_INTERFACES; pod++) {
            nics.add(new GuestNic("", GuestNic.NOT_A_DEVICE, List.of(address("10.244.%d.%d".formatted(n % 250, pod)))));
        }
        return Vms.guest("w-" + n, nics);
    }

    private static GuestAddress address(String text) {
        return new GuestAddress(text, InetAddress.ofLiteral(text));
    }

    private static Placement placement(int n) {
        InventoryObject root = place("Folder", "Datacenters");
        InventoryObject datacenter = place("Datacenter", "dc", "k8s-region", "r-1");
        InventoryObject hosts = place("Folder", "host");
        InventoryObject cluster = place("ClusterComputeResource", "c-" + n % 8, "k8s-zone", "z-" + n % 8);
        return new Placement(
                List.of(place("HostSystem", "h-" + n % 64), cluster, hosts, datacenter, root),
                List.of(place("ResourcePool", "Resources"), cluster, hosts, datacenter, root),
                List.of(place("Folder", "vm"), datacenter, root),
                List.of());
    }

    private static InventoryObject place(String kind, String name) {
        return new InventoryObject(kind, name + "-ref", name, new TagState.Read(List.of()));
    }

    private static InventoryObject place(String kind, String name, String category, String tag) {
        return new InventoryObject(kind, name + "-ref", name, new TagState.Read(List.of(new Tag(category, tag))));
    }
}
