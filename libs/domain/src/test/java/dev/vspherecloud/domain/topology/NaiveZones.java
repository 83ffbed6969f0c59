package dev.vspherecloud.domain.topology;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The search for zone and region written down a second time, step by step and on a tree of its own, to compare
/// [TopologyPolicy] with. It shares nothing with it.
///
/// Rule from: cloud-provider-vsphere, connectionmanager/zones.go, read from top to bottom, with all it does wrong.
final class NaiveZones {
    /// @param parent null at the root
    /// @param tags   each `category=name`; null when the list can't be read
    record Place(
            String kind,
            String name,
            @Nullable Place parent,
            @Nullable List<String> tags) {}

    /// @param pool null when vCenter names none
    record Machine(Place host, @Nullable Place pool, Place self) {}

    private NaiveZones() {}

    /// As in `z1 r1`, or `error`.
    static String look(Machine vm, String zoneCategory, String regionCategory) {
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
