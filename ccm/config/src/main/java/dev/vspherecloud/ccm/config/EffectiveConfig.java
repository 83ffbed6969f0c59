package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.RawConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The effective value of each key, and where the value comes from. It is for people to read; the program never
/// decides by it.
///
/// It contains no secret: a password is shown as three stars, and a proxy URL without its user.
///
/// @param vcenters one part for each vCenter, in the order of [CloudConfig]
/// @param otherSections the names of the sections for other programs, as written, sorted
public record EffectiveConfig(List<Part> vcenters, Part labels, Part nodes, List<String> otherSections) {
    public EffectiveConfig {
        vcenters = List.copyOf(vcenters);
        otherSections = List.copyOf(otherSections);
    }

    /// Creates the effective values of a configuration.
    ///
    /// @param raw the values of the file, overridden by the environment
    /// @param environment the environment variables; some of them name a proxy
    static EffectiveConfig of(RawConfig raw, Map<String, String> environment, CloudConfig config) {
        var parts = new EffectiveParts(raw, environment);
        return new EffectiveConfig(
                config.vcenters().stream().map(parts::vcenter).toList(),
                parts.labels(config.labels()),
                parts.nodes(config.nodes()),
                config.foreignSections().stream().sorted().toList());
    }

    /// Returns all parts: first the vCenters, then the sections `labels` and `nodes`.
    public List<Part> parts() {
        return Stream.concat(vcenters.stream(), Stream.of(labels, nodes)).toList();
    }

    /// The settings of one vCenter, or of a section that applies to all vCenters.
    ///
    /// @param section the name of the section in YAML: `vcenter`, `labels` or `nodes`
    /// @param name the name of the vCenter; empty for other sections
    public record Part(String section, Optional<String> name, List<Setting> settings) {
        public Part {
            settings = List.copyOf(settings);
        }

        /// Returns the settings to print: all except those whose text is empty.
        public List<Setting> visibleSettings() {
            return settings.stream()
                    .filter(setting -> !setting.text().isEmpty())
                    .toList();
        }
    }

    /// One setting.
    ///
    /// @param key the name of the key in YAML, whatever the dialect of the file, for example `insecureFlag`
    /// @param text the value as text; empty if the setting has no value and need not be printed
    public record Setting(String key, Value value, String text, Origin origin) {}

    /// The value of a setting, by type.
    public sealed interface Value {
        record Text(String text) implements Value {}

        record WholeNumber(int number) implements Value {}

        record Flag(boolean flag) implements Value {}

        record Items(List<String> items) implements Value {
            public Items {
                items = List.copyOf(items);
            }
        }

        record None() implements Value {}
    }

    /// The place where the value of a setting comes from.
    public sealed interface Origin {
        /// The value is written in the section to which it applies.
        record Written(ConfigLocation place) implements Origin {
            /// Returns the line of the value, for example `line 12`.
            @Override
            public String toString() {
                return "line " + place.line();
            }
        }

        /// The value is written in the section `global`, and the vCenter does not override it.
        record Inherited(ConfigLocation place) implements Origin {
            /// Returns the line of the value and its section, for example `line 3, global`.
            @Override
            public String toString() {
                return "line " + place.line() + ", global";
            }
        }

        /// An environment variable sets the value and overrides the file.
        record Variable(String name) implements Origin {
            /// Returns the name of the variable, for example `environment, VSPHERE_LABEL_ZONE`.
            @Override
            public String toString() {
                return "environment, " + name;
            }
        }

        /// The default applies, since the value is not set anywhere.
        record Default() implements Origin {
            @Override
            public String toString() {
                return "default";
            }
        }
    }
}
