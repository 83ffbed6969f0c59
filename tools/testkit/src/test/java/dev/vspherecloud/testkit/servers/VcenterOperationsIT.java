package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests operations on VMs and on a whole vCenter, as its clients see them.
class VcenterOperationsIT {
    private SimulatedVcenter vcenter;
    private SoapCalls soap;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start();
        soap = new SoapCalls(vcenter);
    }

    @AfterEach
    void stop() {
        soap.close();
        vcenter.close();
    }

    @Test
    void aDestroyedVmHasATaskAndAnEvent() {
        var ref = vcenter.addVm(aVm("w-1"));

        vcenter.destroy(ref);

        var task = vcenter.history().tasks().getLast();
        assertThat(task).extracting("kind", "entity").containsExactly("VirtualMachine.destroy", ref);
        assertThat(vcenter.history().events().stream().filter(event -> event.chain() == task.chain()))
                .extracting(VcenterHistory.Event::kind, VcenterHistory.Event::vm)
                .containsExactly(tuple("TaskEvent", ref), tuple("VmRemovedEvent", ref));
        soap.login();
        assertThat(soap.queryEvents(task.chain()))
                .contains("VmRemovedEvent", "<descriptionId>VirtualMachine.destroy</descriptionId>");
        assertThat(soap.properties("VirtualMachine", ref, "name")).contains("ManagedObjectNotFound");
    }

    @Test
    void theNewestEventIsAProperty() {
        soap.login();
        vcenter.addVm(aVm("w-1"));

        assertThat(soap.properties("EventManager", "EventManager", "latestEvent"))
                .contains("<key>" + vcenter.history().newest().key() + "</key>");
    }

    @Test
    void aRestoredVcenterLacksNewerVmsAndReusesTheirReferences() {
        vcenter.addVm(aVm("old"));
        var backup = vcenter.backUp();
        var instance = vcenter.instanceUuid();
        int key = vcenter.history().newest().key();
        var newer = vcenter.addVms(
                IntStream.range(0, 5).mapToObj(n -> aVm("young-" + n)).toList());

        vcenter.restore(backup);

        assertThat(vcenter.instanceUuid()).isEqualTo(instance);
        assertThat(vcenter.vms()).extracting(SimulatedVm::name).containsExactly("old");
        assertThat(vcenter.history().newest().key()).isEqualTo(key);
        assertThat(vcenter.addVm(aVm("other"))).isEqualTo(newer.getFirst());
    }

    @Test
    void aReplacedVcenterHasTheSameTopologyAndNoVms() {
        vcenter.addVm(aVm("w-1"));
        var before = vcenter.inventory();
        var url = vcenter.url();

        vcenter.replaceWithEmpty();

        assertThat(vcenter.url()).isEqualTo(url);
        assertThat(vcenter.instanceUuid()).isNotEqualTo(before.instanceUuid());
        assertThat(vcenter.inventory().topology()).isEqualTo(before.topology());
        assertThat(vcenter.vms()).isEmpty();
        var replaced = vcenter.instanceUuid();
        vcenter.restart();
        assertThat(vcenter.instanceUuid()).isEqualTo(replaced);
    }

    @Test
    void aHiddenVmIsNotFoundAndNotReadable() {
        var hidden = aVm("hidden");
        var ref = vcenter.addVm(hidden);
        soap.login();
        assertThat(soap.findByUuid(hidden.uuid())).isEqualTo(ref);

        vcenter.rights().hide(TaggedObject.vm(ref));
        assertThat(soap.findByUuid(hidden.uuid())).isNotEqualTo(ref);
        assertThat(soap.properties("VirtualMachine", ref, "name"))
                .contains("<missingSet>", "NoPermission")
                .doesNotContain("hidden");

        vcenter.rights().refuse(TaggedObject.vm(ref));
        assertThat(soap.properties("VirtualMachine", ref, "name")).contains("NoPermissionFault");

        vcenter.rights().hideEverything();
        assertThat(soap.queryEvents(1)).contains("NoPermission");

        vcenter.rights().restore();
        assertThat(soap.findByUuid(hidden.uuid())).isEqualTo(ref);
    }

    @Test
    void aRegisteredVmIsTheSameUnderAnotherReference() {
        var spec = aVm("w-1");
        var ref = vcenter.addVm(spec);

        vcenter.operations().unregister(List.of(ref));
        assertThat(vcenter.vms()).isEmpty();
        var again = vcenter.operations().register(List.of(ref)).getFirst();

        assertThat(again).isNotEqualTo(ref);
        assertThat(vcenter.vms())
                .extracting(SimulatedVm::ref, SimulatedVm::uuid)
                .containsExactly(tuple(again, spec.uuid()));
        assertThat(vcenter.history().tasks())
                .extracting(VcenterHistory.Task::kind)
                .doesNotContain("VirtualMachine.destroy");
    }
}
