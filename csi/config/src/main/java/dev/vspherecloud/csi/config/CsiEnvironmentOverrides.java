package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.vcenter.EnvironmentVariables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Applies the environment variables to the configuration as written. Pure.
///
/// A variable counts before the file. If its value is not a number or a flag where the key needs one, the variable
/// is ignored with a warning.
///
/// Rule from: vsphere-csi-driver, pkg/common/config, FromEnv. Differs: `VCENTER_<ID>_INSECURE` and
/// `VCENTER_<ID>_DATACENTERS` have an effect, and a vCenter keeps the values of the file that no variable sets.
final class CsiEnvironmentOverrides {
    private final RawConfig raw;
    private final EnvironmentVariables variables;

    CsiEnvironmentOverrides(RawConfig raw, Map<String, String> environment, Problems problems) {
        this.raw = raw;
        this.variables = new EnvironmentVariables(environment, problems);
    }

    /// Returns true if the environment alone names a vCenter.
    static boolean nameVcenter(Map<String, String> environment) {
        return !vcenterVariables(new EnvironmentVariables(environment, new Problems()))
                        .isEmpty()
                || !environment.getOrDefault("VSPHERE_VCENTER", "").isBlank();
    }

    RawConfig applied() {
        var shared = new LinkedHashMap<>(raw.shared());
        for (OverrideVariable each : OverrideVariable.OF_SECTIONS) {
            String path = raw.dialect().name(each.section());
            value(each.key(), each.name(), path)
                    .ifPresent(value -> shared.put(
                            each.section(),
                            with(
                                    Optional.ofNullable(shared.get(each.section()))
                                            .orElseGet(() -> raw.section(each.section())),
                                    Map.of(each.key(), value))));
        }
        var vcenters = new LinkedHashMap<>(raw.vcenters());
        Map<String, String> ids = vcenterVariables(variables);
        ids.forEach((id, variable) -> vcenter(id, variable, vcenters));
        warnOfUnknown(ids);
        return new RawConfig(raw.dialect(), raw.place(), shared, vcenters, raw.named(), raw.foreignSections());
    }

    /// Returns the variable of each id. A number is not the name of a vCenter.
    private static Map<String, String> vcenterVariables(EnvironmentVariables variables) {
        return variables.names().stream()
                .filter(name -> name.startsWith(OverrideVariable.VCENTER_PREFIX)
                        && name.length() > OverrideVariable.VCENTER_PREFIX.length())
                .filter(name -> !name.equals(OverrideVariable.VCENTER_PORT)
                        && ValueParser.port(variables.text(name).orElse("")).isEmpty())
                .collect(Collectors.toMap(
                        name -> name.substring(OverrideVariable.VCENTER_PREFIX.length()),
                        name -> name,
                        (first, _) -> first,
                        TreeMap::new));
    }

    private void vcenter(String id, String variable, Map<String, RawSection> vcenters) {
        String server = variables.text(variable).orElse("").strip();
        String path = raw.dialect().name(Section.VCENTER) + "." + server;
        ConfigLocation place = ConfigLocation.variable(variable).withKey(path);
        var values = new LinkedHashMap<ConfigKey, RawValue>();
        if (!vcenters.containsKey(server)) {
            values.put(VcenterKey.SERVER, new RawValue(place, List.of(server)));
        }
        for (OverrideVariable each : OverrideVariable.OF_ONE_VCENTER) {
            value(each.key(), each.of(id), path).ifPresent(value -> values.put(each.key(), value));
        }
        RawSection written = vcenters.getOrDefault(server, new RawSection(raw.dialect(), place, Map.of()));
        vcenters.put(server, with(written, values));
    }

    private static RawSection with(RawSection section, Map<ConfigKey, RawValue> values) {
        var all = new LinkedHashMap<>(section.values());
        all.putAll(values);
        return new RawSection(section.dialect(), section.place(), all);
    }

    private Optional<RawValue> value(ConfigKey key, String variable, String path) {
        Optional<RawValue> value = variables.value(key, variable, path);
        if (value.isPresent()
                && key instanceof CsiConfigKey own
                && own.range().isPresent()
                && !NumberRule.isNumber(value.get().text())) {
            variables.warn(
                    variable, "found an invalid value, expected " + own.expected() + "; it is ignored, correct it");
            return Optional.empty();
        }
        return value;
    }

    /// Warns about variables that look like those of this program and have no effect.
    private void warnOfUnknown(Map<String, String> ids) {
        List<String> ofVcenters = ids.keySet().stream()
                .flatMap(id -> OverrideVariable.OF_ONE_VCENTER.stream().map(each -> each.of(id)))
                .toList();
        List<String> ofSections = Stream.concat(
                        Stream.of(CsiConfigTable.OPTION),
                        OverrideVariable.OF_SECTIONS.stream().map(OverrideVariable::name))
                .toList();
        for (String name : variables.names()) {
            if (name.startsWith("VCENTER_") && !ofVcenters.contains(name)) {
                warnOfStray(name, ofVcenters);
            } else if (name.startsWith(OverrideVariable.VCENTER_PREFIX)
                    && !ids.containsValue(name)
                    && !ofSections.contains(name)) {
                variables.warn(
                        name,
                        "found a number, expected a host name; it has no effect, set VSPHERE_PORT for the port of the"
                                + " vCenter");
            } else if ((name.startsWith("VSPHERE_") || name.startsWith("GLOBAL_MAX") || name.startsWith("GRANULAR_"))
                    && !name.startsWith(OverrideVariable.VCENTER_PREFIX)
                    && !ofSections.contains(name)) {
                Suggestion.closest(name, ofSections).ifPresent(meant -> warnOfMisspelt(name, meant));
            }
        }
    }

    private void warnOfStray(String name, List<String> known) {
        Optional<String> meant = Suggestion.closest(name, known);
        meant.ifPresent(each -> warnOfMisspelt(name, each));
        if (meant.isEmpty()) {
            OverrideVariable.OF_ONE_VCENTER.stream()
                    .filter(each -> name.endsWith("_" + each.name()))
                    .map(each -> name.substring(
                            "VCENTER_".length(),
                            Math.max(
                                    "VCENTER_".length(),
                                    name.length() - each.name().length() - 1)))
                    .filter(id -> !id.isEmpty())
                    .findFirst()
                    .ifPresent(id -> variables.warn(
                            name,
                            "has no effect without " + OverrideVariable.VCENTER_PREFIX + id
                                    + "; add that, or remove this"));
        }
    }

    private void warnOfMisspelt(String name, String meant) {
        variables.warn(name, "unknown, it has no effect; did you mean " + meant + "? Correct it");
    }
}
