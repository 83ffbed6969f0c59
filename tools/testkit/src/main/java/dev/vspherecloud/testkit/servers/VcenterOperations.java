package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;

/// What people, HA and broken hardware do to VMs and hosts of a [SimulatedVcenter], with the tasks and events that a
/// vCenter leaves behind.
///
/// A host is named by its name or moref, a VM by its moref.
public final class VcenterOperations {
    private final AdminCalls admin;

    VcenterOperations(AdminCalls admin) {
        this.admin = admin;
    }

    // VMs that leave

    /// Destroys VMs, and switches them off before: a task `VirtualMachine.destroy` on each, and in its chain of events
    /// `VmRemovedEvent`.
    public void destroy(Collection<String> vms) {
        admin.post("/machines/destroy", of(vms));
    }

    /// Takes VMs out of the inventory whether they run or not: `VmRemovedEvent`, and no task that destroys.
    public void unregister(Collection<String> vms) {
        admin.post("/machines/unregister", of(vms));
    }

    /// Brings back VMs that were unregistered, or left with their folder or host: the same UUIDs, new references.
    ///
    /// @param vms the references they had
    /// @return their new references, in the same order
    public List<String> register(Collection<String> vms) {
        return register(vms, "");
    }

    /// The same, on another host.
    public List<String> register(Collection<String> vms, String host) {
        return admin.post("/machines/register", of(vms).put("host", host))
                .path("ids")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    /// Makes VMs vanish without a task or event.
    public void removeWithoutEvents(Collection<String> vms) {
        admin.post("/machines/vanish", of(vms));
    }

    /// Deletes a VM folder with all its VMs: one task, `Folder.destroy`.
    public void destroyFolder(String ref) {
        removeFolder(ref, false);
    }

    /// Deletes a VM folder and unregisters its VMs: one task, `Folder.unregisterAndDestroy`.
    public void unregisterFolder(String ref) {
        removeFolder(ref, true);
    }

    /// Takes a host out of the inventory, with its VMs, which run on: one task, `HostSystem.destroy`.
    public void removeHost(String host) {
        admin.post("/hosts/remove", object().put("host", host));
    }

    // VMs that stay

    /// Moves VMs to another datacenter of this vCenter; they keep their references.
    public void relocate(Collection<String> vms, String datacenter, String cluster) {
        admin.post("/machines/relocate", of(vms).put("datacenter", datacenter).put("cluster", cluster));
    }

    /// The host does not respond any more: its VMs are disconnected, and show the power state they had last.
    public void loseHost(String host) {
        connect(host, "notResponding");
    }

    /// Somebody disconnects the host; its VMs look as when it was lost.
    public void disconnectHost(String host) {
        connect(host, "disconnected");
    }

    /// The host is back, and its VMs are connected.
    public void findHost(String host) {
        connect(host, "connected");
    }

    /// HA starts VMs of a lost host on another one.
    public void failOver(Collection<String> vms, String host) {
        admin.post("/machines/failover", of(vms).put("host", host));
    }

    public void powerOn(String vm) {
        power(vm, "powerOn");
    }

    public void powerOff(String vm) {
        power(vm, "powerOff");
    }

    public void suspend(String vm) {
        power(vm, "suspend");
    }

    /// The VM never looks switched off.
    public void reset(String vm) {
        power(vm, "reset");
    }

    public void shutDownGuest(String vm) {
        power(vm, "shutdownGuest");
    }

    private void power(String vm, String action) {
        admin.post("/machines/power", of(List.of(vm)).put("action", action));
    }

    private void connect(String host, String state) {
        admin.post("/hosts/connection", object().put("host", host).put("state", state));
    }

    private void removeFolder(String ref, boolean unregister) {
        admin.post("/folders/remove", object().put("id", ref).put("unregister", unregister));
    }

    private static ObjectNode of(Collection<String> vms) {
        var request = object();
        vms.forEach(request.putArray("ids")::add);
        return request;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
