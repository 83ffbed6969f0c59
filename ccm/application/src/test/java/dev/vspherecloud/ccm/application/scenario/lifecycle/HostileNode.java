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
/// @param fate        what happens to the VM while the program is down
record HostileNode(String path, String text, boolean isMalformed, Fate fate) {
    enum Fate {
        /// The VM runs.
        PRESENT,
        /// The VM is destroyed, which proves that the Node may be deleted.
        DESTROYED,
        /// The VM is unregistered and may still run, so the Node must stay.
        UNREGISTERED
    }

    private static final String OURS = "vspherecloud.dev/";
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
                malformed("vm", "vm-1\uFFFE", Fate.PRESENT),
                malformed("vm", "vm-1\uFFFE", Fate.DESTROYED),
                malformed("vm", MARKUP, Fate.PRESENT),
                malformed("vm", LONG, Fate.DESTROYED),
                lie("vm", good.vm(3), Fate.PRESENT),
                lie("vm", good.vm(4), Fate.PRESENT),
                malformed("vm", "\uD83D\uDE00 \u202E", Fate.DESTROYED),
                malformed("vcenter", "not-a-uuid", Fate.PRESENT),
                lie("vcenter", other.vcenter().instanceUuid(), Fate.PRESENT),
                lie("vcenter", other.vcenter().instanceUuid(), Fate.DESTROYED),
                malformed("vcenter", LONG, Fate.DESTROYED),
                malformed("vm-instance-uuid", MARKUP, Fate.PRESENT),
                lie("vm-instance-uuid", site.uuid("good", 3, 2), Fate.PRESENT),
                lie("vm-instance-uuid", site.uuid("good", 4, 1), Fate.PRESENT),
                malformed("vm-instance-uuid", "\uFFFF", Fate.DESTROYED),
                malformed("vm-home", "Folder:group-v3\uFFFE ResourcePool:resgroup-8", Fate.DESTROYED),
                malformed("vm-home", "Folder:" + LONG + " ResourcePool:resgroup-8", Fate.PRESENT),
                lie("vm-home", "Folder:group-v999999 ResourcePool:resgroup-999999", Fate.DESTROYED),
                malformed("vm-home", MARKUP, Fate.PRESENT),
                malformed("vm-seen", NO_DATE, Fate.DESTROYED),
                malformed("vm-seen", "5 -1000000000-01-01T00:00:00Z", Fate.PRESENT),
                lie("vm-seen", FUTURE, Fate.DESTROYED),
                lie("vm-seen", FUTURE, Fate.PRESENT),
                malformed("vm-seen", Long.MAX_VALUE + " 2026-01-02T03:04:05Z", Fate.PRESENT),
                lie("keep", "\uFFFE" + MARKUP, Fate.DESTROYED),
                annotation("alpha.kubernetes.io/provided-node-ip", "\uFFFE" + MARKUP, Fate.PRESENT),
                annotation("alpha.kubernetes.io/provided-node-ip", address, Fate.PRESENT),
                annotation("cluster.x-k8s.io/delete-machine", LONG, Fate.UNREGISTERED),
                new HostileNode("/status/nodeInfo/systemUUID", machine, false, Fate.PRESENT),
                new HostileNode("/status/addresses", address, false, Fate.PRESENT));
    }

    private static HostileNode malformed(String key, String text, Fate fate) {
        return new HostileNode(pointer(OURS + key), text, true, fate);
    }

    private static HostileNode lie(String key, String text, Fate fate) {
        return annotation(OURS + key, text, fate);
    }

    private static HostileNode annotation(String key, String text, Fate fate) {
        return new HostileNode(pointer(key), text, false, fate);
    }

    private static String pointer(String key) {
        return "/metadata/annotations/" + key.replace("/", "~1");
    }

    boolean isStatus() {
        return path.startsWith("/status/");
    }

    boolean mayGo() {
        return fate == Fate.DESTROYED;
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
        return path + "=" + text.substring(0, Math.min(40, text.length())) + " " + fate;
    }
}
