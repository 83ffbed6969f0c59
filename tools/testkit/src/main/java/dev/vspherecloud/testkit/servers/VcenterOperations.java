package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;

/// Operations of people, HA and failing hardware on VMs and hosts of a [SimulatedVcenter], with the tasks and events
/// that a real vCenter creates.
///
/// Name a host by its name or moref, and a VM by its moref.
public final class VcenterOperations {
    private final AdminCalls admin;

    VcenterOperations(AdminCalls admin) {
        this.admin = admin;
    }

    // VMs that leave

    /// Powers VMs off and destroys them: a task `VirtualMachine.destroy` for each, with a `VmRemovedEvent` in its chain
    /// of events.
    public void destroy(Collection<String> vms) {
        admin.post("/machines/destroy", of(vms));
    }

    /// Removes VMs from the inventory in any power state: `VmRemovedEvent`, and no destroy task.
    public void unregister(Collection<String> vms) {
        admin.post("/machines/unregister", of(vms));
    }

    /// Registers VMs again that were unregistered, or removed with their folder or host: the same UUIDs, new
    /// references.
    ///
    /// @param vms their former references
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

    /// Removes VMs without a task or event.
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

    /// Removes a host from the inventory. Its VMs are removed with it and keep running: one task, `HostSystem.destroy`.
    public void removeHost(String host) {
        admin.post("/hosts/remove", object().put("host", host));
    }

    // VMs that stay

    /// Moves VMs to another datacenter of this vCenter; they keep their references.
    public void relocate(Collection<String> vms, String datacenter, String cluster) {
        admin.post("/machines/relocate", of(vms).put("datacenter", datacenter).put("cluster", cluster));
    }

    /// Makes the host not respond: its VMs are disconnected, and show their last power state.
    public void loseHost(String host) {
        connect(host, "notResponding");
    }

    /// Disconnects the host, as an administrator does; its VMs look as after [#loseHost].
    public void disconnectHost(String host) {
        connect(host, "disconnected");
    }

    /// Connects the host and its VMs again.
    public void findHost(String host) {
        connect(host, "connected");
    }

    /// Makes a host enter maintenance mode. Its VMs stay.
    public void enterMaintenance(String host) {
        maintain(host, true);
    }

    public void exitMaintenance(String host) {
        maintain(host, false);
    }

    private void maintain(String host, boolean on) {
        admin.post("/hosts/maintenance", object().put("host", host).put("on", on));
    }

    /// Starts VMs of a lost host on another host, as HA does.
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

    /// Resets the VM, which never appears as powered off.
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
