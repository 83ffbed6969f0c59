package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.CredentialsSource;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Decides which vCenters a configuration defines and how a client connects to them. [ValueCheck] has checked
/// each single value before.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config (defaults, inheritance, implicit vCenter). Differs: a
/// server that is named twice is one connection, not two.
final class VcentersRule {
    private final RawConfig raw;
    private final OverriddenConfig overridden;
    private final Problems problems;
    private final CaFiles files;
    private final CredentialsRule credentials;
    private final ProxyRule proxies;

    /// Creates the rule for one configuration.
    ///
    /// @param environment the environment variables, from which this class reads only those for proxies. All
    ///     others are already applied
    VcentersRule(
            OverriddenConfig overridden,
            Map<String, String> environment,
            CaFiles files,
            Predicate<Path> directoryExists,
            Problems problems) {
        this.raw = overridden.config();
        this.overridden = overridden;
        this.problems = problems;
        this.files = files;
        this.credentials = new CredentialsRule(overridden, directoryExists, problems);
        this.proxies = new ProxyRule(raw.global(), environment, problems);
    }

    /// Returns the vCenters in the order of the file, each server and port once. An incomplete vCenter is left
    /// out and reported as a problem.
    List<ConfiguredVcenter> vcenters() {
        var byEndpoint = new LinkedHashMap<String, ConfiguredVcenter>();
        if (raw.vcenters().isEmpty()) {
            problems.error(raw.place(), "found no vCenter, expected at least one; " + howToAdd());
        }
        Map<String, CredentialsSource> sources = credentials.sources();
        raw.vcenters().forEach((name, section) -> vcenter(name, section, Optional.ofNullable(sources.get(name)))
                .ifPresent(vcenter -> {
                    ConfiguredVcenter first = byEndpoint.putIfAbsent(endpoint(vcenter), vcenter);
                    if (first != null) {
                        byEndpoint.put(endpoint(vcenter), first.joinedWith(vcenter));
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

    private Optional<ConfiguredVcenter> vcenter(String name, RawSection written, Optional<CredentialsSource> source) {
        RawSection section = written.inheriting(raw.global());
        Optional<String> server = server(name, section);
        if (server.isEmpty() || source.isEmpty()) {
            return Optional.empty();
        }
        int port = port(section);
        return Optional.of(new ConfiguredVcenter(
                name.isBlank() ? server.get() : name,
                new ConnectionConfig(
                        server.get(), port, tls(name, section), proxies.proxy(written, server.get(), port)),
                section.value(VcenterKey.DATACENTERS).map(ValueParser::nonEmpty).orElse(List.of()),
                source.get(),
                List.of(section)));
    }

    /// Returns the server of a vCenter. If there is no valid server, the result is empty and a problem is
    /// reported. In INI the name of the section is the server if none is given.
    private Optional<String> server(String name, RawSection section) {
        if (section.has(VcenterKey.SERVER)) {
            return section.text(VcenterKey.SERVER).flatMap(ValueParser::host);
        }
        Optional<String> implied = raw.dialect() == Dialect.INI ? ValueParser.host(name.strip()) : Optional.empty();
        if (implied.isEmpty()) {
            problems.error(
                    section.placeOf(VcenterKey.SERVER),
                    "found no server for this vCenter, expected its host name or address; add \"server%s%s\""
                            .formatted(
                                    raw.dialect() == Dialect.INI ? " = " : ": ",
                                    ValueParser.host(name).orElse("<host>")));
        }
        return implied;
    }

    /// Returns the port of a vCenter: its own, that of `global`, or the default. The value 0 counts as not
    /// given.
    private int port(RawSection section) {
        return Stream.of(section, raw.global())
                .flatMap(place -> place.text(VcenterKey.PORT_NUMBER).stream())
                .mapToInt(text -> ValueParser.port(text).orElse(0))
                .filter(port -> port != 0)
                .findFirst()
                .orElseGet(() -> Integer.parseInt(VcenterKey.PORT_NUMBER.defaultText()));
    }

    private TlsConfig tls(String name, RawSection section) {
        return new TlsConfig(
                section.value(VcenterKey.CA_FILE).map(this::caFiles).orElse(List.of()),
                section.value(VcenterKey.THUMBPRINT)
                        .map(ValueParser::thumbprints)
                        .orElse(List.of()),
                insecure(name, section));
    }

    private List<CaFile> caFiles(RawValue value) {
        return ValueParser.paths(value).stream()
                .flatMap(path -> files.read(path) instanceof CaFiles.CaFileResult.Usable(var certificates)
                        ? Stream.of(new CaFile(path, certificates))
                        : Stream.empty())
                .toList();
    }

    /// Returns true if the client accepts every certificate of this vCenter. A value from the environment for
    /// one vCenter is not combined with that of `global`.
    private boolean insecure(String name, RawSection section) {
        Optional<Boolean> own = section.text(VcenterKey.INSECURE_FLAG).flatMap(ValueParser::flag);
        boolean global = raw.global()
                .text(VcenterKey.INSECURE_FLAG)
                .flatMap(ValueParser::flag)
                .orElse(false);
        if (overridden.ofEnvironment().contains(name) && own.isPresent()) {
            return own.get();
        }
        if (global && own.isPresent() && !own.get()) {
            problems.warning(
                    section.placeOf(VcenterKey.INSECURE_FLAG),
                    "found false, but %s is true and takes precedence: certificates are not verified; set it only for the vCenters that need it"
                            .formatted(raw.global().pathOf(VcenterKey.INSECURE_FLAG)));
        }
        return global || own.orElse(false);
    }

    private void warnOfSameServer(RawSection second, ConfiguredVcenter first) {
        problems.warning(
                second.placeOf(VcenterKey.SERVER),
                "found the server of vCenter \"%s\" again; they share one connection, with the settings of \"%s\" and the"
                                .formatted(first.name(), first.name())
                        + " datacenters of both; remove one of the two");
    }

    private static String endpoint(ConfiguredVcenter vcenter) {
        return vcenter.connection().server().toLowerCase(Locale.ROOT) + " "
                + vcenter.connection().port();
    }
}
