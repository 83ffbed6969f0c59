package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Which properties of a VM we read, and how they become a [VmRecord].
///
/// Explicit leaf paths: whole subtrees such as `config` are tens of kilobytes a VM. All of them exist in vSphere
/// 6.7U3.
final class VmProperties {
    private static final String NAME = "name";
    private static final String BIOS_UUID = "config.uuid";
    private static final String INSTANCE_UUID = "config.instanceUuid";
    private static final String CPUS = "summary.config.numCpu";
    private static final String MEMORY = "summary.config.memorySizeMB";
    private static final String GUEST_ID = "summary.config.guestId";
    private static final String HOST_NAME = "guest.hostName";
    private static final String NICS = "guest.net";
    private static final String POWER_STATE = "runtime.powerState";
    private static final String CONNECTION_STATE = "runtime.connectionState";
    private static final String HOST = "runtime.host";
    private static final String POOL = "resourcePool";
    private static final String PARENT = "parent";
    private static final String PARENT_VAPP = "parentVApp";

    /// What is watched of the VMs behind our Nodes.
    static final List<String> WATCHED = List.of(
            NAME,
            BIOS_UUID,
            INSTANCE_UUID,
            CPUS,
            MEMORY,
            GUEST_ID,
            HOST_NAME,
            NICS,
            POWER_STATE,
            CONNECTION_STATE,
            HOST,
            POOL,
            PARENT,
            PARENT_VAPP);

    /// What is read of every VM when many are searched at once.
    static final List<String> SEARCHED = List.of(BIOS_UUID);

    /// The JDK's reader also takes `10.1` and `010.0.0.1` for addresses, and zones and brackets; a Node's are four
    /// plain numbers, or have a colon.
    private static final Pattern ADDRESS = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}|[^\\[%]*:[^%]*");

    private VmProperties() {}

    static Optional<SystemUuid> biosUuid(Map<String, PropertyValue> values) {
        return text(values, BIOS_UUID).flatMap(SystemUuid::parse);
    }

    static VmRecord record(MoRef ref, Map<String, PropertyValue> values) {
        return new VmRecord(
                ref,
                text(values, NAME).orElse(ref.value()),
                uuids(values),
                power(values),
                new Guest(text(values, HOST_NAME).orElse(""), nics(at(values, NICS))),
                new Hardware(
                        whole(at(values, CPUS)).orElse(0),
                        whole(at(values, MEMORY)).orElse(0),
                        text(values, GUEST_ID).orElse("")),
                home(values));
    }

    private static Optional<VmRecord.Uuids> uuids(Map<String, PropertyValue> values) {
        Optional<SystemUuid> instance = text(values, INSTANCE_UUID).flatMap(SystemUuid::parse);
        return biosUuid(values).flatMap(bios -> instance.map(known -> new VmRecord.Uuids(bios, known.value())));
    }

    private static PowerState power(Map<String, PropertyValue> values) {
        if (!text(values, CONNECTION_STATE).equals(Optional.of("connected"))) {
            return PowerState.UNKNOWN;
        }
        return switch (text(values, POWER_STATE).orElse("")) {
            case "poweredOn" -> PowerState.ON;
            case "poweredOff" -> PowerState.OFF;
            case "suspended" -> PowerState.SUSPENDED;
            default -> PowerState.UNKNOWN;
        };
    }

    private static VmRecord.Home home(Map<String, PropertyValue> values) {
        return new VmRecord.Home(
                at(values, HOST).ref(),
                at(values, POOL).ref(),
                at(values, PARENT).ref().or(() -> at(values, PARENT_VAPP).ref()));
    }

    private static List<GuestNic> nics(PropertyValue value) {
        return value.items().stream().map(VmProperties::nic).toList();
    }

    private static GuestNic nic(PropertyValue value) {
        return new GuestNic(
                value.field("network").text().orElse(""),
                whole(value.field("deviceConfigId")).orElse(GuestNic.NOT_A_DEVICE),
                value.field("ipAddress").items().stream()
                        .flatMap(text -> text.text().stream())
                        .flatMap(text -> address(text).stream())
                        .toList());
    }

    /// Tools report an address as plain text; what is none (a zone suffix, a prefix) can't be a Node's either.
    private static Optional<GuestAddress> address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new GuestAddress(text, InetAddress.ofLiteral(text)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> whole(PropertyValue value) {
        OptionalLong number = value.number();
        return number.isPresent() && number.getAsLong() == (int) number.getAsLong()
                ? Optional.of((int) number.getAsLong())
                : Optional.empty();
    }

    private static Optional<String> text(Map<String, PropertyValue> values, String path) {
        return at(values, path).text();
    }

    private static PropertyValue at(Map<String, PropertyValue> values, String path) {
        PropertyValue value = values.get(path);
        return value == null ? new PropertyValue.Unset() : value;
    }
}
