package dev.vspherecloud.config;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A whole configuration as written, in a form that does not depend on the dialect.
///
/// @param place the location of the whole file
/// @param shared the sections of the file that hold for all vCenters
/// @param vcenters the sections of the vCenters by name, in the order of the file
/// @param named the sections of a program that may exist several times, by section and name. [Section#VCENTER] is
///     not among them
/// @param foreignSections the names of the sections that other programs read, as written
public record RawConfig(
        Dialect dialect,
        ConfigLocation place,
        Map<Section, RawSection> shared,
        Map<String, RawSection> vcenters,
        Map<Section, Map<String, RawSection>> named,
        Set<String> foreignSections) {
    public RawConfig {
        shared = Map.copyOf(shared);
        named = copied(named);
        foreignSections = Set.copyOf(foreignSections);
        vcenters = Collections.unmodifiableMap(new LinkedHashMap<>(vcenters));
    }

    private static Map<Section, Map<String, RawSection>> copied(Map<Section, Map<String, RawSection>> named) {
        var copy = new HashMap<Section, Map<String, RawSection>>();
        named.forEach(
                (section, sections) -> copy.put(section, Collections.unmodifiableMap(new LinkedHashMap<>(sections))));
        return Map.copyOf(copy);
    }

    /// Returns the sections of this kind by name, in the order of the file.
    public Map<String, RawSection> named(Section section) {
        return section.equals(Section.VCENTER) ? vcenters : named.getOrDefault(section, Map.of());
    }

    public RawSection global() {
        return section(Section.GLOBAL);
    }

    /// Returns a section that holds for all vCenters. If the file does not have the section, the result has no
    /// values.
    public RawSection section(Section section) {
        return Optional.ofNullable(shared.get(section))
                .orElseGet(() -> new RawSection(dialect, place.withKey(dialect.name(section)), Map.of()));
    }

    /// Returns the vCenters of the file and, if the section `shared` names a server that is none of them, a
    /// vCenter for that server.
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
