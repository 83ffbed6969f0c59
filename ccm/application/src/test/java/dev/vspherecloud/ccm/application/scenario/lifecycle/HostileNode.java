package dev.vspherecloud.ccm.application.scenario.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.util.List;

/// A value that a kubelet may write on its own Node to harm others, in one annotation or in the status.
///
/// @param path        its place in the Node, as a JSON pointer
/// @param isMalformed true for an invalid value in the record
/// @param vmState        what happens to the VM while the program is down
record HostileNode(String path, String text, boolean isMalformed, VmState vmState) {
    enum VmState {
        /// The VM runs.
        PRESENT,
        /// The VM is destroyed, which proves that the Node may be deleted.
        DESTROYED,
        /// The VM is unregistered and may still run, so the Node must stay.
        UNREGISTERED
    }

    private static final String PREFIX = "vspherecloud.dev/";
    private static final String LONG = "x".repeat(200_000);
    private static final String FUTURE = "2000000000 2150-01-01T00:00:00Z";
    private static final String NO_DATE = "5 +1000000000-12-31T23:59:59Z";
    private static final String MARKUP = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;]]>\"'";

    /// Returns every kind of value in every annotation. At most five of them are valid but false values about a
    /// missing VM, since more missing VMs are an incident.
    ///
    /// @param good the Nodes that the false values name
    static List<HostileNode> all(VcenterSite site, VcenterSite other, Fleet good) {
        JsonNode victim = good.node(3);
        String machine = victim.at("/status/nodeInfo/systemUUID").asText();
        String address = VcenterSite.address(5);
        return List.of(
                malformed("vm", "vm-1\uFFFE", VmState.PRESENT),
                malformed("vm", "vm-1\uFFFE", VmState.DESTROYED),
                malformed("vm", MARKUP, VmState.PRESENT),
                malformed("vm", LONG, VmState.DESTROYED),
                falseValue("vm", good.vm(3), VmState.PRESENT),
                falseValue("vm", good.vm(4), VmState.PRESENT),
                malformed("vm", "\uD83D\uDE00 \u202E", VmState.DESTROYED),
                malformed("vcenter", "not-a-uuid", VmState.PRESENT),
                falseValue("vcenter", other.vcenter().instanceUuid(), VmState.PRESENT),
                falseValue("vcenter", other.vcenter().instanceUuid(), VmState.DESTROYED),
                malformed("vcenter", LONG, VmState.DESTROYED),
                malformed("vm-instance-uuid", MARKUP, VmState.PRESENT),
                falseValue("vm-instance-uuid", site.uuid("good", 3, 2), VmState.PRESENT),
                falseValue("vm-instance-uuid", site.uuid("good", 4, 1), VmState.PRESENT),
                malformed("vm-instance-uuid", "\uFFFF", VmState.DESTROYED),
                malformed("vm-home", "Folder:group-v3\uFFFE ResourcePool:resgroup-8", VmState.DESTROYED),
                malformed("vm-home", "Folder:" + LONG + " ResourcePool:resgroup-8", VmState.PRESENT),
                falseValue("vm-home", "Folder:group-v999999 ResourcePool:resgroup-999999", VmState.DESTROYED),
                malformed("vm-home", MARKUP, VmState.PRESENT),
                malformed("vm-seen", NO_DATE, VmState.DESTROYED),
                malformed("vm-seen", "5 -1000000000-01-01T00:00:00Z", VmState.PRESENT),
                falseValue("vm-seen", FUTURE, VmState.DESTROYED),
                falseValue("vm-seen", FUTURE, VmState.PRESENT),
                malformed("vm-seen", Long.MAX_VALUE + " 2026-01-02T03:04:05Z", VmState.PRESENT),
                falseValue("keep", "\uFFFE" + MARKUP, VmState.DESTROYED),
                annotation("alpha.kubernetes.io/provided-node-ip", "\uFFFE" + MARKUP, VmState.PRESENT),
                annotation("alpha.kubernetes.io/provided-node-ip", address, VmState.PRESENT),
                annotation("cluster.x-k8s.io/delete-machine", LONG, VmState.UNREGISTERED),
                new HostileNode("/status/nodeInfo/systemUUID", machine, false, VmState.PRESENT),
                new HostileNode("/status/addresses", address, false, VmState.PRESENT));
    }

    private static HostileNode malformed(String key, String text, VmState vmState) {
        return new HostileNode(pointer(PREFIX + key), text, true, vmState);
    }

    private static HostileNode falseValue(String key, String text, VmState vmState) {
        return annotation(PREFIX + key, text, vmState);
    }

    private static HostileNode annotation(String key, String text, VmState vmState) {
        return new HostileNode(pointer(key), text, false, vmState);
    }

    private static String pointer(String key) {
        return "/metadata/annotations/" + key.replace("/", "~1");
    }

    boolean isStatus() {
        return path.startsWith("/status/");
    }

    boolean mayBeDeleted() {
        return vmState == VmState.DESTROYED;
    }

    /// Returns a merge patch with the value.
    String patch() {
        var patch = JsonNodeFactory.instance.objectNode();
        if (path.equals("/status/addresses")) {
            patch.putObject("status")
                    .putArray("addresses")
                    .addObject()
                    .put("type", "InternalIP")
                    .put("address", text);
            return patch.toString();
        }
        String[] names = path.substring(1).split("/", -1);
        var object = patch;
        for (int i = 0; i < names.length - 1; i++) {
            object = object.putObject(names[i]);
        }
        object.put(names[names.length - 1].replace("~1", "/"), text);
        return patch.toString();
    }

    @Override
    public String toString() {
        return path + "=" + text.substring(0, Math.min(40, text.length())) + " " + vmState;
    }
}
