package dev.vspherecloud.testkit.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/// A VM of a simulated vCenter, or a change of one; immutable.
///
/// A new VM ([#aVm]) has defaults: powered on and connected, Ubuntu, two CPUs, 4 GB, VMware Tools running, fresh UUIDs,
/// no NIC, and the hosts of its cluster in turn. A change ([#change]) keeps every value that it does not set.
public final class VmSpec {
    private final ObjectNode json;

    private VmSpec(ObjectNode json) {
        this.json = json;
    }

    /// A new VM in cluster `cluster-1` of datacenter `dc-1`, which a simulated vCenter has by default.
    public static VmSpec aVm(String name) {
        return new VmSpec(JsonNodeFactory.instance.objectNode())
                .name(name)
                .uuid(UUID.randomUUID().toString())
                .in("dc-1", "cluster-1");
    }

    /// A change of an existing VM.
    ///
    /// @param ref the VM's moref, as in `vm-42`
    public static VmSpec change(String ref) {
        return new VmSpec(JsonNodeFactory.instance.objectNode()).text("id", ref);
    }

    public VmSpec name(String name) {
        return text("name", name);
    }

    /// The BIOS UUID, which the guest sees as its system UUID.
    public VmSpec uuid(String uuid) {
        return text("biosUuid", uuid);
    }

    public VmSpec instanceUuid(String uuid) {
        return text("instanceUuid", uuid);
    }

    /// The place of a new VM.
    public VmSpec in(String datacenter, String cluster) {
        return text("datacenter", datacenter).text("cluster", cluster);
    }

    /// The VM folder of a new VM, by moref.
    public VmSpec inFolder(String ref) {
        return text("folder", ref);
    }

    /// The resource pool of a new VM, by moref.
    public VmSpec inPool(String ref) {
        return text("pool", ref);
    }

    /// @param host by name or moref
    public VmSpec onHost(String host) {
        return text("host", host);
    }

    public VmSpec poweredOn() {
        return text("powerState", "poweredOn");
    }

    public VmSpec poweredOff() {
        return text("powerState", "poweredOff");
    }

    public VmSpec suspended() {
        return text("powerState", "suspended");
    }

    /// @param state `connected`, `disconnected`, `orphaned`, `inaccessible` or `invalid`
    public VmSpec connectionState(String state) {
        return text("connectionState", state);
    }

    /// @param id such as `ubuntu64Guest`
    public VmSpec guestId(String id) {
        return text("guestId", id);
    }

    public VmSpec cpus(int count) {
        return with(spec -> spec.put("numCpu", count));
    }

    public VmSpec memoryMb(int size) {
        return with(spec -> spec.put("memoryMb", size));
    }

    /// The host name that the guest reports.
    public VmSpec hostName(String name) {
        return text("hostName", name);
    }

    public VmSpec toolsRunning(boolean running) {
        return with(spec -> spec.put("toolsRunning", running));
    }

    public VmSpec template(boolean template) {
        return with(spec -> spec.put("template", template));
    }

    /// Switches the tracking of changed disk blocks.
    public VmSpec changeTracking(boolean on) {
        return with(spec -> spec.put("changeTracking", on));
    }

    /// @param type the type in `managedBy`, such as `placeholderVm`; empty for none
    public VmSpec managedBy(String type) {
        return text("managedBy", type);
    }

    /// The gateways of the guest's default routes.
    public VmSpec gateways(String... ips) {
        return with(spec -> {
            var list = spec.putArray("gateways");
            List.of(ips).forEach(list::add);
        });
    }

    /// The metadata for cloud-init, which is stored in base64.
    ///
    /// @param yaml as in `network: {ethernets: {id0: {addresses: [10.0.0.5/24]}}}`
    public VmSpec metadata(String yaml) {
        var packed = Base64.getEncoder().encodeToString(yaml.getBytes(StandardCharsets.UTF_8));
        return extraConfig("guestinfo.metadata", packed).extraConfig("guestinfo.metadata.encoding", "base64");
    }

    /// Adds a NIC to those set so far. In a change, the NICs that are set replace all NICs of the VM.
    public VmSpec nic(NicSpec nic) {
        return with(spec -> nic.writeTo(spec.withArray("/nics").addObject()));
    }

    /// Adds a NIC on `VM Network` with these addresses, with its own device key and MAC address.
    ///
    /// @param cidrs as in `10.0.0.5/24`
    public VmSpec address(String... cidrs) {
        var position = json.path("nics").size();
        var nic = NicSpec.aNic("VM Network").deviceConfigId(4000 + position).mac(macFor(cidrs, position));
        for (var cidr : cidrs) {
            nic = nic.address(cidr);
        }
        return nic(nic);
    }

    /// The guest reports no NIC at all.
    public VmSpec noNics() {
        return with(spec -> spec.putArray("nics"));
    }

    /// @param value the empty text removes the key
    public VmSpec extraConfig(String key, String value) {
        return with(spec -> spec.withObject("/extraConfig").put(key, value));
    }

    /// The name of a new VM.
    public String name() {
        return json.path("name").asText();
    }

    /// The BIOS UUID of a new VM.
    public String uuid() {
        return json.path("biosUuid").asText();
    }

    public JsonNode json() {
        return json;
    }

    public static ObjectNode request(List<VmSpec> specs) {
        var request = JsonNodeFactory.instance.objectNode();
        var machines = request.putArray("machines");
        specs.forEach(spec -> machines.add(spec.json));
        return request;
    }

    @Override
    public String toString() {
        return json.toString();
    }

    private static String macFor(String[] cidrs, int position) {
        var hash = String.join(",", cidrs).hashCode() + position;
        return "00:50:56:%02x:%02x:%02x".formatted((hash >> 16) & 0x3f, (hash >> 8) & 0xff, hash & 0xff);
    }

    private VmSpec text(String field, String value) {
        return with(spec -> spec.put(field, value));
    }

    private VmSpec with(Consumer<ObjectNode> change) {
        var copy = json.deepCopy();
        change.accept(copy);
        return new VmSpec(copy);
    }
}
