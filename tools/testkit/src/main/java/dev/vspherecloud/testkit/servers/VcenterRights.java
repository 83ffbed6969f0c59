package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import java.util.List;

/// What the account of a [SimulatedVcenter] may see: everything, until a test takes a right away.
///
/// An object that it may not see, or that is in such a folder, is left out of searches, views and lists without a word,
/// and leaves what is being watched. Whoever reads it by its reference gets `NoPermission` in the place of each
/// property, or as a fault. What does not exist answers `ManagedObjectNotFound`, with or without rights.
public final class VcenterRights {
    private final AdminCalls admin;

    VcenterRights(AdminCalls admin) {
        this.admin = admin;
    }

    /// Hides these objects and all below them; whatever was hidden before is seen again.
    public void hide(TaggedObject... objects) {
        send(List.of(objects), false, false);
    }

    /// The same; reads by reference are answered with the fault.
    public void refuse(TaggedObject... objects) {
        send(List.of(objects), false, true);
    }

    /// Hides everything, events and tasks included. Sessions and logins go on.
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
