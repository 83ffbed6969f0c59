package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ConnectionState;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// A fault that made other programs delete Nodes of running VMs. The names follow the reports.
///
/// From: reports of users of cloud-provider-vsphere (479, 642, 455, 538, 677) and its code.
enum Fault {
    CONNECTIONS_REFUSED(world -> everywhere(world, site -> site.fallSilent(VsphereReason.VCENTER_SILENT))),
    BLACK_HOLE(world -> everywhere(world, site -> {
        site.slowDown(Duration.ofSeconds(15));
        site.fallSilent(VsphereReason.VCENTER_SILENT);
    })),
    TLS_FAILS(world -> everywhere(world, site -> site.fallSilent(VsphereReason.VCENTER_UNTRUSTED))),
    LOGIN_REFUSED(world -> everywhere(world, site -> site.fallSilent(VsphereReason.LOGIN_REFUSED))),
    SESSION_LOST_IN_MID_CALL(Fault::answerNowAndThen),
    NO_PERMISSION_ON_ONE_FOLDER(world -> hide(world, false)),
    ONE_FOLDER_DENIED(world -> hide(world, true)),
    NO_PERMISSION_ON_ALL(world -> blind(world, false)),
    ALL_DENIED_FOR_WANT_OF_A_RIGHT(world -> blind(world, true)),
    SEARCHES_AND_PAGES_EMPTY(world ->
            own(world).vms().forEach(vm -> own(world).account().hiddenVms.add(vm.moref()))),
    ONE_VM_HIDDEN_FOR_SOME_READS(Fault::denyOne),
    ALL_VMS_DENIED(
            world -> own(world).vms().forEach(vm -> own(world).account().denied.add(vm.moref()))),
    REPLACED_BY_AN_EMPTY_VCENTER(world -> world.sites.getFirst().swap(world.newVcenter())),
    RESTORED_WITHOUT_1_VM(world -> restore(world, 1)),
    RESTORED_WITHOUT_5_VMS(world -> restore(world, 5)),
    RESTORED_WITHOUT_HALF_OF_THE_VMS(world -> restore(world, MatrixRun.MACHINES / 2)),
    ONE_OF_TWO_VCENTERS_DOWN(world -> world.sites.getFirst().fallSilent(VsphereReason.VCENTER_SILENT)),
    THE_OTHER_VCENTER_DOWN(world -> world.sites.getLast().fallSilent(VsphereReason.VCENTER_SILENT)),
    MOVED_TO_AN_UNLISTED_DATACENTER(
            world -> changeAll(world, vm -> own(world).change(vm, now -> now.in(ModelVm.UNLISTED, "group-v9")))),
    REGISTERED_AGAIN_UNDER_ANOTHER_REFERENCE(Fault::reregister),
    HOST_DISCONNECTED(
            world -> changeAll(world, vm -> own(world).change(vm, now -> now.with(ConnectionState.DISCONNECTED)))),
    HOST_REMOVED(world -> own(world).vms().stream()
            .filter(vm -> vm.host().equals("host-1"))
            .forEach(vm -> own(world).remove(vm, "HostSystem.destroy", "host-1", Duration.ZERO))),
    DATASTORE_INACCESSIBLE(
            world -> changeAll(world, vm -> own(world).change(vm, now -> now.with(ConnectionState.INACCESSIBLE)))),
    PAGES_TRUNCATED(world ->
            own(world).vms().forEach(vm -> own(world).account().truncated.add(vm.moref()))),
    PAGES_STALE(world -> everywhere(world, site -> site.slowDown(Duration.ofMinutes(20)))),
    REST_ONLY(_ -> {});

    private final Consumer<World> inject;

    Fault(Consumer<World> inject) {
        this.inject = inject;
    }

    /// Injects the fault; it lasts until [World#recover].
    void inject(World world) {
        inject.accept(world);
        world.vcenters.forEach(ModelVcenter::changed);
    }

    private static ModelVcenter own(World world) {
        return world.sites.getFirst().own();
    }

    private static void everywhere(World world, Consumer<Site> action) {
        world.sites.forEach(action);
    }

    private static void changeAll(World world, Consumer<ModelVm> action) {
        List.copyOf(own(world).vms()).forEach(action);
    }

    private static void answerNowAndThen(World world) {
        everywhere(world, site -> site.fallSilent(VsphereReason.VCENTER_SILENT));
        world.duringFaults(Duration.ofSeconds(4), () -> everywhere(world, Site::answerAgain));
        world.duringFaults(Duration.ofSeconds(7), () -> answerNowAndThen(world));
    }

    private static void hide(World world, boolean isDenied) {
        own(world).account().denies = isDenied;
        own(world).account().hiddenPlaces.add("group-v1");
    }

    private static void blind(World world, boolean isDenied) {
        own(world).account().denies = isDenied;
        own(world).account().blind = true;
    }

    private static void denyOne(World world) {
        String moref = own(world).vms().getFirst().moref();
        own(world).account().denied.add(moref);
        world.duringFaults(Duration.ofMinutes(4), () -> {
            own(world).account().denied.remove(moref);
            own(world).changed();
        });
    }

    private static void restore(World world, int without) {
        world.restore(own(world), world.states.get(MatrixRun.MACHINES - without));
    }

    private static void reregister(World world) {
        ModelVm vm = own(world).vms().getFirst();
        own(world).remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO);
        world.duringFaults(Duration.ofMinutes(3), () -> own(world)
                .register(vm.machine(), vm.instanceUuid(), vm.folder(), vm.host()));
    }
}
