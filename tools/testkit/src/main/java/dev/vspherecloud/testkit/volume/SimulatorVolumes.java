package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.AdminCalls;
import java.util.Collection;
import java.util.List;

/// Cloud Native Storage (CNS) of a [SimulatedVcenter]: what it contains, and how it behaves.
///
/// The calls use the admin API: they need no login, are not counted, and a proxy does not see them.
public final class SimulatorVolumes {
    private final AdminCalls admin;

    public SimulatorVolumes(AdminCalls admin) {
        this.admin = admin;
    }

    // Volumes

    /// The volumes that CNS knows, oldest first.
    public List<SimulatedVolume> list() {
        return admin.get("/cns/volumes")
                .valueStream()
                .map(SimulatedVolume::parse)
                .toList();
    }

    /// Makes volumes unknown to CNS, with their entities. Their disks stay, with their consumers.
    public void forget(Collection<String> ids) {
        admin.post("/cns/volumes/forget", of(ids));
    }

    /// Makes lists that are complete lack volumes. Queries by id still find them.
    public void omitFromLists(Collection<String> ids) {
        admin.post("/cns/volumes/omit", of(ids).put("from", "lists"));
    }

    /// Makes CNS behave as if it had forgotten volumes, until [#showAgain].
    public void omitFromEverything(Collection<String> ids) {
        admin.post("/cns/volumes/omit", of(ids).put("from", "everything"));
    }

    /// Ends [#omitFromLists] and [#omitFromEverything].
    public void showAgain(Collection<String> ids) {
        admin.post("/cns/volumes/omit", of(ids));
    }

    // Backup

    /// Takes a backup of what CNS knows, and of the catalogue of First Class Disks.
    public void backUp() {
        admin.post("/cns/backup", object());
    }

    /// Makes CNS know the volumes of the backup, with their metadata. Disks and devices stay as they are.
    public void restoreVolumes() {
        admin.post("/cns/restore", object().put("volumes", true));
    }

    /// Makes the catalogue show the disks of the backup, as far as they exist, until [#reconcile].
    public void restoreCatalogue() {
        admin.post("/cns/restore", object().put("catalogue", true));
    }

    /// Makes the catalogue show the disks that exist.
    public void reconcile() {
        admin.post("/cns/reconcile", object());
    }

    // File volumes

    /// All file shares, with those that CNS does not know.
    public List<SimulatedShare> shares() {
        return admin.get("/cns/shares").valueStream().map(SimulatedShare::parse).toList();
    }

    /// Creates a file share and its volume, as the Go driver of a cluster does.
    ///
    /// @param datastore its moref
    /// @param cluster the id of the cluster; empty if CNS does not know the share
    /// @return its id, as in `file:UUID`
    public String addShare(String datastore, String name, long capacityMb, String cluster) {
        var request = object();
        request.putArray("shares")
                .addObject()
                .put("datastore", datastore)
                .put("name", name)
                .put("capacityMb", capacityMb)
                .put("cluster", cluster);
        return admin.post("/cns/shares", request).path("ids").path(0).asText();
    }

    // Disks

    /// All First Class Disks, with those that CNS does not know.
    public List<SimulatedDisk> disks() {
        return admin.get("/cns/disks").valueStream().map(SimulatedDisk::parse).toList();
    }

    /// Creates a First Class Disk that CNS does not know.
    ///
    /// @param datastore its moref
    /// @return its id
    public String addDisk(String datastore, String name, long capacityMb) {
        var request = object();
        request.putArray("disks")
                .addObject()
                .put("datastore", datastore)
                .put("name", name)
                .put("capacityMb", capacityMb);
        return admin.post("/cns/disks", request).path("ids").path(0).asText();
    }

    /// Moves a disk to another datastore, as Storage vMotion does: its path changes, and its id stays.
    ///
    /// @param datastore its moref
    public void relocate(String disk, String datastore) {
        admin.post("/cns/disks/relocate", object().put("id", disk).put("datastore", datastore));
    }

    /// Writes something on a disk. A snapshot keeps the content of its time, and a copy of the snapshot has it.
    ///
    /// @param content any text; see [SimulatedVolume#content]
    public void write(String disk, String content) {
        changeDisk(object().put("id", disk).put("content", content));
    }

    /// Switches the tracking of changed blocks of a disk. A VM needs [VmSpec#changeTracking] to attach it.
    public void trackChanges(String disk, boolean on) {
        changeDisk(object().put("id", disk).put("changeTracking", on));
    }

    /// Decides if the disk stays when the VM that has it is destroyed. CNS sets this for each volume that it creates.
    public void keepAfterDeleteVm(String disk, boolean keep) {
        changeDisk(object().put("id", disk).put("keepAfterDeleteVm", keep));
    }

    private void changeDisk(ObjectNode disk) {
        admin.call("PATCH", "/cns/disks", disk.toString());
    }

    /// The disks among the devices of VMs.
    public VmDisks vmDisks() {
        return new VmDisks(admin);
    }

    // Tasks

    /// All tasks since the first start, oldest first, with those that vanished.
    public List<VolumeTask> tasks() {
        return admin.get("/cns/tasks").valueStream().map(VolumeTask::parse).toList();
    }

    /// Removes tasks, so that reads return `ManagedObjectNotFound`. Their work goes on.
    ///
    /// @param refs morefs, as in `task-7`
    public void removeTasks(Collection<String> refs) {
        admin.post("/cns/tasks/vanish", of(refs));
    }

    public void removeAllTasks() {
        admin.post("/cns/tasks/vanish", object().put("all", true));
    }

    /// Lets the tasks finish that a [VolumeRule#hold] holds.
    public void releaseTasks() {
        admin.post("/cns/tasks/release", object().put("all", true));
    }

    // Behaviour

    /// Replaces the settings.
    public void configure(VolumeSettings settings) {
        admin.call("PUT", "/cns/settings", settings.json().toString());
    }

    /// Replaces the rules. The first one that matches a call changes what happens to it.
    public void apply(VolumeRule... rules) {
        var request = object();
        var list = request.putArray("rules");
        List.of(rules).forEach(rule -> list.add(rule.json()));
        admin.call("PUT", "/cns/rules", request.toString());
    }

    /// The number of rules that are not used up.
    public int unusedRules() {
        return admin.get("/cns/rules").path("rules").size();
    }

    // Counts

    /// What clients asked since the start, or since [#resetCalls].
    public VolumeCalls calls() {
        return VolumeCalls.parse(admin.get("/cns/calls"));
    }

    public void resetCalls() {
        admin.post("/cns/calls/reset", object());
    }

    /// Ends the wait of calls that hang, see [VolumeRule#hang].
    public void releaseCalls() {
        admin.post("/cns/calls/release", object());
    }

    // Datastores

    /// The datastores of all datacenters, sorted by datacenter and name.
    public List<SimulatedDatastore> datastores() {
        return admin.get("/cns/datastores")
                .valueStream()
                .map(SimulatedDatastore::parse)
                .toList();
    }

    /// Creates the datastores that do not exist yet, and changes what a spec sets.
    public void change(DatastoreSpec... specs) {
        var request = object();
        var list = request.putArray("datastores");
        List.of(specs).forEach(spec -> list.add(spec.json()));
        admin.post("/cns/datastores", request);
    }

    /// Creates a datastore cluster if it does not exist, and makes it contain these datastores and no others.
    ///
    /// @param datastores names of datastores of the datacenter
    public SimulatedPod changePod(String datacenter, String name, String... datastores) {
        var request = object().put("datacenter", datacenter).put("name", name);
        List.of(datastores).forEach(request.putArray("datastores")::add);
        return SimulatedPod.parse(admin.post("/pods", request));
    }

    /// The datastore clusters of all datacenters.
    public List<SimulatedPod> pods() {
        return admin.get("/pods").valueStream().map(SimulatedPod::parse).toList();
    }

    // Storage policies

    /// All storage policies, sorted by name.
    public List<SimulatedPolicy> policies() {
        return admin.get("/policies").valueStream().map(SimulatedPolicy::parse).toList();
    }

    /// Creates a storage policy if it does not exist, and makes only these datastores compatible with it.
    ///
    /// @param datastores their morefs; none for a policy that no datastore is compatible with
    public SimulatedPolicy changePolicy(String name, String... datastores) {
        var policy = object().put("name", name);
        List.of(datastores).forEach(policy.putArray("datastores")::add);
        return putPolicy(policy);
    }

    /// The same, with all datastores.
    public SimulatedPolicy changePolicyForAll(String name) {
        return putPolicy(object().put("name", name).put("every", true));
    }

    /// Deletes a storage policy. Volumes keep its id.
    public void removePolicy(String name) {
        var request = object();
        request.putArray("names").add(name);
        admin.post("/policies/remove", request);
    }

    private SimulatedPolicy putPolicy(ObjectNode policy) {
        var request = object();
        request.putArray("policies").add(policy);
        return SimulatedPolicy.parse(admin.post("/policies", request).path(0));
    }

    private static ObjectNode of(Collection<String> ids) {
        var request = object();
        ids.forEach(request.putArray("ids")::add);
        return request;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }
}
