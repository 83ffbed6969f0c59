package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.RawConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a configuration comes to, value by value, each with where it comes from: for people to read, never to decide
/// by.
///
/// No secret is in it. A password is three stars, and a proxy is without its user.
///
/// @param vcenters      in the order of [CloudConfig]
/// @param otherSections names of the sections for other readers, as written, sorted
public record EffectiveConfig(List<Part> vcenters, Part labels, Part nodes, List<String> otherSections) {
    public EffectiveConfig {
        vcenters = List.copyOf(vcenters);
        otherSections = List.copyOf(otherSections);
    }

    /// @param raw         with the environment worked in
    /// @param environment for the variables that name a proxy
    static EffectiveConfig of(RawConfig raw, Map<String, String> environment, CloudConfig config) {
        var parts = new EffectiveParts(raw, environment);
        return new EffectiveConfig(
                config.vcenters().stream().map(parts::vcenter).toList(),
                parts.labels(config.labels()),
                parts.nodes(config.nodes()),
                config.foreignSections().stream().sorted().toList());
    }

    /// All of them, the vCenters first.
    public List<Part> parts() {
        return Stream.concat(vcenters.stream(), Stream.of(labels, nodes)).toList();
    }

    /// A vCenter, or a section that all share.
    ///
    /// @param section its name in YAML: `vcenter`, `labels` or `nodes`
    /// @param name    of the vCenter
    public record Part(String section, Optional<String> name, List<Setting> settings) {
        public Part {
            settings = List.copyOf(settings);
        }

        /// The settings that people should see: without those that nobody gave, and that need not be given.
        public List<Setting> shown() {
            return settings.stream()
                    .filter(setting -> !setting.shown().isEmpty())
                    .toList();
        }
    }

    /// One value.
    ///
    /// @param key   its name in YAML, whatever the dialect of the file: `insecureFlag`
    /// @param shown the value in words; empty when there is none and nothing has to be said about that
    public record Setting(String key, Value value, String shown, Origin origin) {}

    /// A value by its type.
    public sealed interface Value {
        record Text(String text) implements Value {}

        record Whole(int number) implements Value {}

        record Flag(boolean flag) implements Value {}

        record Words(List<String> words) implements Value {
            public Words {
                words = List.copyOf(words);
            }
        }

        record None() implements Value {}
    }

    /// Where a value comes from.
    public sealed interface Origin {
        /// It stands in its own section.
        record Written(ConfigLocation place) implements Origin {
            /// `line 12`
            @Override
            public String toString() {
                return "line " + place.line();
            }
        }

        /// It stands in the section `global`, and the vCenter does not say otherwise.
        record Inherited(ConfigLocation place) implements Origin {
            /// `line 3, global`
            @Override
            public String toString() {
                return "line " + place.line() + ", global";
            }
        }

        /// A variable of the environment says so, whatever the file says.
        record Variable(String name) implements Origin {
            /// `environment, VSPHERE_LABEL_ZONE`
            @Override
            public String toString() {
                return "environment, " + name;
            }
        }

        /// Nobody says anything else.
        record Default() implements Origin {
            @Override
            public String toString() {
                return "default";
            }
        }
    }
}
