package dev.vspherecloud.config;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.domain.ip.Subnet;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Turns what was written into what it means, and gathers every problem on the way.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config (defaults, inheritance, implicit vCenter). Differs: a server
/// that is named twice is one connection, not two.
final class Validation {
    private final RawConfig raw;
    private final Overridden overridden;
    private final Problems problems;
    private final CaFiles files;
    private final ValueCheck values;
    private final CredentialsRule credentials;
    private final ProxyRule proxies;

    /// @param environment for the variables that name a proxy; all others are worked in
    Validation(
            Overridden overridden,
            Map<String, String> environment,
            CaFiles files,
            Predicate<Path> directoryExists,
            Problems problems) {
        this.raw = overridden.config();
        this.overridden = overridden;
        this.problems = problems;
        this.files = files;
        this.values = new ValueCheck(files, problems);
        this.credentials = new CredentialsRule(overridden, directoryExists, problems);
        this.proxies = new ProxyRule(raw.global(), environment, problems);
    }

    /// The configuration; nothing when a problem is an error.
    Optional<CloudConfig> config() {
        Stream.concat(Stream.of(raw.global(), raw.labels(), raw.nodes()), raw.vcenters().values().stream())
                .forEach(values::check);
        List<VcenterConfig> vcenters = vcenters();
        LabelsConfig labels = new LabelsRule(raw.labels(), problems).labels();
        NodesConfig nodes = new NodesConfig(
                networks(), familyPolicy(), matchByName(), new DeletionRule(raw.nodes(), problems).deletion());
        return problems.hasErrors()
                ? Optional.empty()
                : Optional.of(new CloudConfig(vcenters, labels, nodes, raw.foreignSections()));
    }

    private List<VcenterConfig> vcenters() {
        var byEndpoint = new LinkedHashMap<String, VcenterConfig>();
        if (raw.vcenters().isEmpty()) {
            problems.error(raw.place(), "found no vCenter, expected at least one; " + howToAdd());
        }
        Map<String, CredentialsSource> sources = credentials.sources();
        raw.vcenters().forEach((name, section) -> vcenter(name, section, Optional.ofNullable(sources.get(name)))
                .ifPresent(vcenter -> {
                    VcenterConfig first = byEndpoint.putIfAbsent(endpoint(vcenter), vcenter);
                    if (first != null) {
                        byEndpoint.put(endpoint(vcenter), first.withDatacentersOf(vcenter));
                        warnOfSameServer(section, first);
                    }
                }));
        return List.copyOf(byEndpoint.values());
    }

    private String howToAdd() {
        return switch (raw.dialect()) {
            case YAML -> "add \"vcenter:\", below it a name, and below that \"server: <host>\"";
            case INI -> "add [VirtualCenter \"<host>\"]";
        };
    }

    private Optional<VcenterConfig> vcenter(String name, RawSection written, Optional<CredentialsSource> source) {
        RawSection section = written.inheriting(raw.global());
        Optional<String> server = server(name, section);
        if (server.isEmpty() || source.isEmpty()) {
            return Optional.empty();
        }
        int port = port(section);
        return Optional.of(new VcenterConfig(
                name.isBlank() ? server.get() : name,
                new ConnectionConfig(
                        server.get(), port, tls(name, section), proxies.proxy(written, server.get(), port)),
                section.value(ConfigKey.DATACENTERS).map(Values::words).orElse(List.of()),
                source.get(),
                Values.families(section.value(ConfigKey.IP_FAMILY).orElseGet(() -> standard(ConfigKey.IP_FAMILY))),
                section.text(ConfigKey.NODE_DELETION_PAUSED)
                        .flatMap(Values::flag)
                        .orElse(false)));
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

    /// 0 counts as not given.
    private int port(RawSection section) {
        return Stream.of(section, raw.global())
                .flatMap(place -> place.text(ConfigKey.PORT_NUMBER).stream())
                .mapToInt(text -> Values.port(text).orElse(0))
                .filter(port -> port != 0)
                .findFirst()
                .orElseGet(() -> Integer.parseInt(ConfigKey.PORT_NUMBER.defaultText()));
    }

    private TlsConfig tls(String name, RawSection section) {
        return new TlsConfig(
                section.value(ConfigKey.CA_FILE).map(this::caFiles).orElse(List.of()),
                section.value(ConfigKey.THUMBPRINT).map(Values::thumbprints).orElse(List.of()),
                insecure(name, section));
    }

    private List<CaFile> caFiles(RawValue value) {
        return Values.paths(value).stream()
                .flatMap(path -> files.look(path) instanceof CaFiles.Look.Usable(var certificates)
                        ? Stream.of(new CaFile(path, certificates))
                        : Stream.empty())
                .toList();
    }

    /// What the environment says of one vCenter is not joined with what `global` says.
    private boolean insecure(String name, RawSection section) {
        Optional<Boolean> own = section.text(ConfigKey.INSECURE_FLAG).flatMap(Values::flag);
        boolean global =
                raw.global().text(ConfigKey.INSECURE_FLAG).flatMap(Values::flag).orElse(false);
        if (overridden.ofEnvironment().contains(name) && own.isPresent()) {
            return own.get();
        }
        if (global && own.isPresent() && !own.get()) {
            problems.warning(
                    section.placeOf(ConfigKey.INSECURE_FLAG),
                    "found false, but %s is true and wins: certificates are not verified; set it only where it is wanted"
                            .formatted(raw.global().pathOf(ConfigKey.INSECURE_FLAG)));
        }
        return global || own.orElse(false);
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
        return vcenter.server().toLowerCase(Locale.ROOT) + " "
                + vcenter.connection().port();
    }

    private NodeNetworks networks() {
        return new NodeNetworks(
                subnets(ConfigKey.INTERNAL_CIDR),
                subnets(ConfigKey.EXTERNAL_CIDR),
                subnets(ConfigKey.EXCLUDE_INTERNAL_CIDR),
                subnets(ConfigKey.EXCLUDE_EXTERNAL_CIDR),
                raw.nodes().text(ConfigKey.INTERNAL_NETWORK).orElse(""),
                raw.nodes().text(ConfigKey.EXTERNAL_NETWORK).orElse(""));
    }

    private FamilyPolicy familyPolicy() {
        ConfigKey key = ConfigKey.IP_FAMILY_POLICY;
        return Values.choice(FamilyPolicy.class, raw.nodes().text(key).orElseGet(key::defaultText))
                .orElse(FamilyPolicy.REQUIRE);
    }

    private boolean matchByName() {
        return raw.nodes().text(ConfigKey.MATCH_BY_NAME).flatMap(Values::flag).orElse(false);
    }

    private List<Subnet> subnets(ConfigKey key) {
        return raw.nodes().value(key).map(Values::subnets).orElse(List.of());
    }
}
