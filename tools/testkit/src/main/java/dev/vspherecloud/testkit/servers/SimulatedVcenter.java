package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.wire.ReservedPort;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A vCenter simulator with the real protocols and with objects that a test creates.
///
/// The methods that change objects use an admin API, not vCenter's API: they are fast, need no login, and a proxy does
/// not count them. Clients that wait for updates see every change.
///
/// Threads: one at a time for start, stop, restart and the like; several may call the methods that change objects.
public final class SimulatedVcenter implements AutoCloseable {
    private final WorkFolder folder;
    private final VcenterOptions options;
    private final ReservedPort port;
    private VcenterProcess process;
    private int backups;

    private SimulatedVcenter(WorkFolder folder, VcenterOptions options, ReservedPort port, VcenterProcess process) {
        this.folder = folder;
        this.options = options;
        this.port = port;
        this.process = process;
    }

    /// A vCenter with datacenter `dc-1`, cluster `cluster-1` and one host in it, and no VMs.
    public static SimulatedVcenter start() {
        return start(VcenterOptions.defaults());
    }

    /// The same, with these options.
    public static SimulatedVcenter start(VcenterOptions options) {
        return start(options, Topology.empty().cluster("dc-1", "cluster-1", 1));
    }

    public static SimulatedVcenter start(VcenterOptions options, Topology topology) {
        var folder = WorkFolder.create("vcsim");
        var vcenter = PortRace.start(() -> attempt(folder, options, ReservedPort.any()));
        vcenter.add(topology);
        return vcenter;
    }

    /// Uses a reserved port, not any free port: the port must be available again after a restart.
    private static SimulatedVcenter attempt(WorkFolder folder, VcenterOptions options, ReservedPort port) {
        try {
            return new SimulatedVcenter(
                    folder, options, port, VcenterProcess.start(folder, options, port.number(), List.of()));
        } catch (ServerException e) {
            port.close();
            throw e;
        }
    }

    // Address and account

    /// As in `https://127.0.0.1:41234/sdk`.
    public URI url() {
        return process.url();
    }

    public String host() {
        return url().getHost();
    }

    public int port() {
        return url().getPort();
    }

    public String username() {
        return options.username();
    }

    public String password() {
        return options.password();
    }

    public String instanceUuid() {
        return inventory().instanceUuid();
    }

    /// Returns the self-signed certificate, for `127.0.0.1` and `localhost`. It survives a restart.
    public String certificatePem() {
        return folder.read(VcenterProcess.CERTIFICATE);
    }

    public Path certificateFile() {
        return folder.resolve(VcenterProcess.CERTIFICATE);
    }

    /// As in `AB:CD:…`, twenty bytes.
    public String sha1Thumbprint() {
        return Pem.thumbprint(certificatePem(), "SHA-1");
    }

    /// As in `AB:CD:…`, thirty-two bytes.
    public String sha256Thumbprint() {
        return Pem.thumbprint(certificatePem(), "SHA-256");
    }

    // Inventory

    /// Adds the objects that do not exist yet.
    public Topology.Inventory add(Topology topology) {
        return Topology.Inventory.parse(admin().post("/topology", topology.json()));
    }

    public Topology.Inventory inventory() {
        return add(Topology.empty());
    }

    /// Creates VM folders in a datacenter.
    ///
    /// @return their morefs
    public List<String> addFolders(String datacenter, List<String> names) {
        var request = object().put("datacenter", datacenter);
        names.forEach(request.putArray("names")::add);
        return texts(admin().post("/folders", request).path("ids"));
    }

    /// Creates VM folders in a VM folder.
    ///
    /// @return their morefs
    public List<String> addFolders(String datacenter, String parent, List<String> names) {
        var request = object().put("datacenter", datacenter).put("parent", parent);
        names.forEach(request.putArray("names")::add);
        return texts(admin().post("/folders", request).path("ids"));
    }

    /// Creates resource pools in a resource pool.
    ///
    /// @return their morefs
    public List<String> addPools(String parent, List<String> names) {
        var request = object().put("parent", parent);
        names.forEach(request.putArray("names")::add);
        return texts(admin().post("/pools", request).path("ids"));
    }

    // VMs

    /// @return the moref
    public String addVm(VmSpec vm) {
        return addVms(List.of(vm)).getFirst();
    }

    /// Creates many VMs at once; thousands take seconds.
    ///
    /// @return the morefs, in the same order
    public List<String> addVms(List<VmSpec> vms) {
        return texts(admin().post("/machines", VmSpec.request(vms)).path("ids"));
    }

    /// Applies changes made with [VmSpec#change].
    public void change(VmSpec... changes) {
        change(List.of(changes));
    }

    public void change(List<VmSpec> changes) {
        admin().call("PATCH", "/machines", VmSpec.request(changes).toString());
    }

    /// Destroys VMs, see [VcenterOperations#destroy].
    public void destroy(Collection<String> refs) {
        operations().destroy(refs);
    }

    public void destroy(String ref) {
        destroy(List.of(ref));
    }

    /// Removes VMs without any event.
    public void removeWithoutEvents(Collection<String> refs) {
        operations().removeWithoutEvents(refs);
    }

    /// Other operations on VMs and hosts.
    public VcenterOperations operations() {
        return new VcenterOperations(admin());
    }

    /// The events and tasks so far.
    public VcenterHistory history() {
        return VcenterHistory.parse(admin().get("/history"));
    }

    public List<SimulatedVm> vms() {
        return admin().get("/machines").valueStream().map(SimulatedVm::parse).toList();
    }

    // Storage

    /// The volumes of Cloud Native Storage with their tasks, disks and datastores. With the option `stockCns`, every
    /// call fails.
    public SimulatorVolumes volumes() {
        return new SimulatorVolumes(admin());
    }

    // Tags

    /// Creates a category and its tags, or adds the tags to an existing category.
    public TagCategory addCategory(String name, String... tags) {
        return addCategories(Map.of(name, List.of(tags))).getFirst();
    }

    /// @param categories tag names by category name
    public List<TagCategory> addCategories(Map<String, List<String>> categories) {
        var request = object();
        var list = request.putArray("categories");
        categories.forEach((name, tags) -> tags.forEach(
                list.addObject().put("name", name).put("cardinality", "SINGLE").putArray("tags")::add));
        return admin().post("/categories", request)
                .path("categories")
                .valueStream()
                .map(TagCategory::parse)
                .toList();
    }

    /// @param tag a tag's URN, from [TagCategory#tags]
    public void attach(String tag, TaggedObject... objects) {
        changeAttachments("attach", tag, List.of(objects));
    }

    public void detach(String tag, TaggedObject... objects) {
        changeAttachments("detach", tag, List.of(objects));
    }

    /// Renames categories and tags. vCenter sends no event for this.
    ///
    /// @param names by URN
    public void rename(Map<String, String> names) {
        var request = object();
        var list = request.putObject("names");
        names.forEach(list::put);
        admin().post("/tagging/rename", request);
    }

    /// Deletes categories with all their tags. vCenter sends no event for this.
    ///
    /// @param ids URNs
    public void removeCategories(String... ids) {
        var request = object();
        List.of(ids).forEach(request.putArray("ids")::add);
        admin().post("/categories/remove", request);
    }

    // Sessions and accounts

    /// The privileges of the account. A restart resets them.
    public VcenterRights rights() {
        return new VcenterRights(admin());
    }

    public VcenterSessions sessions() {
        return VcenterSessions.parse(admin().get("/sessions"));
    }

    /// Ends every session: the next call on each is not authenticated, and neither is a wait in flight.
    public void terminateSessions() {
        admin().post("/sessions/terminate", object().put("all", true));
    }

    public void terminateSession(String soapKey) {
        var request = object();
        request.putArray("soap").add(soapKey);
        admin().post("/sessions/terminate", request);
    }

    public void terminateRestSession(String id) {
        var request = object();
        request.putArray("rest").add(id);
        admin().post("/sessions/terminate", request);
    }

    /// Destroys all property collectors; their sessions go on. Waits in flight and later calls fail.
    public void destroyCollectors() {
        admin().call("POST", "/collectors/destroy", "");
    }

    /// Changes the password for logins. A restart resets it.
    public void changePassword(String password) {
        admin().call(
                        "PUT",
                        "/credentials",
                        object().put("username", options.username())
                                .put("password", password)
                                .toString());
    }

    // The process

    /// Makes vCenter hang until [#resume]: it accepts connections and never responds. The methods that change objects
    /// hang as well.
    public void pause() {
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    /// Kills vCenter, as a crash does. It closes connections, and refuses new ones until [#restart].
    public void kill() {
        process.kill();
    }

    /// Saves everything except sessions, for the next [#restart].
    public void save() {
        saveTo(state(), Map.of());
    }

    /// Stops vCenter and starts it again on its port with all its objects. If it was killed, it has the state of the
    /// last [#save].
    public void restart() {
        if (process.isAlive()) {
            save();
        }
        load(state());
    }

    /// Saves everything except sessions, for [#restore].
    public VcenterBackup backUp() {
        backups++;
        var backup = new VcenterBackup(folder.resolve("backup-" + backups));
        saveTo(backup.folder(), Map.of());
        return backup;
    }

    /// Starts vCenter again on its port in the state of the backup. VMs created since then are missing, and
    /// destroyed ones exist again. Its events go on from the last one of the backup, and the next VM gets a
    /// reference that was used before. The instance UUID is the same.
    public void restore(VcenterBackup backup) {
        load(backup.folder());
    }

    /// Restarts vCenter in a state that a restore from backup can cause: the morefs of each pair of VMs are swapped.
    public void restartReissued(Map<String, String> pairs) {
        saveTo(state(), pairs);
        load(state());
    }

    /// Replaces vCenter by another, empty one: same port, certificate and account, same names of datacenters, clusters
    /// and hosts, another instance UUID, and no VM.
    public void replaceWithEmpty() {
        var names = inventory().topology();
        relaunch(options.instanceUuid(UUID.randomUUID().toString()), List.of());
        add(names);
    }

    /// Restarts vCenter with another certificate.
    public void restartWithNewCertificate() {
        save();
        WorkFolder.delete(certificateFile());
        load(state());
    }

    @Override
    public void close() {
        process.close();
        port.close();
        folder.delete();
    }

    private AdminCalls admin() {
        return process.admin();
    }

    private void changeAttachments(String verb, String tag, List<TaggedObject> objects) {
        var request = object();
        var list = request.putArray(verb).addObject().put("tag", tag).putArray("objects");
        objects.forEach(one -> list.addObject().put("type", one.type()).put("id", one.ref()));
        admin().post("/attachments", request);
    }

    private Path state() {
        return folder.resolve(VcenterProcess.STATE);
    }

    private void saveTo(Path directory, Map<String, String> reissue) {
        WorkFolder.delete(directory);
        var request = object().put("directory", directory.toString());
        ArrayNode pairs = request.putArray("reissue");
        reissue.forEach((one, other) -> pairs.addArray().add(one).add(other));
        admin().post("/save", request);
    }

    /// Loads a saved state. The state determines the instance UUID.
    private void load(Path directory) {
        relaunch(options.anyInstance(), List.of("-load=" + directory));
    }

    private void relaunch(VcenterOptions as, List<String> more) {
        process.kill();
        // A killed process may not have ended yet, and may still use the same port.
        process = PortRace.start(() -> VcenterProcess.start(folder, as, port.number(), more));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
