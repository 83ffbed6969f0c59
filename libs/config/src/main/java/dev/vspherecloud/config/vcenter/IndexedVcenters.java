package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.KeyVariable;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.VcenterKey;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The vCenters that environment variables define: `VSPHERE_VCENTER_<ID>` contains the name or server, and
/// `VCENTER_<ID>_USERNAME` and others the settings. Such a vCenter replaces a vCenter of the same name.
///
/// Without `global.environmentOverrides`, the variables work as in cloud-provider-vsphere (Go): a value with
/// `=` in it does not count, and neither do `_INSECURE` and `_IP_FAMILY`. If a value is not given, the
/// variables of `global` count, then `global` itself.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config, FromEnv. Differs: there a vCenter without `_IP_FAMILY`
/// has a nameless family, and so no addresses; here it inherits the family. An empty variable counts as not
/// given.
final class IndexedVcenters {
    static final String PREFIX = "VSPHERE_VCENTER_";

    private final List<ConfigKey> keys;
    private final Dialect dialect;
    private final EnvironmentVariables variables;
    private final boolean all;
    private final String howToEnable;

    /// Creates the vCenters of the environment.
    ///
    /// @param optIn the part of a message that says how to make all variables count
    IndexedVcenters(KeyTable table, Dialect dialect, EnvironmentVariables variables, boolean all, String optIn) {
        this.keys = table.in(Section.VCENTER);
        this.dialect = dialect;
        this.variables = variables;
        this.all = all;
        this.howToEnable = optIn;
    }

    /// Returns the vCenters that environment variables define, by name.
    ///
    /// @param written the vCenters of the file; a key without a variable keeps its value from the file
    Map<String, RawSection> sections(Map<String, RawSection> written) {
        var sections = new LinkedHashMap<String, RawSection>();
        var ids = new HashSet<String>();
        for (String variable : variables.names()) {
            if (isIndexed(variable) && counts(variable)) {
                String id = variable.substring(PREFIX.length());
                String name = variables.text(variable).orElseThrow().strip();
                ids.add(id);
                sections.put(name, section(id, name, Optional.ofNullable(written.get(name))));
            }
        }
        warnOfStrays(ids);
        return sections;
    }

    private static boolean isIndexed(String variable) {
        boolean isPort = VcenterKey.PORT_NUMBER
                .variable()
                .filter(port -> port.name().equals(variable))
                .isPresent();
        return variable.startsWith(PREFIX) && variable.length() > PREFIX.length() && !isPort;
    }

    private boolean counts(String variable) {
        boolean counts = all
                || variables.text(variable).filter(text -> text.contains("=")).isEmpty();
        if (!counts) {
            variables.warn(
                    variable,
                    "contains \"=\" and is therefore ignored, as in cloud-provider-vsphere (Go); put the value into "
                            + "the file or a"
                            + " Secret, or use it by setting " + howToEnable);
        }
        return counts;
    }

    private RawSection section(String id, String name, Optional<RawSection> written) {
        String path = Section.VCENTER.yaml() + "." + name;
        String variable = PREFIX + id;
        var values = new LinkedHashMap<ConfigKey, RawValue>();
        written.ifPresent(section -> section.values().forEach((key, value) -> {
            if (key.indexedVariable().isEmpty()) {
                values.put(key, value);
            }
        }));
        values.put(VcenterKey.SERVER, EnvironmentVariables.rawValue(VcenterKey.SERVER, variable, path, name));
        if (!all) {
            values.put(VcenterKey.INSECURE_FLAG, defaultValue(VcenterKey.INSECURE_FLAG, variable, path));
        }
        for (ConfigKey key : keys) {
            key.indexedVariable()
                    .flatMap(own -> ownValue(key, own, id, path))
                    .or(() -> fallback(key, path))
                    .ifPresent(value -> values.put(key, value));
        }
        return new RawSection(dialect, ConfigLocation.variable(variable).withKey(path), values);
    }

    private Optional<RawValue> ownValue(ConfigKey key, KeyVariable own, String id, String path) {
        String variable = own.of(id);
        if (!variables.has(variable)) {
            return Optional.empty();
        }
        if (!key.hasEffect()) {
            variables.warn(variable, "has no effect, as in cloud-provider-vsphere (Go); remove it");
            return Optional.empty();
        }
        if (!all && !own.inForce()) {
            variables.warn(
                    variable,
                    "has no effect, as in cloud-provider-vsphere (Go): \"" + key.defaultText()
                            + "\" applies; remove it, or use it by setting " + howToEnable);
            return Optional.of(defaultValue(key, variable, path));
        }
        return counts(variable) ? variables.value(key, variable, path) : Optional.empty();
    }

    /// Returns the value of the variable for `global`, for a vCenter of the environment without a variable of
    /// its own. In cloud-provider-vsphere (Go), these variables apply to such vCenters only.
    private Optional<RawValue> fallback(ConfigKey key, String path) {
        return key.variable()
                .filter(variable -> !all && !variable.inForce() && key.hasEffect() && key != VcenterKey.INSECURE_FLAG)
                .filter(variable -> variables.has(variable.name()))
                .flatMap(variable -> variables.value(key, variable.name(), path));
    }

    private static RawValue defaultValue(ConfigKey key, String variable, String path) {
        return EnvironmentVariables.rawValue(key, variable, path, key.defaultText());
    }

    private void warnOfStrays(Set<String> ids) {
        Pattern ofOne = Pattern.compile("VCENTER_(.+)_("
                + keys.stream()
                        .flatMap(key -> key.indexedVariable().stream())
                        .map(KeyVariable::name)
                        .collect(Collectors.joining("|"))
                + ")");
        for (String variable : variables.names()) {
            Matcher parts = ofOne.matcher(variable);
            if (parts.matches() && !ids.contains(parts.group(1))) {
                variables.warn(
                        variable, "has no effect without " + PREFIX + parts.group(1) + "; add that, or remove this");
            } else if (!parts.matches()) {
                ids.stream()
                        .filter(id -> variable.startsWith("VCENTER_" + id + "_"))
                        .findFirst()
                        .ifPresent(id -> warnOfMisspelt(variable, id));
            }
        }
    }

    private void warnOfMisspelt(String variable, String id) {
        List<String> known = keys.stream()
                .flatMap(key -> key.indexedVariable().stream())
                .map(own -> own.of(id))
                .toList();
        Suggestion.closest(variable, known)
                .ifPresent(meant ->
                        variables.warn(variable, "unknown, it has no effect; did you mean " + meant + "? Correct it"));
    }
}
