package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs once which configured datacenters a vCenter does not have, because the provider then finds no VMs
/// there.
///
/// Threads: only the watcher's thread.
final class DatacenterCheck {
    private static final Logger log = LoggerFactory.getLogger(DatacenterCheck.class);

    private final String vcenter;
    private List<String> lastReported = List.of();

    /// The datacenter rule of the last check, and the session in which it was checked.
    private @Nullable Checked lastCheck;

    DatacenterCheck(String vcenter) {
        this.vcenter = vcenter;
    }

    /// Checks the configured datacenters. If the same rule was already checked in the same session, does
    /// nothing.
    void check(VcenterSession session, DatacenterRule rule) {
        var now = new Checked(session, rule);
        if (now.equals(lastCheck)) {
            return;
        }
        if (!rule.admitsAll()) {
            check(rule, datacenters(session));
        }
        lastCheck = now;
    }

    private record Checked(VcenterSession session, DatacenterRule rule) {}

    private void check(DatacenterRule rule, List<List<InventoryObject>> datacenters) {
        List<String> unknown = rule.unmatched(datacenters);
        if (!unknown.equals(lastReported) && !unknown.isEmpty()) {
            log.atError()
                    .addKeyValue("vcenter", vcenter)
                    .addKeyValue("unknown", unknown)
                    .addKeyValue(
                            "visible",
                            datacenters.stream()
                                    .map(path -> path.getFirst().name())
                                    .collect(Collectors.joining(", ")))
                    .log("Configured datacenters do not exist in this vCenter, or the account may not read them;"
                            + " correct 'datacenters' in the configuration or give the account the right");
        }
        lastReported = unknown;
    }

    private static List<List<InventoryObject>> datacenters(VcenterSession session) {
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
            return ancestors.values().stream()
                    .filter(ancestor -> ancestor.ref().type().equals("Datacenter"))
                    .map(ancestor -> path(ancestor, ancestors))
                    .toList();
        } finally {
            session.destroyView(view);
        }
    }

    private static List<RetrieveQuery.Selection> parentTraversal() {
        var repeat = new RetrieveQuery.Selection.Named("parents");
        return List.of(new RetrieveQuery.Selection.Traversal(
                "parents", AncestorRecord.MANAGED_ENTITY, "parent", false, List.of(repeat)));
    }

    private static List<InventoryObject> path(AncestorRecord start, Map<MoRef, AncestorRecord> ancestors) {
        var path = new ArrayList<InventoryObject>();
        Optional<AncestorRecord> next = Optional.of(start);
        while (next.isPresent() && path.size() <= ancestors.size()) {
            AncestorRecord ancestor = next.get();
            path.add(new InventoryObject(
                    ancestor.ref().type(), ancestor.ref().value(), ancestor.name(), new TagState.Awaited()));
            next = ancestor.parent().flatMap(parent -> Optional.ofNullable(ancestors.get(parent)));
        }
        return path;
    }
}
