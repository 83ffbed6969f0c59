package dev.vspherecloud.config;

import dev.vspherecloud.domain.node.NodeNetworks;
import dev.vspherecloud.domain.node.TopologyCategories;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Turns what was written into what it means, and gathers every problem on the way.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config (defaults, inheritance, implicit vCenter). Differs: a server
/// that is named twice is one connection, not two.
final class Validation {
    private final RawConfig raw;
    private final Problems problems;
    private final CaFiles files;
    private final ValueCheck values;
    private final CredentialsRule credentials;

    Validation(RawConfig raw, CaFiles files, Problems problems) {
        this.raw = raw;
        this.problems = problems;
        this.files = files;
        this.values = new ValueCheck(files, problems);
        this.credentials = new CredentialsRule(raw.global(), problems);
    }

    /// The configuration; nothing when a problem is an error.
    Optional<CloudConfig> config() {
        Stream.concat(Stream.of(raw.global(), raw.labels(), raw.nodes()), raw.vcenters().values().stream())
                .forEach(values::check);
        List<VcenterConfig> vcenters = vcenters();
        Optional<TopologyCategories> topology = topology();
        return problems.hasErrors()
                ? Optional.empty()
                : Optional.of(new CloudConfig(vcenters, topology, NodeNetworks.ANY, raw.foreignSections()));
    }

    private List<VcenterConfig> vcenters() {
        var byEndpoint = new LinkedHashMap<String, VcenterConfig>();
        Map<String, RawSection> sections = withImplicit();
        if (sections.isEmpty()) {
            problems.error(
                    raw.place(),
                    "found no vCenter, expected at least one; add "
                            + switch (raw.dialect()) {
                                case YAML -> "\"vcenter:\", below it a name, and below that \"server: <host>\"";
                                case INI -> "[VirtualCenter \"<host>\"]";
                            });
        }
        sections.forEach((name, section) -> vcenter(name, section).ifPresent(vcenter -> {
            VcenterConfig first = byEndpoint.putIfAbsent(endpoint(vcenter), vcenter);
            if (first != null) {
                byEndpoint.put(endpoint(vcenter), first.withDatacentersOf(vcenter));
                warnOfSameServer(section, first);
            }
        }));
        return List.copyOf(byEndpoint.values());
    }

    /// The vCenters that are written down, and the one that `global.server` means if no other has its name.
    private Map<String, RawSection> withImplicit() {
        var sections = new LinkedHashMap<>(raw.vcenters());
        raw.global().value(ConfigKey.GLOBAL_SERVER).ifPresent(server -> {
            var copied = new LinkedHashMap<>(raw.global().values());
            copied.keySet().removeIf(key -> !key.isIn(Section.VCENTER));
            copied.put(ConfigKey.SERVER, server);
            sections.putIfAbsent(server.text().strip(), new RawSection(raw.dialect(), server.place(), copied));
        });
        return sections;
    }

    private Optional<VcenterConfig> vcenter(String name, RawSection section) {
        Optional<CredentialsSource> source = credentials.source(section);
        Optional<String> server = server(name, section);
        if (server.isEmpty() || source.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new VcenterConfig(
                name.isBlank() ? server.get() : name,
                server.get(),
                port(section),
                tls(section),
                Optional.empty(),
                effective(section, ConfigKey.DATACENTERS).map(Values::words).orElse(List.of()),
                source.get(),
                Values.families(
                        effective(section, ConfigKey.IP_FAMILY).orElseGet(() -> standard(ConfigKey.IP_FAMILY)))));
    }

    /// The server; nothing when there is none, or no usable one, which is then a problem. In INI the name of the
    /// section is one.
    private Optional<String> server(String name, RawSection section) {
        if (section.has(ConfigKey.SERVER)) {
            return section.text(ConfigKey.SERVER).flatMap(Values::host);
        }
        Optional<String> implied = raw.dialect() == Dialect.INI ? Values.host(name.strip()) : Optional.empty();
        if (implied.isEmpty()) {
            problems.error(
                    section.placeOf(ConfigKey.SERVER),
                    "found no server for this vCenter, expected its host name or address; add \"server%s%s\""
                            .formatted(
                                    raw.dialect() == Dialect.INI ? " = " : ": ",
                                    Values.host(name).orElse("<host>")));
        }
        return implied;
    }

    private int port(RawSection section) {
        return Stream.of(section.text(ConfigKey.PORT_NUMBER), raw.global().text(ConfigKey.PORT_NUMBER))
                .flatMap(Optional::stream)
                .mapToInt(text -> Values.port(text).orElse(0))
                .filter(port -> port != 0)
                .findFirst()
                .orElseGet(() -> Integer.parseInt(ConfigKey.PORT_NUMBER.defaultText()));
    }

    private TlsConfig tls(RawSection section) {
        return new TlsConfig(
                effective(section, ConfigKey.CA_FILE)
                        .map(value -> caFiles(Values.paths(value.text())))
                        .orElse(List.of()),
                effective(section, ConfigKey.THUMBPRINT_TEXT)
                        .flatMap(value -> Values.thumbprint(value.text()))
                        .map(List::of)
                        .orElse(List.of()),
                insecure(section));
    }

    private List<CaFile> caFiles(List<Path> paths) {
        return paths.stream()
                .flatMap(path -> files.look(path) instanceof CaFiles.Look.Usable(String digest)
                        ? Stream.of(new CaFile(path, digest))
                        : Stream.empty())
                .toList();
    }

    private boolean insecure(RawSection section) {
        Optional<Boolean> own = section.text(ConfigKey.INSECURE_FLAG).flatMap(Values::flag);
        boolean global =
                raw.global().text(ConfigKey.INSECURE_FLAG).flatMap(Values::flag).orElse(false);
        if (global && own.isPresent() && !own.get()) {
            problems.warning(
                    section.placeOf(ConfigKey.INSECURE_FLAG),
                    "found false, but %s is true and wins: certificates are not verified; set it only where it is wanted"
                            .formatted(raw.global().pathOf(ConfigKey.INSECURE_FLAG)));
        }
        return global || own.orElse(false);
    }

    private Optional<RawValue> effective(RawSection section, ConfigKey key) {
        return section.value(key).or(() -> raw.global().value(key));
    }

    private RawValue standard(ConfigKey key) {
        return new RawValue(raw.place(), List.of(key.defaultText()));
    }

    private void warnOfSameServer(RawSection second, VcenterConfig first) {
        problems.warning(
                second.placeOf(ConfigKey.SERVER),
                "found the server of vCenter \"%s\" again; it is one connection, with the settings of \"%s\" and the"
                                .formatted(first.name(), first.name())
                        + " datacenters of both; remove one of the two");
    }

    private static String endpoint(VcenterConfig vcenter) {
        return vcenter.server().toLowerCase(Locale.ROOT) + " " + vcenter.port();
    }

    private Optional<TopologyCategories> topology() {
        Optional<String> zone = raw.labels().text(ConfigKey.ZONE);
        Optional<String> region = raw.labels().text(ConfigKey.REGION);
        if (zone.isPresent() != region.isPresent()) {
            problems.warning(
                    raw.labels().placeOf(zone.isPresent() ? ConfigKey.ZONE : ConfigKey.REGION),
                    "found %s without %s, expected both or none: zones and regions stay off; add the other"
                            .formatted(zone.isPresent() ? "zone" : "region", zone.isPresent() ? "region" : "zone"));
        }
        return zone.flatMap(z -> region.map(r -> new TopologyCategories(z, r)));
    }
}
