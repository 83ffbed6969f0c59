package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.config.EffectiveConfig.Origin;
import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import java.util.Map;
import java.util.Optional;

/// Finds out where the values of a configuration come from, by the rules of inheritance.
final class ValueOrigins {
    private final RawConfig raw;

    ValueOrigins(RawConfig raw) {
        this.raw = raw;
    }

    /// Returns the section of this vCenter; the section `global` if the vCenter has no section of its own.
    RawSection section(VcenterConfig vcenter) {
        return raw.vcenters().entrySet().stream()
                .filter(entry ->
                        entry.getKey().equals(vcenter.name()) || entry.getKey().isBlank())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(raw.global());
    }

    /// Returns the origin of a key's effective value in this section: the section itself, else `global`, else the
    /// default.
    Origin of(RawSection section, ConfigKey key) {
        Optional<RawValue> global = rawValue(raw.global(), key == VcenterKey.SERVER ? VcenterKey.GLOBAL_SERVER : key);
        return rawValue(section, key)
                .map(value -> origin(value, global.filter(value::equals).isPresent()))
                .or(() -> global.filter(_ -> key != VcenterKey.SERVER).map(value -> origin(value, true)))
                .orElseGet(() -> key == VcenterKey.SERVER ? new Origin.Written(section.place()) : new Origin.Default());
    }

    /// Returns the origin of a flag that a section cannot switch off. If the flag is on and the section does not
    /// set it, the value comes from `global`.
    Origin ofFlag(RawSection section, ConfigKey key, boolean flag) {
        boolean own = section.text(key).flatMap(ValueParser::flag).orElse(false);
        return of(flag && !own ? raw.global() : section, key);
    }

    private static Origin origin(RawValue value, boolean inherited) {
        return value.place()
                .variable()
                .<Origin>map(Origin.Variable::new)
                .orElseGet(() -> inherited ? new Origin.Inherited(value.place()) : new Origin.Written(value.place()));
    }

    /// Returns the value of the key in this section. Port 0 counts as no value.
    private static Optional<RawValue> rawValue(RawSection section, ConfigKey key) {
        return section.value(key)
                .filter(value -> key.form() != KeyForm.PORT
                        || ValueParser.port(value.text()).orElse(1) != 0);
    }
}
