package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.testkit.fakes.Vms;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.MemoryLoginStore;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import dev.vspherecloud.vsphere.inventory.object.ObjectWatch;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/// Values for the tests of this package. Values that belong together have the same number: Node `w-1`, VM `vm-1` and
/// its UUIDs.
public final class Fixtures {
    public static final UUID VCENTER = new UUID(0xa, 0xa);
    public static final UUID OTHER_VCENTER = new UUID(0xb, 0xb);
    static final TopologyRules ZONES =
            new TopologyRules(new TopologyCategories("k8s-zone", "k8s-region"), TopologyRules.Mode.COMPATIBLE, true);
    public static final MoRef HOST = new MoRef("HostSystem", "host-1");
    public static final MoRef FOLDER = new MoRef("Folder", "group-v1");

    private Fixtures() {}

    /// Returns a rate limiter with an empty record and the real clock.
    static LoginRateLimiter rateLimiter() {
        return new LoginRateLimiter(new MemoryLoginStore(), InstantSource.system(), System::nanoTime, new Random(1));
    }

    /// Returns access with these credentials and an empty login record.
    static VcenterAccess access(VcenterClient client, Credentials credentials) {
        return new VcenterAccess(
                client, () -> new CredentialSource.Reading.Ready(credentials, "the test", "1"), rateLimiter());
    }

    /// Returns a runtime with the real clock and without an observer.
    static WatchRuntime runtime(Sleeper sleeper) {
        return new WatchRuntime(System::nanoTime, sleeper, Supervisor.system(SupervisorObserver.NONE));
    }

    /// Returns a watch without subscriptions.
    static ObjectWatch nothingElse() {
        return new ObjectWatch(Supervisor.system(SupervisorObserver.NONE), "vcenter", "vcenter-vc-a", () -> {});
    }

    public static NodeName node(int n) {
        return new NodeName("w-" + n);
    }

    public static MoRef ref(int n) {
        return new MoRef("VirtualMachine", "vm-" + n);
    }

    static SystemUuid bios(int n) {
        return new SystemUuid(new UUID(0x4200_0000_0000_0000L, n));
    }

    static UUID instance(int n) {
        return new UUID(0x5000_0000_0000_0000L, n);
    }

    /// Returns the query of a Node without a recorded VM.
    static VmQuery fresh(int n) {
        return asked(node(n), bios(n));
    }

    /// Returns the query of a new Node that reports this UUID.
    static VmQuery asked(NodeName node, SystemUuid reported) {
        return new VmQuery(node, Optional.empty(), Optional.of(reported), Optional.empty());
    }

    /// Returns the query of a Node that has only its name.
    static VmQuery nameless(String node) {
        return new VmQuery(new NodeName(node), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Returns the query of a Node with a recorded VM.
    static VmQuery recorded(int n, UUID vcenter) {
        var recorded =
                new RecordedVm(new VmRef(vcenter, ref(n).value()), instance(n), Optional.empty(), Optional.empty());
        return new VmQuery(node(n), Optional.of(bios(n)), Optional.of(bios(n).byteSwapped()), Optional.of(recorded));
    }

    /// Returns a request to check the recorded VM of a Node.
    public static ExistenceCheckRequest absent(int n) {
        VmQuery query = recorded(n, VCENTER);
        return new ExistenceCheckRequest(
                query, query.recorded().orElseThrow(), Optional.empty(), false, false, List.of());
    }

    static VmRecord vm(int n) {
        return vm(n, Optional.of(new VmRecord.Uuids(bios(n), instance(n))));
    }

    /// Returns a VM whose configuration vCenter cannot read.
    static VmRecord unreadableVm(int n) {
        return vm(n, Optional.empty());
    }

    static VmRecord vm(int n, Optional<VmRecord.Uuids> uuids) {
        return new VmRecord(
                ref(n),
                "w-" + n,
                uuids,
                VmRole.MACHINE,
                ConnectionState.CONNECTED,
                PowerState.ON,
                Vms.guest("w-" + n, List.of()),
                new Hardware(2, 4096, "ubuntu64Guest", 0),
                new VmRecord.Parents(Optional.of(HOST), Optional.empty(), Optional.of(FOLDER)));
    }

    /// Returns the same VM with another host name of its guest.
    static VmRecord named(VmRecord vm, String hostName) {
        return new VmRecord(
                vm.ref(),
                vm.name(),
                vm.uuids(),
                vm.role(),
                vm.connection(),
                vm.power(),
                Vms.guest(hostName, vm.guest().nics()),
                vm.hardware(),
                vm.parents());
    }

    /// Returns the same VM with other parents.
    static VmRecord at(VmRecord vm, VmRecord.Parents home) {
        return new VmRecord(
                vm.ref(),
                vm.name(),
                vm.uuids(),
                vm.role(),
                vm.connection(),
                vm.power(),
                vm.guest(),
                vm.hardware(),
                home);
    }

    /// Returns an object below another, or the root folder.
    static AncestorRecord place(MoRef ref, String name, MoRef... parent) {
        return new AncestorRecord(ref, name, Arrays.stream(parent).findFirst(), parent.length == 0);
    }
}
