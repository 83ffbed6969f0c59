package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimulatedVcenterIT {
    private SimulatedVcenter vcenter;
    private SoapCalls soap;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start(
                VcenterOptions.defaults(),
                Topology.empty().cluster("dc-1", "zone-a", 2).cluster("dc-1", "zone-b", 2));
        soap = new SoapCalls(vcenter);
    }

    @AfterEach
    void stop() {
        soap.close();
        vcenter.close();
    }

    @Test
    void createsFiveThousandVmsAndKeepsThem() {
        var specs = IntStream.range(0, 5000)
                .mapToObj(i -> aVm("vm-" + i)
                        .in("dc-1", "zone-a")
                        .hostName("vm-" + i)
                        .address("10.0.%d.%d/16".formatted(i / 250, i % 250)))
                .toList();

        var refs = vcenter.addVms(specs);

        assertThat(new HashSet<>(refs)).hasSize(5000);
        vcenter.restart();
        soap.login();
        assertThat(soap.findByUuid(specs.get(4321).uuid())).isEqualTo(refs.get(4321));
    }

    @Test
    void showsWhatTheGuestReports() {
        var ref = vcenter.addVm(
                aVm("w-1").in("dc-1", "zone-b").hostName("w-1.example.com").address("10.0.0.5/24", "fd00::5/64"));

        soap.login();
        var vm = soap.properties("VirtualMachine", ref, "name", "guest.hostName", "guest.net", "runtime.powerState");
        assertThat(vm)
                .contains("w-1.example.com", "<ipAddress>10.0.0.5</ipAddress>", "<prefixLength>64</prefixLength>");
        assertThat(vm).contains(">poweredOn<", "<deviceConfigId>4000</deviceConfigId>");
    }

    @Test
    void aWaitingClientGetsAChange() {
        var ref = vcenter.addVm(aVm("w-1").in("dc-1", "zone-a").address("10.0.0.5/24"));
        soap.login();
        var version = soap.watch(ref, "guest.net", "runtime.powerState", "config.uuid");

        vcenter.change(change(ref).address("10.0.0.6/24").poweredOff().uuid("4237558d-a1b2-c3d4-e5f6-0123456789ab"));

        var update = soap.waitForUpdates(version);
        assertThat(update).contains("10.0.0.6", ">poweredOff<", "4237558d-a1b2-c3d4-e5f6-0123456789ab");
    }

    @Test
    void movesVmsBetweenHosts() {
        var ref = vcenter.addVm(aVm("w-1").in("dc-1", "zone-a"));
        var target = vcenter.inventory().cluster("dc-1", "zone-b").host("zone-b-host-2");
        soap.login();
        var version = soap.watch(ref, "runtime.host");

        vcenter.change(change(ref).onHost("zone-b-host-2"));

        assertThat(soap.waitForUpdates(version)).contains(">" + target + "<");
        assertThat(soap.properties("HostSystem", target, "vm")).contains(">" + ref + "<");
    }

    @Test
    void aWaitingClientGetsADestroyedVm() {
        var ref = vcenter.addVm(aVm("w-1").in("dc-1", "zone-a"));
        soap.login();
        var version = soap.watch(ref, "name");

        vcenter.destroy(ref);

        assertThat(soap.waitForUpdates(version)).contains("<kind>leave</kind>");
        assertThat(vcenter.vms()).isEmpty();
    }

    @Test
    void attachesTags() {
        var zone = vcenter.addCategory("k8s-zone", "zone-a", "zone-b");
        var cluster = vcenter.inventory().cluster("dc-1", "zone-a").tagged();

        vcenter.attach(zone.tag("zone-a"), cluster);

        assertThat(soap.attachedTags(cluster)).contains(zone.tag("zone-a"));
        vcenter.detach(zone.tag("zone-a"), cluster);
        assertThat(soap.attachedTags(cluster)).doesNotContain("urn:");
    }

    @Test
    void makesHundredsOfCategories() {
        var many = IntStream.range(0, 300)
                .boxed()
                .collect(Collectors.toMap(i -> "category-" + i, i -> List.of("tag-" + i)));

        assertThat(vcenter.addCategories(many)).hasSize(300);
    }

    @Test
    void aRestartKeepsItsState() {
        var zone = vcenter.addCategory("k8s-zone", "zone-a");
        var before = vcenter.inventory();
        vcenter.attach(zone.tag("zone-a"), before.cluster("dc-1", "zone-a").tagged());
        vcenter.addVms(IntStream.range(0, 50)
                .mapToObj(i ->
                        aVm("w-" + i).in("dc-1", "zone-a").hostName("w-" + i).address("10.0.0." + i + "/24"))
                .toList());
        vcenter.change(change(vcenter.vms().getFirst().ref()).poweredOff());
        var vms = vcenter.vms();
        var url = vcenter.url();
        var thumbprint = vcenter.sha256Thumbprint();

        vcenter.restart();

        assertThat(vcenter.url()).isEqualTo(url);
        assertThat(vcenter.sha256Thumbprint()).isEqualTo(thumbprint);
        assertThat(vcenter.inventory()).isEqualTo(before);
        assertThat(vcenter.vms()).containsExactlyInAnyOrderElementsOf(vms);
        assertThat(soap.attachedTags(before.cluster("dc-1", "zone-a").tagged())).contains(zone.tag("zone-a"));
        vcenter.addVm(aVm("new").in("dc-1", "zone-b"));
        assertThat(vcenter.vms()).hasSize(51);
    }

    @Test
    void reissuesReferencesAsARestoreCan() {
        var one = vcenter.addVm(aVm("one").in("dc-1", "zone-a"));
        var other = vcenter.addVm(aVm("other").in("dc-1", "zone-b"));

        vcenter.restartReissued(Map.of(one, other));

        var names = vcenter.vms().stream().collect(Collectors.toMap(SimulatedVm::ref, SimulatedVm::name));
        assertThat(names).isEqualTo(Map.of(one, "other", other, "one"));
    }

    @Test
    void aRestartAfterACrashHasTheSavedState() {
        vcenter.addVm(aVm("w-1").in("dc-1", "zone-a"));
        vcenter.save();
        vcenter.kill();

        vcenter.restart();

        assertThat(vcenter.vms()).hasSize(1);
    }

    @Test
    void countsAndEndsSessions() {
        soap.login();
        soap.loginRest();
        assertThat(vcenter.sessions()).hasToString("1 SOAP, 1 REST");

        vcenter.terminateSessions();

        assertThat(vcenter.sessions()).hasToString("0 SOAP, 0 REST");
        assertThat(
                        soap.call(
                                "<CurrentTime xmlns=\"urn:vim25\"><_this type=\"ServiceInstance\">ServiceInstance</_this></CurrentTime>"))
                .contains("NotAuthenticated");
    }

    @Test
    void refusesTheOldPassword() {
        vcenter.changePassword("new");

        assertThat(soap.tryLogin(vcenter.password())).contains("InvalidLogin");
        assertThat(soap.tryLogin("new")).contains("LoginResponse");
    }

    @Test
    void listsItsVersions() {
        assertThat(soap.get("/sdk/vimServiceVersions.xml"))
                .contains("<version>8.0.3.0</version>", "<version>6.7.3</version>");
    }

    @Test
    void hangsWhilePaused() {
        vcenter.pause();

        assertThat(soap.isAnsweredWithin(Duration.ofMillis(300))).isFalse();
        vcenter.resume();
        assertThat(soap.isAnsweredWithin(EventTimeout.LIMIT)).isTrue();
    }
}
