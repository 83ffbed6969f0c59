package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Selects the properties of a VM that are read, and converts them to a [VmRecord].
///
/// Only explicit leaf paths are read: whole subtrees such as `config` are tens of kilobytes for each VM, and so
/// is all of `config.extraConfig`, of which two keys are read. All of the paths exist in vSphere 6.7U3.
final class VmProperties {
    private static final String NAME = "name";
    private static final String BIOS_UUID = "config.uuid";
    private static final String INSTANCE_UUID = "config.instanceUuid";
    private static final String CPUS = "summary.config.numCpu";
    private static final String MEMORY = "summary.config.memorySizeMB";
    private static final String GUEST_ID = "summary.config.guestId";
    private static final String NIC_COUNT = "summary.config.numEthernetCards";
    private static final String TEMPLATE = "config.template";
    private static final String MANAGED_BY = "config.managedBy";
    private static final String METADATA = "config.extraConfig[\"guestinfo.metadata\"]";
    private static final String METADATA_ENCODING = "config.extraConfig[\"guestinfo.metadata.encoding\"]";
    private static final String HOST_NAME = "guest.hostName";
    private static final String NICS = "guest.net";
    private static final String TOOLS = "guest.toolsRunningStatus";
    private static final String POWER_STATE = "runtime.powerState";
    private static final String CONNECTION_STATE = "runtime.connectionState";
    private static final String HOST = "runtime.host";
    private static final String POOL = "resourcePool";
    private static final String PARENT = "parent";
    private static final String PARENT_VAPP = "parentVApp";

    /// The properties of the VMs of Nodes that the collector watches.
    static final List<String> WATCHED_PATHS = List.of(
            NAME,
            BIOS_UUID,
            INSTANCE_UUID,
            CPUS,
            MEMORY,
            GUEST_ID,
            NIC_COUNT,
            TEMPLATE,
            MANAGED_BY,
            METADATA,
            METADATA_ENCODING,
            HOST_NAME,
            NICS,
            TOOLS,
            POWER_STATE,
            CONNECTION_STATE,
            HOST,
            POOL,
            PARENT,
            PARENT_VAPP);

    /// The properties that are read of all VMs if many Nodes are searched at once.
    static final List<String> SEARCHED_PATHS = List.of(BIOS_UUID, HOST_NAME);

    /// The property that is read once for guests whose addresses are hard to tell apart without it, see
    /// [Gateways].
    static final List<String> ROUTE_PATHS = List.of("guest.ipStack");

    private VmProperties() {}

    /// Returns the host name of the guest; empty if the guest does not report it.
    static String hostName(Map<String, PropertyValue> values) {
        return text(values, HOST_NAME).orElse("");
    }

    static Optional<SystemUuid> biosUuid(Map<String, PropertyValue> values) {
        return text(values, BIOS_UUID).flatMap(SystemUuid::parse);
    }

    static VmRecord record(MoRef ref, Map<String, PropertyValue> values) {
        return new VmRecord(
                ref,
                text(values, NAME).orElse(ref.value()),
                uuids(values),
                role(values),
                connection(values),
                power(values),
                guest(values),
                new Hardware(
                        integer(values, CPUS),
                        integer(values, MEMORY),
                        text(values, GUEST_ID).orElse(""),
                        integer(values, NIC_COUNT)),
                parents(values));
    }

    private static Optional<VmRecord.Uuids> uuids(Map<String, PropertyValue> values) {
        Optional<SystemUuid> instance = text(values, INSTANCE_UUID).flatMap(SystemUuid::parse);
        return biosUuid(values).flatMap(bios -> instance.map(known -> new VmRecord.Uuids(bios, known.value())));
    }

    private static VmRole role(Map<String, PropertyValue> values) {
        if (valueAt(values, TEMPLATE).flag().orElse(false)) {
            return VmRole.TEMPLATE;
        }
        String managedByType = valueAt(values, MANAGED_BY).field("type").text().orElse("");
        return managedByType.toLowerCase(Locale.ROOT).contains("placeholder") ? VmRole.PLACEHOLDER : VmRole.MACHINE;
    }

    /// Reads the connection state. A missing state, or one that a newer vCenter added, counts as connected; only
    /// the power state is then unknown.
    private static ConnectionState connection(Map<String, PropertyValue> values) {
        return switch (text(values, CONNECTION_STATE).orElse("")) {
            case "disconnected" -> ConnectionState.DISCONNECTED;
            case "inaccessible" -> ConnectionState.INACCESSIBLE;
            case "invalid" -> ConnectionState.INVALID;
            case "orphaned" -> ConnectionState.ORPHANED;
            default -> ConnectionState.CONNECTED;
        };
    }

    private static Guest guest(Map<String, PropertyValue> values) {
        return new Guest(
                hostName(values),
                GuestProperties.nics(valueAt(values, NICS)),
                text(values, TOOLS).equals(Optional.of("guestToolsRunning")),
                List.of(),
                CloudInit.parseAddresses(option(values, METADATA), option(values, METADATA_ENCODING)));
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

    private static VmRecord.Parents parents(Map<String, PropertyValue> values) {
        return new VmRecord.Parents(
                valueAt(values, HOST).ref(),
                valueAt(values, POOL).ref(),
                valueAt(values, PARENT).ref().or(() -> valueAt(values, PARENT_VAPP)
                        .ref()));
    }

    /// Reads one key of `config.extraConfig`: the path names the whole option, with its key.
    private static String option(Map<String, PropertyValue> values, String path) {
        return valueAt(values, path).field("value").text().orElse("");
    }

    private static int integer(Map<String, PropertyValue> values, String path) {
        return GuestProperties.integer(valueAt(values, path)).orElse(0);
    }

    private static Optional<String> text(Map<String, PropertyValue> values, String path) {
        return valueAt(values, path).text();
    }

    private static PropertyValue valueAt(Map<String, PropertyValue> values, String path) {
        PropertyValue value = values.get(path);
        return value == null ? new PropertyValue.Unset() : value;
    }
}
