package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.util.List;

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

    public void restore() {
        send(List.of(), false, false);
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
