package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.AdminCalls;
import java.util.List;

/// The disks of the VMs of a [SimulatedVcenter], and what an administrator does with them without CNS.
public final class VmDisks {
    private final AdminCalls admin;

    VmDisks(AdminCalls admin) {
        this.admin = admin;
    }

    /// The disks of all VMs, sorted by VM, bus and unit.
    public List<SimulatedVmDisk> list() {
        return admin.get("/machines/disks")
                .valueStream()
                .map(SimulatedVmDisk::parse)
                .toList();
    }

    /// The disks of one VM, sorted by bus and unit.
    ///
    /// @param vm its moref
    public List<SimulatedVmDisk> of(String vm) {
        return list().stream().filter(disk -> disk.vm().equals(vm)).toList();
    }

    /// The VMs that have a First Class Disk: at most one, unless [#attach] gave it to another one.
    ///
    /// @return their morefs
    public List<String> holders(String disk) {
        return list().stream()
                .filter(each -> each.volume().equals(disk))
                .map(SimulatedVmDisk::vm)
                .toList();
    }

    /// Adds a disk that is no First Class Disk, such as a boot disk, to a PVSCSI controller.
    public SimulatedVmDisk add(String vm, long capacityMb) {
        return add(vm, capacityMb, "pvscsi");
    }

    /// The same, to another kind of controller.
    ///
    /// @param controller `pvscsi`, `lsilogic` or `nvme`
    public SimulatedVmDisk add(String vm, long capacityMb, String controller) {
        return plug(object().put("vm", vm).put("capacityMb", capacityMb).put("controller", controller));
    }

    /// Attaches a First Class Disk without CNS. The VM becomes its consumer. Other VMs keep it.
    public SimulatedVmDisk attach(String vm, String disk) {
        return plug(object().put("vm", vm).put("disk", disk));
    }

    /// Detaches a First Class Disk without CNS. It has no consumer any more.
    public void detach(String vm, String disk) {
        admin.post("/machines/disks/remove", object().put("vm", vm).put("disk", disk));
    }

    /// Removes a disk of any kind.
    public void remove(SimulatedVmDisk disk) {
        admin.post("/machines/disks/remove", object().put("vm", disk.vm()).put("key", disk.key()));
    }

    /// Gives a VM a snapshot. Disks that depend on it cannot be detached.
    public void snapshot(String vm) {
        snapshots(vm, false);
    }

    public void removeSnapshots(String vm) {
        snapshots(vm, true);
    }

    /// Makes a VM show no devices, as vCenter sometimes does after its host lost its power. It still has its disks, and
    /// no client can detach them. [#list] still shows them.
    public void hide(String vm) {
        setHidden(vm, true);
    }

    public void show(String vm) {
        setHidden(vm, false);
    }

    private void setHidden(String vm, boolean hidden) {
        var request = object().put("hidden", hidden);
        request.putArray("ids").add(vm);
        admin.post("/machines/disks/hide", request);
    }

    private SimulatedVmDisk plug(ObjectNode disk) {
        var request = object();
        request.putArray("disks").add(disk);
        return SimulatedVmDisk.parse(admin.post("/machines/disks", request).path(0));
    }

    private void snapshots(String vm, boolean remove) {
        var request = object().put("remove", remove);
        request.putArray("ids").add(vm);
        admin.post("/machines/snapshots", request);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
