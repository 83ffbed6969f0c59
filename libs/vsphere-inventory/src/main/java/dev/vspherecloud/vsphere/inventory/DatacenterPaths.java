package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the datacenters of a vCenter.
public final class DatacenterPaths {
    private DatacenterPaths() {}

    /// Reads all datacenters that the account sees, with three calls.
    ///
    /// @throws dev.vspherecloud.vsphere.client.VcenterException if they cannot be read
    public static List<DatacenterPath> read(VcenterSession session) {
        MoRef root = session.content().rootFolder();
        MoRef view = session.createContainerView(root, "Datacenter");
        try {
            var members = new RetrieveQuery.Selection.Traversal("", view.type(), "view", false, parentTraversal());
            var query = new RetrieveQuery(
                    List.of(new RetrieveQuery.PropertyPaths(AncestorRecord.MANAGED_ENTITY, AncestorRecord.PROPERTIES)),
                    List.of(new RetrieveQuery.Start(view, true, List.of(members))));
            Map<MoRef, AncestorRecord> ancestors = new HashMap<>();
            session.retrieve(query)
                    .forEach(ancestor -> ancestors.put(
                            ancestor.object(), AncestorRecord.of(ancestor.object(), ancestor.values(), root)));
            return of(ancestors);
        } finally {
            session.destroyView(view);
        }
    }

    private static List<RetrieveQuery.Selection> parentTraversal() {
        var repeat = new RetrieveQuery.Selection.Named("parents");
        return List.of(new RetrieveQuery.Selection.Traversal(
                "parents", AncestorRecord.MANAGED_ENTITY, "parent", false, List.of(repeat)));
    }

    /// Returns the datacenters among these inventory objects.
    static List<DatacenterPath> of(Map<MoRef, AncestorRecord> ancestors) {
        return ancestors.values().stream()
                .filter(ancestor -> ancestor.ref().type().equals("Datacenter"))
                .map(datacenter -> path(datacenter, ancestors))
                .toList();
    }

    private static DatacenterPath path(AncestorRecord datacenter, Map<MoRef, AncestorRecord> ancestors) {
        var names = new ArrayList<>(List.of(datacenter.name()));
        var seen = new HashSet<>(List.of(datacenter.ref()));
        AncestorRecord above = above(datacenter, ancestors);
        // While vCenter moves an object, the path can seem to be a circle for a moment.
        while (above != null && !above.isRoot() && !above.isHidden() && seen.add(above.ref())) {
            names.addFirst(above.name());
            above = above(above, ancestors);
        }
        boolean isComplete = above != null && above.isRoot();
        return new DatacenterPath(datacenter.ref().value(), names, isComplete);
    }

    private static @Nullable AncestorRecord above(AncestorRecord place, Map<MoRef, AncestorRecord> ancestors) {
        return place.parent().map(ancestors::get).orElse(null);
    }
}
