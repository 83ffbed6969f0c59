package dev.vspherecloud.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A whole configuration as written, in a form that does not depend on the dialect.
///
/// @param place of the whole file
/// @param shared the existing sections for all vCenters
/// @param vcenters by name, in the order of the file
/// @param foreignSections names of the sections for other readers, as written
public record RawConfig(
        Dialect dialect,
        ConfigLocation place,
        Map<Section, RawSection> shared,
        Map<String, RawSection> vcenters,
        Set<String> foreignSections) {
    public RawConfig {
        shared = Map.copyOf(shared);
        foreignSections = Set.copyOf(foreignSections);
        vcenters = Collections.unmodifiableMap(new LinkedHashMap<>(vcenters));
    }

    public RawSection global() {
        return section(Section.GLOBAL);
    }

    /// Returns a section that all vCenters share; without a value if it does not exist.
    public RawSection section(Section section) {
        return Optional.ofNullable(shared.get(section))
                .orElseGet(() -> new RawSection(dialect, place.withKey(dialect.name(section)), Map.of()));
    }

    /// Returns the vCenters of the file, and the one that `server` in this section means if no other has its name.
    public Map<String, RawSection> vcentersWith(RawSection shared) {
        var sections = new LinkedHashMap<>(vcenters);
        shared.value(VcenterKey.GLOBAL_SERVER).ifPresent(server -> {
            var copied = new LinkedHashMap<>(shared.values());
            copied.keySet().removeIf(key -> !key.isIn(Section.VCENTER));
            copied.put(VcenterKey.SERVER, server);
            sections.putIfAbsent(server.text().strip(), new RawSection(dialect, server.place(), copied));
        });
        return sections;
    }
}
