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

/// Logs once which configured datacenters a vCenter does not have, since the provider then finds no VMs there.
///
/// Threads: confined to the watcher.
final class DatacenterCheck {
    private static final Logger log = LoggerFactory.getLogger(DatacenterCheck.class);

    private final String vcenter;
    private List<String> reported = List.of();

    /// The rule of the last check, and its session.
    private @Nullable Checked checked;

    DatacenterCheck(String vcenter) {
        this.vcenter = vcenter;
    }

    /// Does nothing if the same rule was already checked in the same session.
    void check(VcenterSession session, DatacenterRule rule) {
        var now = new Checked(session, rule);
        if (now.equals(checked)) {
            return;
        }
        if (!rule.admitsAll()) {
            check(rule, datacenters(session));
        }
        checked = now;
    }

    private record Checked(VcenterSession session, DatacenterRule rule) {}

    private void check(DatacenterRule rule, List<List<InventoryObject>> datacenters) {
        List<String> unknown = rule.unknown(datacenters);
        if (!unknown.equals(reported) && !unknown.isEmpty()) {
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
        reported = unknown;
    }

    private static List<List<InventoryObject>> datacenters(VcenterSession session) {
        MoRef root = session.content().rootFolder();
        MoRef view = session.createContainerView(root, "Datacenter");
        try {
            var members = new RetrieveQuery.Selection.Traversal("", view.type(), "view", false, upwards());
            var query = new RetrieveQuery(
                    List.of(new RetrieveQuery.PropertyPaths(AncestorRecord.TYPE, AncestorRecord.WATCHED)),
                    List.of(new RetrieveQuery.Start(view, true, List.of(members))));
            Map<MoRef, AncestorRecord> places = new HashMap<>();
            session.retrieve(query)
                    .forEach(place ->
                            places.put(place.object(), AncestorRecord.of(place.object(), place.values(), root)));
            return places.values().stream()
                    .filter(place -> place.ref().type().equals("Datacenter"))
                    .map(place -> path(place, places))
                    .toList();
        } finally {
            session.destroyView(view);
        }
    }

    private static List<RetrieveQuery.Selection> upwards() {
        var again = new RetrieveQuery.Selection.Named("parents");
        return List.of(
                new RetrieveQuery.Selection.Traversal("parents", AncestorRecord.TYPE, "parent", false, List.of(again)));
    }

    private static List<InventoryObject> path(AncestorRecord start, Map<MoRef, AncestorRecord> places) {
        var path = new ArrayList<InventoryObject>();
        Optional<AncestorRecord> next = Optional.of(start);
        while (next.isPresent() && path.size() <= places.size()) {
            AncestorRecord place = next.get();
            path.add(
                    new InventoryObject(place.ref().type(), place.ref().value(), place.name(), new TagState.Awaited()));
            next = place.parent().flatMap(parent -> Optional.ofNullable(places.get(parent)));
        }
        return path;
    }
}
