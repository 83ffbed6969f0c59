package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.ValueParser;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The environment variables of the process. Variables without a value are left out. So are those that
/// Kubernetes sets for the Services of a namespace, because the variables of a Service `vsphere-vcenter` look
/// like those of a vCenter.
public final class EnvironmentVariables {
    /// Matches the names of variables that Kubernetes sets for a Service. From the Kubernetes documentation,
    /// "Service", environment variables.
    private static final Pattern OF_SERVICE =
            Pattern.compile(".*_(SERVICE_(HOST|PORT)|PORT_[0-9]+_(TCP|UDP|SCTP))(_.*)?");

    private static final Pattern ADDRESS_OF_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

    private final NavigableMap<String, String> variables = new TreeMap<>();
    private final Problems problems;

    /// Creates the variables of one process.
    ///
    /// @param problems receives a warning for each value that is not valid
    public EnvironmentVariables(Map<String, String> environment, Problems problems) {
        environment.forEach((name, text) -> {
            if (!text.isBlank() && !isOfService(name, text)) {
                variables.put(name, text);
            }
        });
        this.problems = problems;
    }

    private static boolean isOfService(String name, String text) {
        return OF_SERVICE.matcher(name).matches()
                || (name.endsWith("_PORT") && ADDRESS_OF_SERVICE.matcher(text).matches());
    }

    /// Returns the names of the variables in alphabetical order.
    public List<String> names() {
        return List.copyOf(variables.keySet());
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    public boolean has(String name) {
        return variables.containsKey(name);
    }

    /// Returns the value of the variable for this key; empty if the variable is not set. A value that is not a
    /// valid number or flag is ignored with a warning, as in cloud-provider-vsphere (Go).
    ///
    /// @param section the path of the key's section, such as `vcenter.north`
    public Optional<RawValue> value(ConfigKey key, String name, String section) {
        Optional<RawValue> value = text(name)
                .map(text -> key.form() == KeyForm.FLAG ? normalizedFlag(text) : text)
                .map(text -> new RawValue(place(key, name, section), List.of(text)));
        if (value.isPresent() && !isReadable(key.form(), value.get().text())) {
            warn(name, "found an invalid value, expected " + key.expected() + "; it is ignored, correct or remove it");
            return Optional.empty();
        }
        return value;
    }

    /// Creates a value whose location is this environment variable.
    public static RawValue rawValue(ConfigKey key, String name, String section, String text) {
        return new RawValue(place(key, name, section), List.of(text));
    }

    private static ConfigLocation place(ConfigKey key, String name, String section) {
        return ConfigLocation.variable(name).withKey(section + "." + key.yaml());
    }

    /// Converts `t` and `f` to `true` and `false`, because Go's strconv.ParseBool accepts these letters.
    private static String normalizedFlag(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "t" -> "true";
            case "f" -> "false";
            default -> text;
        };
    }

    private static boolean isReadable(KeyForm form, String text) {
        return switch (form) {
            case FLAG -> ValueParser.flag(text).isPresent();
            case PORT -> ValueParser.port(text).isPresent();
            default -> true;
        };
    }

    /// Reports a warning about a variable.
    ///
    /// @param message the problem and what to do; never contains the value
    public void warn(String name, String message) {
        problems.warning(ConfigLocation.variable(name), message);
    }
}
