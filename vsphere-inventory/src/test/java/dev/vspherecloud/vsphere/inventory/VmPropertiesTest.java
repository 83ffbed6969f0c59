package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.FOLDER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.HOST;
import static dev.vspherecloud.vsphere.inventory.Fixtures.bios;
import static dev.vspherecloud.vsphere.inventory.Fixtures.instance;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ref;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.net.Inet4Address;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VmPropertiesTest {
    @Test
    void aVmOfWhichNothingIsKnownIsStillARecord() {
        VmRecord vm = VmProperties.record(ref(1), Map.of());

        assertThat(vm.name()).isEqualTo("vm-1");
        assertThat(vm.uuids()).isEmpty();
        assertThat(vm.power()).isEqualTo(PowerState.UNKNOWN);
        assertThat(vm.guest().hostName()).isEmpty();
        assertThat(vm.guest().nics()).isEmpty();
        assertThat(vm.hardware()).isEqualTo(new Hardware(0, 0, ""));
        assertThat(vm.home()).isEqualTo(new VmRecord.Home(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void readsIdentityHardwareAndHome() {
        VmRecord vm = VmProperties.record(
                ref(1),
                Map.of(
                        "config.uuid", text(bios(1).toString().toUpperCase(Locale.ROOT)),
                        "config.instanceUuid", text(instance(1).toString()),
                        "summary.config.numCpu", text("4"),
                        "summary.config.memorySizeMB", text("16384"),
                        "summary.config.guestId", text("ubuntu64Guest"),
                        "runtime.host", new PropertyValue.Ref(HOST),
                        "parent", new PropertyValue.Ref(FOLDER)));

        assertThat(vm.uuids()).contains(new VmRecord.Uuids(bios(1), instance(1)));
        assertThat(vm.hardware()).isEqualTo(new Hardware(4, 16384, "ubuntu64Guest"));
        assertThat(vm.home()).isEqualTo(new VmRecord.Home(Optional.of(HOST), Optional.empty(), Optional.of(FOLDER)));
    }

    @Test
    void aVmInAVappIsFiledThere() {
        var vapp = new MoRef("VirtualApp", "resgroup-v7");
        VmRecord vm = VmProperties.record(ref(1), Map.of("parentVApp", new PropertyValue.Ref(vapp)));

        assertThat(vm.home().folder()).contains(vapp);
    }

    @Test
    void oneUuidAloneIdentifiesNobody() {
        assertThat(VmProperties.record(ref(1), Map.of("config.uuid", text(bios(1).toString())))
                        .uuids())
                .isEmpty();
        assertThat(VmProperties.record(
                                ref(1),
                                Map.of("config.uuid", text("nonsense"), "config.instanceUuid", text("nonsense")))
                        .uuids())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "connected, poweredOn, ON",
        "connected, poweredOff, OFF",
        "connected, suspended, SUSPENDED",
        "connected, exploded, UNKNOWN",
        "connected, '', UNKNOWN",
        "disconnected, poweredOff, UNKNOWN",
        "inaccessible, poweredOff, UNKNOWN",
        "'', poweredOff, UNKNOWN"
    })
    void thePowerStateCountsOnlyWhileTheVmIsConnected(String connection, String power, PowerState expected) {
        var values = Map.of("runtime.connectionState", text(connection), "runtime.powerState", text(power));

        assertThat(VmProperties.record(ref(1), values).power()).isEqualTo(expected);
    }

    @Test
    void readsTheNicsInTheGuestsOrder() {
        List<GuestNic> nics = nics(nic("VM Network", "4000", "10.0.0.5", "fd00::5"), nic("", "-1", "172.17.0.1"));

        assertThat(nics).extracting(GuestNic::network).containsExactly("VM Network", "");
        assertThat(nics).extracting(GuestNic::deviceKey).containsExactly(4000, GuestNic.NOT_A_DEVICE);
        assertThat(nics.getFirst().addresses()).extracting(GuestAddress::text).containsExactly("10.0.0.5", "fd00::5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "99999999999"})
    void aNicWithoutAReadableKeyIsNoDevice(String key) {
        assertThat(nics(nic("VM Network", key, "10.0.0.5")).getFirst().deviceKey())
                .isEqualTo(GuestNic.NOT_A_DEVICE);
    }

    @Test
    void aNicWithoutAKeyOrAddressesIsRead() {
        List<GuestNic> nics = nics(new PropertyValue.Struct("GuestNicInfo", Map.of("network", text("pods"))));

        assertThat(nics).containsExactly(new GuestNic("pods", GuestNic.NOT_A_DEVICE, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fe80::1%eth0",
                "[fd00::5]",
                "10.0.0.5/24",
                "10.1",
                "10",
                "010.0.0.5",
                "256.0.0.1",
                "10.0.0.5.6",
                "worker.example",
                "::g",
                ":",
                " 10.0.0.5",
                "unknown"
            })
    void whatIsNoPlainAddressIsLeftOut(String text) {
        assertThat(nics(nic("VM Network", "4000", text, "10.0.0.5")).getFirst().addresses())
                .extracting(GuestAddress::text)
                .containsExactly("10.0.0.5");
    }

    @Test
    void anIpv4AddressInIpv6ClothesCountsAsIpv4() {
        GuestAddress address = nics(nic("VM Network", "4000", "::ffff:10.0.0.5"))
                .getFirst()
                .addresses()
                .getFirst();

        assertThat(address.ip()).isInstanceOf(Inet4Address.class);
        assertThat(address.text()).isEqualTo("::ffff:10.0.0.5");
    }

    @Test
    void aValueOfAnotherShapeCountsAsNotSet() {
        VmRecord vm = VmProperties.record(
                ref(1),
                Map.of("name", new PropertyValue.Ref(HOST), "runtime.host", text("host-1"), "guest.net", text("none")));

        assertThat(vm.name()).isEqualTo("vm-1");
        assertThat(vm.home().host()).isEmpty();
        assertThat(vm.guest().nics()).containsExactly(new GuestNic("", GuestNic.NOT_A_DEVICE, List.of()));
    }

    private static List<GuestNic> nics(PropertyValue... nics) {
        var values = Map.<String, PropertyValue>of("guest.net", new PropertyValue.Items("GuestNicInfo", List.of(nics)));
        return VmProperties.record(ref(1), values).guest().nics();
    }

    private static PropertyValue nic(String network, String key, String... addresses) {
        var fields = new HashMap<String, PropertyValue>();
        fields.put("network", text(network));
        fields.put("deviceConfigId", text(key));
        fields.put(
                "ipAddress",
                new PropertyValue.Items(
                        "string",
                        Arrays.stream(addresses).map(VmPropertiesTest::text).toList()));
        return new PropertyValue.Struct("GuestNicInfo", fields);
    }

    private static PropertyValue text(String text) {
        return new PropertyValue.Text("string", text);
    }
}
