package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.FOLDER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.HOST;
import static dev.vspherecloud.vsphere.inventory.Fixtures.bios;
import static dev.vspherecloud.vsphere.inventory.Fixtures.instance;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ref;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestAddress.Origin;
import dev.vspherecloud.domain.vm.GuestAddress.State;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VmPropertiesTest {
    @Test
    void aVmWithoutPropertiesIsStillARecord() {
        VmRecord vm = VmProperties.record(ref(1), Map.of());

        assertThat(vm.name()).isEqualTo("vm-1");
        assertThat(vm.uuids()).isEmpty();
        assertThat(vm.power()).isEqualTo(PowerState.UNKNOWN);
        assertThat(vm.guest().hostName()).isEmpty();
        assertThat(vm.guest().nics()).isEmpty();
        assertThat(vm.guest().toolsRunning()).isFalse();
        assertThat(vm.guest().statics()).isEqualTo(new StaticAddresses.None());
        assertThat(vm.role()).isEqualTo(VmRole.MACHINE);
        assertThat(vm.hardware()).isEqualTo(new Hardware(0, 0, "", 0));
        assertThat(vm.parents()).isEqualTo(new VmRecord.Parents(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void readsIdentityHardwareAndParents() {
        VmRecord vm = VmProperties.record(
                ref(1),
                Map.of(
                        "config.uuid", text(bios(1).toString().toUpperCase(Locale.ROOT)),
                        "config.instanceUuid", text(instance(1).toString()),
                        "summary.config.numCpu", text("4"),
                        "summary.config.memorySizeMB", text("16384"),
                        "summary.config.guestId", text("ubuntu64Guest"),
                        "summary.config.numEthernetCards", text("3"),
                        "runtime.host", new PropertyValue.Ref(HOST),
                        "parent", new PropertyValue.Ref(FOLDER)));

        assertThat(vm.uuids()).contains(new VmRecord.Uuids(bios(1), instance(1)));
        assertThat(vm.hardware()).isEqualTo(new Hardware(4, 16384, "ubuntu64Guest", 3));
        assertThat(vm.parents())
                .isEqualTo(new VmRecord.Parents(Optional.of(HOST), Optional.empty(), Optional.of(FOLDER)));
    }

    @Test
    void theFolderOfAVmInAVappIsTheVapp() {
        var vapp = new MoRef("VirtualApp", "resgroup-v7");
        VmRecord vm = VmProperties.record(ref(1), Map.of("parentVApp", new PropertyValue.Ref(vapp)));

        assertThat(vm.parents().folder()).contains(vapp);
    }

    @Test
    void oneUuidAloneDoesNotIdentifyAVm() {
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
    void thePowerStateIsUnknownUnlessTheVmIsConnected(String connection, String power, PowerState expected) {
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
    void aTextThatIsNoPlainAddressIsLeftOut(String text) {
        assertThat(nics(nic("VM Network", "4000", text, "10.0.0.5")).getFirst().addresses())
                .extracting(GuestAddress::text)
                .containsExactly("10.0.0.5");
    }

    @Test
    void anIpv4MappedIpv6AddressCountsAsIpv4() {
        GuestAddress address = nics(nic("VM Network", "4000", "::ffff:10.0.0.5"))
                .getFirst()
                .addresses()
                .getFirst();

        assertThat(address.ip()).isInstanceOf(Inet4Address.class);
        assertThat(address.text()).isEqualTo("::ffff:10.0.0.5");
    }

    @Test
    void aValueOfAnotherTypeCountsAsUnset() {
        VmRecord vm = VmProperties.record(
                ref(1),
                Map.of("name", new PropertyValue.Ref(HOST), "runtime.host", text("host-1"), "guest.net", text("none")));

        assertThat(vm.name()).isEqualTo("vm-1");
        assertThat(vm.parents().host()).isEmpty();
        assertThat(vm.guest().nics()).containsExactly(new GuestNic("", GuestNic.NOT_A_DEVICE, List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "connected, CONNECTED",
        "disconnected, DISCONNECTED",
        "inaccessible, INACCESSIBLE",
        "invalid, INVALID",
        "orphaned, ORPHANED",
        "'', CONNECTED",
        "levitating, CONNECTED"
    })
    void readsTheConnectionState(String state, ConnectionState expected) {
        assertThat(VmProperties.record(ref(1), Map.of("runtime.connectionState", text(state)))
                        .connection())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "false, '', MACHINE",
        "true, '', TEMPLATE",
        "true, placeholderVm, TEMPLATE",
        "false, placeholderVm, PLACEHOLDER",
        "false, PlaceHolder, PLACEHOLDER",
        "false, vapp, MACHINE",
        "'', '', MACHINE"
    })
    void readsTheRoleOfTheVm(String template, String managedAs, VmRole expected) {
        var manager = new PropertyValue.Struct(
                "ManagedByInfo", Map.of("extensionKey", text("com.vmware.vcDr"), "type", text(managedAs)));
        VmRecord vm =
                VmProperties.record(ref(1), Map.of("config.template", text(template), "config.managedBy", manager));

        assertThat(vm.role()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "guestToolsRunning, true",
        "guestToolsNotRunning, false",
        "guestToolsExecutingScripts, false",
        "'', false"
    })
    void toolsRunOnlyIfTheStatusIsRunning(String status, boolean expected) {
        assertThat(VmProperties.record(ref(1), Map.of("guest.toolsRunningStatus", text(status)))
                        .guest()
                        .toolsRunning())
                .isEqualTo(expected);
    }

    @Test
    void readsTheStaticAddressesOfCloudInit() {
        VmRecord vm = VmProperties.record(
                ref(1),
                Map.of(
                        "config.extraConfig[\"guestinfo.metadata\"]",
                        option("bmV0d29yazoge2V0aGVybmV0czoge2E6IHthZGRyZXNzZXM6IFsxMC4wLjAuNS8yNF19fX0="),
                        "config.extraConfig[\"guestinfo.metadata.encoding\"]",
                        option("base64")));

        assertThat(vm.guest().statics())
                .isEqualTo(new StaticAddresses.Listed(List.of(InetAddress.ofLiteral("10.0.0.5"))));
    }

    @Test
    void readsTheHardwareAddressInLowerCase() {
        var nic = new PropertyValue.Struct("GuestNicInfo", Map.of("macAddress", text("00:50:56:AA:00:01")));

        assertThat(nics(nic).getFirst().mac()).isEqualTo("00:50:56:aa:00:01");
        assertThat(nics(nic("VM Network", "4000")).getFirst().mac()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.5, 24, manual, preferred, 24, MANUAL, PREFERRED",
        "10.0.0.5, 32, dhcp, deprecated, 32, DHCP, DEPRECATED",
        "10.0.0.5, 0, '', '', -1, UNKNOWN, UNKNOWN",
        "10.0.0.5, 33, other, unknown, -1, OTHER, UNKNOWN",
        "10.0.0.5, -1, other, invalid, -1, OTHER, INVALID",
        "fd00::5, 128, linklayer, tentative, 128, LINK_LAYER, TENTATIVE",
        "fd00::5, 129, random, duplicate, -1, RANDOM, DUPLICATE",
        "fd00::5, 64, levitation, inaccessible, 64, UNKNOWN, INACCESSIBLE",
        "::ffff:10.0.0.5, 24, manual, preferred, 24, MANUAL, PREFERRED"
    })
    void readsPrefixOriginAndStateOfAnAddress(
            String ip, String length, String origin, String state, int prefix, Origin expected, State expectedState) {
        GuestAddress address = nics(nic(List.of(ip), detail(ip, length, origin, state)))
                .getFirst()
                .addresses()
                .getFirst();

        assertThat(address.text()).isEqualTo(ip);
        assertThat(address.prefixLength()).isEqualTo(prefix < 0 ? OptionalInt.empty() : OptionalInt.of(prefix));
        assertThat(address.origin()).isEqualTo(expected);
        assertThat(address.state()).isEqualTo(expectedState);
    }

    @Test
    void theFlatListDecidesTheAddressesAndTheirOrder() {
        List<GuestNic> nics = nics(nic(
                List.of("10.0.0.6", "10.0.0.5", "FD00:0::7"),
                detail("10.0.0.9", "32", "manual", "preferred"),
                detail("fd00::7", "64", "linklayer", "preferred"),
                detail("nonsense", "64", "", ""),
                detail("10.0.0.5", "24", "dhcp", "preferred"),
                detail("10.0.0.5", "32", "manual", "deprecated")));

        assertThat(nics.getFirst().addresses())
                .extracting(GuestAddress::text)
                .containsExactly("10.0.0.6", "10.0.0.5", "FD00:0::7");
        assertThat(nics.getFirst().addresses())
                .extracting(GuestAddress::prefixLength)
                .containsExactly(OptionalInt.empty(), OptionalInt.of(24), OptionalInt.of(64));
    }

    @Test
    void readsTheGatewaysOfDefaultRoutesOnly() {
        var stack = new PropertyValue.Struct(
                "GuestStackInfo",
                Map.of(
                        "ipRouteConfig",
                        new PropertyValue.Struct(
                                "NetIpRouteConfigInfo",
                                Map.of(
                                        "ipRoute",
                                        new PropertyValue.Items(
                                                "NetIpRouteConfigInfoIpRoute",
                                                List.of(
                                                        route("10.244.0.0", "24", "10.244.0.1"),
                                                        route("0.0.0.0", "0", "10.0.0.1"),
                                                        route("0.0.0.0", "0", ""),
                                                        route("0.0.0.0", "0", "10.0.0.1"),
                                                        route("::", "0", "fe80::1")))))));

        assertThat(GuestProperties.gateways(new PropertyValue.Items("GuestStackInfo", List.of(stack))))
                .containsExactly(InetAddress.ofLiteral("10.0.0.1"), InetAddress.ofLiteral("fe80::1"));
        assertThat(GuestProperties.gateways(new PropertyValue.Unset())).isEmpty();
    }

    private static PropertyValue route(String network, String length, String gateway) {
        return new PropertyValue.Struct(
                "NetIpRouteConfigInfoIpRoute",
                Map.of(
                        "network",
                        text(network),
                        "prefixLength",
                        text(length),
                        "gateway",
                        new PropertyValue.Struct("NetIpRouteConfigInfoGateway", Map.of("ipAddress", text(gateway)))));
    }

    private static PropertyValue option(String value) {
        return new PropertyValue.Struct("OptionValue", Map.of("key", text("a key"), "value", text(value)));
    }

    private static PropertyValue detail(String ip, String length, String origin, String state) {
        return new PropertyValue.Struct(
                "NetIpConfigInfoIpAddress",
                Map.of(
                        "ipAddress",
                        text(ip),
                        "prefixLength",
                        text(length),
                        "origin",
                        text(origin),
                        "state",
                        text(state)));
    }

    private static PropertyValue nic(List<String> addresses, PropertyValue... details) {
        var config = new PropertyValue.Struct(
                "NetIpConfigInfo",
                Map.of("ipAddress", new PropertyValue.Items("NetIpConfigInfoIpAddress", List.of(details))));
        var flat = new PropertyValue.Items(
                "string", addresses.stream().map(VmPropertiesTest::text).toList());
        return new PropertyValue.Struct("GuestNicInfo", Map.of("ipAddress", flat, "ipConfig", config));
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
