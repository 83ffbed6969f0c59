package dev.vspherecloud.domain.topology;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The search for zone and region implemented a second time, step by step on its own tree, to compare
/// [TopologyPolicy] with. Both share no code.
///
/// Rule from: cloud-provider-vsphere, connectionmanager/zones.go, read from top to bottom, with all its bugs.
final class NaiveZones {
    /// @param parent null at the root
    /// @param tags   each `category=name`; null if the list is unreadable
    record Place(
            String kind,
            String name,
            @Nullable Place parent,
            @Nullable List<String> tags) {}

    /// @param pool null if vCenter returns none
    record Machine(Place host, @Nullable Place pool, Place self) {}

    private NaiveZones() {}

    /// Returns for example `z1 r1`, or `error`.
    static String find(Machine vm, String zoneCategory, String regionCategory) {
        List<Place> starts = new ArrayList<>();
        starts.add(vm.host());
        if (vm.pool() != null) {
            starts.add(vm.pool());
        }
        starts.add(vm.self());

        for (Place start : starts) {
            String zone = "";
            String region = "";
            boolean stop = false;
            Place place = start;
            while (place != null && !stop) {
                if (place.tags() != null) {
                    for (String tag : place.tags()) {
                        String category = tag.substring(0, tag.indexOf('='));
                        String name = tag.substring(tag.indexOf('=') + 1);
                        if (category.equals(zoneCategory)) {
                            zone = name;
                        }
                        if (category.equals(regionCategory)) {
                            region = name;
                        }
                        if (!zone.isEmpty() && !region.isEmpty()) {
                            stop = true;
                            break;
                        }
                    }
                }
                place = place.parent();
            }
            if (!region.isEmpty() && !zone.isEmpty()) {
                return zone + " " + region;
            }
        }
        return "error";
    }
}
