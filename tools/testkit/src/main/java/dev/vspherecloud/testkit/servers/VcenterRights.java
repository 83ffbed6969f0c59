package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.util.List;
import java.util.Map;

/// The privileges of the account of a [SimulatedVcenter]: all, until a test removes some.
///
/// Searches, views and lists silently leave out a hidden object and the objects in a hidden folder; watched ones leave
/// the filter. A read by reference returns `NoPermission` instead of each property, or as a fault. An object that does
/// not exist returns `ManagedObjectNotFound`, with or without privileges.
public final class VcenterRights {
    private final AdminCalls admin;

    VcenterRights(AdminCalls admin) {
        this.admin = admin;
    }

    /// Hides these objects and all below them. Objects that were hidden before become visible again.
    public void hide(TaggedObject... objects) {
        send(List.of(objects), false, false);
    }

    /// The same; reads by reference return the fault.
    public void refuse(TaggedObject... objects) {
        send(List.of(objects), false, true);
    }

    /// Hides everything, including events and tasks. Sessions and logins still work.
    public void hideEverything() {
        send(List.of(), true, false);
    }

    /// Makes everything visible, and grants all privileges.
    public void restore() {
        send(List.of(), false, false);
        revoke(Map.of());
    }

    /// Takes these privileges from the account, on an object and on all objects below. Privileges that were taken
    /// before are granted again. `AuthorizationManager` reports it, and CNS and PBM refuse what needs them:
    ///
    /// | privilege | on | for |
    /// |---|---|---|
    /// | `Datastore.FileManagement` | datastore | create, attach, to read a First Class Disk |
    /// | `VirtualMachine.Config.AddExistingDisk` | VM | attach |
    /// | `VirtualMachine.Config.AddRemoveDevice` | VM | attach, detach |
    /// | `Cns.Searchable` | root folder | all calls of CNS |
    /// | `StorageProfile.View` | root folder | all calls of PBM |
    public void revoke(TaggedObject object, String... privileges) {
        revoke(Map.of(object, List.of(privileges)));
    }

    /// The same, on several objects.
    public void revoke(Map<TaggedObject, List<String>> privileges) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        var list = request.putArray("missing");
        privileges.forEach((object, names) -> {
            var missing = list.addObject().put("type", object.type()).put("id", object.ref());
            names.forEach(missing.putArray("privileges")::add);
        });
        admin.call("PUT", "/privileges", request.toString());
    }

    private void send(List<TaggedObject> objects, boolean everything, boolean refuse) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        var list = request.putArray("objects");
        objects.forEach(one -> list.addObject().put("type", one.type()).put("id", one.ref()));
        admin.call(
                "PUT",
                "/denial",
                request.put("everything", everything).put("refuse", refuse).toString());
    }
}
