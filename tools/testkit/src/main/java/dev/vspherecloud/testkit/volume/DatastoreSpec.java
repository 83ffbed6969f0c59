package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// What [SimulatorVolumes#change] sets on a datastore. Each method returns a new spec, and what a spec does not set
/// stays.
public final class DatastoreSpec {
    private final ObjectNode json;

    private DatastoreSpec(ObjectNode json) {
        this.json = json;
    }

    /// A datastore of a datacenter. A new one needs hosts.
    public static DatastoreSpec datastore(String datacenter, String name) {
        return new DatastoreSpec(JsonNodeFactory.instance
                .objectNode()
                .put("datacenter", datacenter)
                .put("name", name));
    }

    /// Mounts it on these hosts too, by name or moref.
    public DatastoreSpec hosts(String... hosts) {
        var copy = json.deepCopy();
        var list = copy.putArray("hosts");
        for (String host : hosts) {
            list.add(host);
        }
        return new DatastoreSpec(copy);
    }

    public DatastoreSpec capacityMb(long capacity) {
        return new DatastoreSpec(json.deepCopy().put("capacityMb", capacity));
    }

    /// Leaves this space free. Other files use the rest.
    public DatastoreSpec freeMb(long free) {
        return new DatastoreSpec(json.deepCopy().put("freeMb", free));
    }

    public DatastoreSpec inMaintenance() {
        return new DatastoreSpec(json.deepCopy().put("maintenance", "inMaintenance"));
    }

    public DatastoreSpec outOfMaintenance() {
        return new DatastoreSpec(json.deepCopy().put("maintenance", "normal"));
    }

    public DatastoreSpec accessible(boolean accessible) {
        return new DatastoreSpec(json.deepCopy().put("accessible", accessible));
    }

    /// Sets the custom field `cns.vmware.com/datastoreSuspended`. CNS itself ignores it.
    ///
    /// @param value empty to remove the value
    public DatastoreSpec suspended(String value) {
        return new DatastoreSpec(json.deepCopy().put("suspended", value));
    }

    /// Mounts it read-only or writable on a host that mounts it already.
    ///
    /// @param host by name or moref
    public DatastoreSpec readOnlyOn(String host, boolean readOnly) {
        return mount(host, "readOnly", readOnly);
    }

    /// Unmounts it on a host, which still lists it, or mounts it again.
    public DatastoreSpec mountedOn(String host, boolean mounted) {
        return mount(host, "mounted", mounted);
    }

    /// Takes a host the path to it, or gives it back.
    public DatastoreSpec accessibleOn(String host, boolean accessible) {
        return mount(host, "accessible", accessible);
    }

    /// Removes it from a host, as if the host had never had it.
    public DatastoreSpec removedFrom(String host) {
        return mount(host, "remove", true);
    }

    private DatastoreSpec mount(String host, String field, boolean value) {
        var copy = json.deepCopy();
        copy.withArray("/mounts").addObject().put("host", host).put(field, value);
        return new DatastoreSpec(copy);
    }

    ObjectNode json() {
        return json.deepCopy();
    }
}
