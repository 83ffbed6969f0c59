package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.KeyVariable;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Applies the environment variables to the configuration as written. Pure.
///
/// By default only those variables count that have an effect in cloud-provider-vsphere (Go), which reads more
/// variables than it uses. A warning names the others: a forgotten variable with an old password must not take
/// effect when this project replaces cloud-provider-vsphere. With `global.environmentOverrides` all variables
/// count.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config, FromEnv, and FromCPIEnv beside it. Differs:
/// `VSPHERE_VCENTER_PORT` creates no vCenter.
final class EnvironmentOverrides {
    private final KeyTable table;
    private final RawConfig raw;
    private final EnvironmentVariables variables;
    private final boolean isAllEnabled;

    EnvironmentOverrides(KeyTable table, RawConfig raw, Map<String, String> environment, Problems problems) {
        this.table = table;
        this.raw = raw;
        this.variables = new EnvironmentVariables(environment, problems);
        this.isAllEnabled = raw.global()
                .text(VcenterKey.ENVIRONMENT_OVERRIDES)
                .flatMap(ValueParser::flag)
                .orElse(false);
    }

    OverriddenConfig applied() {
        RawSection global = overridden(Section.GLOBAL, raw.global());
        Map<String, RawSection> vcenters = raw.vcentersWith(isAllEnabled ? global : raw.global());
        Map<String, RawSection> ofEnvironment =
                new IndexedVcenters(table, raw.dialect(), variables, isAllEnabled, howToEnable()).sections(vcenters);
        vcenters.putAll(ofEnvironment);
        warnOfDormant(ofEnvironment.values());
        warnOfMisspelt();
        return new OverriddenConfig(
                new RawConfig(raw.dialect(), raw.place(), shared(global), vcenters, raw.named(), raw.foreignSections()),
                raw.global(),
                ofEnvironment.keySet(),
                isAllEnabled);
    }

    private Map<Section, RawSection> shared(RawSection global) {
        var shared = new LinkedHashMap<Section, RawSection>();
        for (Section section : table.shared()) {
            shared.put(section, section.equals(Section.GLOBAL) ? global : overridden(section, raw.section(section)));
        }
        return shared;
    }

    private RawSection overridden(Section section, RawSection written) {
        var values = new LinkedHashMap<>(written.values());
        for (ConfigKey key : table.in(section)) {
            key.variable()
                    .filter(variable -> key.hasEffect() && (isAllEnabled || variable.inForce()))
                    .flatMap(variable -> variables.value(key, variable.name(), section.yaml()))
                    .ifPresent(value -> values.put(key, value));
        }
        return new RawSection(written.dialect(), written.place(), values);
    }

    private void warnOfDormant(Collection<RawSection> ofEnvironment) {
        for (ConfigKey key : table.in(Section.GLOBAL)) {
            key.variable()
                    .filter(variable -> variables.has(variable.name()))
                    .ifPresent(variable -> warnOfDormant(key, variable, ofEnvironment));
        }
    }

    private void warnOfDormant(ConfigKey key, KeyVariable variable, Collection<RawSection> ofEnvironment) {
        if (!key.hasEffect()) {
            variables.warn(variable.name(), "has no effect, as in cloud-provider-vsphere (Go); remove it");
        } else if (!isAllEnabled && !variable.inForce()) {
            String extent = ofEnvironment.stream().anyMatch(section -> isFrom(variable, section))
                    ? "applies only to the vCenters that VSPHERE_VCENTER_<ID> names, as in cloud-provider-vsphere (Go)"
                    : "has no effect, as in cloud-provider-vsphere (Go)";
            variables.warn(variable.name(), extent + "; remove it, or use it by setting " + howToEnable());
        }
    }

    private static boolean isFrom(KeyVariable variable, RawSection section) {
        String origin = ConfigLocation.variable(variable.name()).file();
        return section.values().values().stream()
                .anyMatch(value -> value.place().file().equals(origin));
    }

    /// Returns the part of a message that says how to make all environment variables count.
    private String howToEnable() {
        return raw.global().pathOf(VcenterKey.ENVIRONMENT_OVERRIDES) + " to true";
    }

    private void warnOfMisspelt() {
        List<String> known = known();
        for (String name : variables.names()) {
            if (name.startsWith("VSPHERE_") && !name.startsWith(IndexedVcenters.PREFIX) && !known.contains(name)) {
                Suggestion.closest(name, known)
                        .ifPresent(meant -> variables.warn(
                                name, "unknown, it has no effect; did you mean " + meant + "? Correct it"));
            }
        }
    }

    private List<String> known() {
        return table.keys().stream()
                .flatMap(key -> key.variable().stream())
                .map(KeyVariable::name)
                .toList();
    }
}
