package dev.vspherecloud.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A whole configuration as it was written, the same whatever dialect it was written in.
///
/// @param vcenters by name, in the order of the file
record RawConfig(
        Place place, RawSection global, Map<String, RawSection> vcenters, RawSection labels, RawSection nodes) {
    RawConfig {
        vcenters = Collections.unmodifiableMap(new LinkedHashMap<>(vcenters));
    }
}
