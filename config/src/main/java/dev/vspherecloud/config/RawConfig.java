package dev.vspherecloud.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// A whole configuration as it was written, the same whatever dialect it was written in.
///
/// @param place           of the whole file
/// @param vcenters        by name, in the order of the file
/// @param foreignSections names of the sections for other readers, as written
record RawConfig(
        Dialect dialect,
        Place place,
        RawSection global,
        Map<String, RawSection> vcenters,
        RawSection labels,
        RawSection nodes,
        Set<String> foreignSections) {
    RawConfig {
        foreignSections = Set.copyOf(foreignSections);
        vcenters = Collections.unmodifiableMap(new LinkedHashMap<>(vcenters));
    }

    /// The vCenters that are written down, and the one that `server` in this section means if no other has its name.
    Map<String, RawSection> vcentersWith(RawSection shared) {
        var sections = new LinkedHashMap<>(vcenters);
        shared.value(ConfigKey.GLOBAL_SERVER).ifPresent(server -> {
            var copied = new LinkedHashMap<>(shared.values());
            copied.keySet().removeIf(key -> !key.isIn(Section.VCENTER));
            copied.put(ConfigKey.SERVER, server);
            sections.putIfAbsent(server.text().strip(), new RawSection(dialect, server.place(), copied));
        });
        return sections;
    }
}
