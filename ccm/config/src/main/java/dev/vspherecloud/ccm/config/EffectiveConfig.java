package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.RawConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The effective value of each key, and where it comes from. It is for people to read; the program never decides
/// by it.
///
/// It contains no secret. A password is shown as three stars, and a proxy without its user.
///
/// @param vcenters in the order of [CloudConfig]
/// @param otherSections names of the sections for other readers, as written, sorted
public record EffectiveConfig(List<Part> vcenters, Part labels, Part nodes, List<String> otherSections) {
    public EffectiveConfig {
        vcenters = List.copyOf(vcenters);
        otherSections = List.copyOf(otherSections);
    }

    /// @param raw the file's values, after the environment was applied
    /// @param environment for the variables that name a proxy
    static EffectiveConfig of(RawConfig raw, Map<String, String> environment, CloudConfig config) {
        var parts = new EffectiveParts(raw, environment);
        return new EffectiveConfig(
                config.vcenters().stream().map(parts::vcenter).toList(),
                parts.labels(config.labels()),
                parts.nodes(config.nodes()),
                config.foreignSections().stream().sorted().toList());
    }

    /// Returns all parts, the vCenters first.
    public List<Part> parts() {
        return Stream.concat(vcenters.stream(), Stream.of(labels, nodes)).toList();
    }

    /// A vCenter, or a section that applies to all vCenters.
    ///
    /// @param section its name in YAML: `vcenter`, `labels` or `nodes`
    /// @param name of the vCenter
    public record Part(String section, Optional<String> name, List<Setting> settings) {
        public Part {
            settings = List.copyOf(settings);
        }

        /// Returns the settings to show: all except optional ones without a value.
        public List<Setting> visibleSettings() {
            return settings.stream()
                    .filter(setting -> !setting.text().isEmpty())
                    .toList();
        }
    }

    /// One setting.
    ///
    /// @param key its name in YAML, whatever the dialect of the file: `insecureFlag`
    /// @param text the value as text; empty if there is none and nothing has to be said about that
    public record Setting(String key, Value value, String text, Origin origin) {}

    /// A value by its type.
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

    /// Where a value comes from.
    public sealed interface Origin {
        /// The value is written in its own section.
        record Written(ConfigLocation place) implements Origin {
            /// `line 12`
            @Override
            public String toString() {
                return "line " + place.line();
            }
        }

        /// The value is written in the section `global`, and the vCenter does not override it.
        record Inherited(ConfigLocation place) implements Origin {
            /// `line 3, global`
            @Override
            public String toString() {
                return "line " + place.line() + ", global";
            }
        }

        /// An environment variable sets the value and overrides the file.
        record Variable(String name) implements Origin {
            /// `environment, VSPHERE_LABEL_ZONE`
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
