package dev.vspherecloud.testkit.fakes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.Instances;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// The contract of [Instances]. It runs against the fake and against the inventory on a simulated vCenter, so the fake
/// cannot differ from it.
public abstract class InstancesContract {
    private static final NodeName W1 = new NodeName("w-1");
    private static final SystemUuid UUID_1 = uuid("42000000-1111-2222-3333-000000000001");
    private static final SystemUuid UUID_2 = uuid("42000000-1111-2222-3333-000000000002");

    protected abstract Instances instances();

    /// Adds a VM that is powered on and has one NIC with this address. The host name of the guest is the name of the
    /// VM.
    protected abstract RecordedVm add(String name, SystemUuid uuid, String address);

    protected abstract void changeAddress(VmRef vm, String address);

    protected abstract void powerOff(VmRef vm);

    protected abstract void destroy(VmRef vm);

    /// Looks up a Node until the condition holds, and fails if it does not hold in time.
    protected abstract VmLookup await(NodeName node, Predicate<VmLookup> condition);

    @Test
    void aNodeThatIsNotWatchedIsPending() {
        add("w-1", UUID_1, "10.0.0.1");

        assertThat(instances().lookup(W1)).isEqualTo(new VmLookup.Pending());
    }

    @Test
    void aVmIsFoundByItsUuid() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");
        add("w-2", UUID_2, "10.0.0.2");

        watch(UUID_1);

        assertThat(awaitFound(vm.ref()).identity().biosUuid()).isEqualTo(UUID_1);
    }

    @Test
    void aVmIsFoundByTheUuidInTheOtherByteOrder() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");

        watch(UUID_1.byteSwapped());

        assertThat(awaitFound(vm.ref()).identity().instanceUuid()).isEqualTo(vm.instanceUuid());
    }

    @Test
    void aNodeWithoutAUuidIsFoundByItsName() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");
        add("w-2", UUID_2, "10.0.0.2");

        instances().watch(new VmQuery(W1, Optional.empty(), Optional.empty(), Optional.empty()));

        awaitFound(vm.ref());
    }

    @Test
    void aVmThatIsNotThereIsMissing() {
        add("w-2", UUID_2, "10.0.0.2");

        watch(UUID_1);

        await(W1, VmLookup.Missing.class::isInstance);
    }

    @Test
    void twoVmsWithOneUuidAreAmbiguous() {
        add("w-1", UUID_1, "10.0.0.1");
        add("copy", UUID_1, "10.0.0.2");

        watch(UUID_1);

        await(W1, lookup -> lookup instanceof VmLookup.Ambiguous(List<Vm> vms) && vms.size() == 2);
    }

    @Test
    void ofTwoVmsWithOneUuidTheRunningOneIsFound() {
        RecordedVm runs = add("w-1", UUID_1, "10.0.0.1");
        powerOff(add("copy", UUID_1, "10.0.0.2").ref());

        watch(UUID_1);

        awaitFound(runs.ref());
    }

    @Test
    void aFoundVmStaysFoundWhenItIsPoweredOff() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");
        RecordedVm copy = add("copy", UUID_1, "10.0.0.2");
        powerOff(copy.ref());
        watch(UUID_1);
        awaitFound(vm.ref());

        powerOff(vm.ref());

        await(
                W1,
                lookup -> lookup instanceof VmLookup.Found(Vm found, var _, var remark)
                        && found.identity().ref().equals(vm.ref())
                        && found.power() == PowerState.OFF
                        && remark.isPresent());
    }

    @Test
    void aProviderIdInTheOtherByteOrderIsFoundAsWell() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");

        watch(UUID_1.byteSwapped(), UUID_1);

        awaitFound(vm.ref());
    }

    @Test
    void aKubeletOnAnotherVmThanTheProviderIdSaysIsAConflict() {
        add("old", UUID_1, "10.0.0.1");
        RecordedVm rebuilt = add("w-1", UUID_2, "10.0.0.2");

        watch(UUID_1, UUID_2);

        await(
                W1,
                lookup -> lookup instanceof VmLookup.Conflict(var _, List<Vm> old, var _, List<Vm> running)
                        && old.size() == 1
                        && running.getFirst().identity().ref().equals(rebuilt.ref()));
    }

    @Test
    void aConflictIsSeenAlthoughTheOldVmIsRecorded() {
        RecordedVm old = add("old", UUID_1, "10.0.0.1");
        watch(UUID_1, old);
        awaitFound(old.ref());
        add("w-1", UUID_2, "10.0.0.2");

        instances().watch(new VmQuery(W1, Optional.of(UUID_1), Optional.of(UUID_2), Optional.of(old)));

        await(W1, VmLookup.Conflict.class::isInstance);
    }

    @Test
    void ifNoVmHasTheKubeletsUuidTheProviderIdDecides() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");

        watch(UUID_1, UUID_2);

        awaitFound(vm.ref());
    }

    @Test
    void anInstanceUuidIsNoBiosUuid() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");

        watch(new SystemUuid(vm.instanceUuid()));

        await(W1, VmLookup.Missing.class::isInstance);
    }

    @Test
    void aNewAddressIsSeen() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");
        watch(UUID_1);
        awaitFound(vm.ref());

        changeAddress(vm.ref(), "10.0.9.9");

        await(
                W1,
                lookup -> lookup instanceof VmLookup.Found(Vm found, var _, var _)
                        && addresses(found).equals(List.of("10.0.9.9")));
    }

    @Test
    void aVmThatIsDestroyedIsMissing() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");
        watch(UUID_1);
        awaitFound(vm.ref());

        destroy(vm.ref());

        await(W1, VmLookup.Missing.class::isInstance);
    }

    @Test
    void aVmThatComesLaterIsFound() {
        watch(UUID_1);
        await(W1, VmLookup.Missing.class::isInstance);

        awaitFound(add("w-1", UUID_1, "10.0.0.1").ref());
    }

    @Test
    void aRecordedVmIsFound() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");

        watch(UUID_1, vm);

        awaitFound(vm.ref());
    }

    @Test
    void aRecordOfAnotherVmIsIgnored() {
        RecordedVm right = add("w-1", UUID_1, "10.0.0.1");
        RecordedVm wrong = add("w-2", UUID_2, "10.0.0.2");

        watch(UUID_1, wrong);

        awaitFound(right.ref());
    }

    @Test
    void aRecordFromAnUnknownVcenterIsIgnored() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");
        var elsewhere = new VmRef(new UUID(9, 9), vm.ref().moref());

        watch(UUID_1, new RecordedVm(elsewhere, vm.instanceUuid(), Optional.empty(), Optional.empty()));

        awaitFound(vm.ref());
    }

    @Test
    void aForgottenNodeIsPendingAgain() {
        RecordedVm vm = add("w-1", UUID_1, "10.0.0.1");
        watch(UUID_1);
        awaitFound(vm.ref());

        instances().forget(W1);

        assertThat(instances().lookup(W1)).isEqualTo(new VmLookup.Pending());
    }

    /// Watches the Node as its kubelet registered it: without a provider ID.
    private void watch(SystemUuid reported) {
        instances().watch(new VmQuery(W1, Optional.empty(), Optional.of(reported), Optional.empty()));
    }

    /// Watches the Node as one that was initialised before.
    private void watch(SystemUuid uuid, RecordedVm recorded) {
        instances().watch(new VmQuery(W1, Optional.of(uuid), Optional.of(uuid), Optional.of(recorded)));
    }

    private void watch(SystemUuid named, SystemUuid reported) {
        instances().watch(new VmQuery(W1, Optional.of(named), Optional.of(reported), Optional.empty()));
    }

    private Vm awaitFound(VmRef vm) {
        VmLookup lookup = await(
                W1,
                each -> each instanceof VmLookup.Found(Vm found, var _, var _)
                        && found.identity().ref().equals(vm));
        return ((VmLookup.Found) lookup).vm();
    }

    private static List<String> addresses(Vm vm) {
        return vm.guest().nics().stream()
                .flatMap(nic -> nic.addresses().stream())
                .map(address -> address.text())
                .toList();
    }

    private static SystemUuid uuid(String text) {
        return SystemUuid.parse(text).orElseThrow();
    }
}
