package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.config.EffectiveConfig.Origin;
import dev.vspherecloud.ccm.config.EffectiveConfig.Part;
import dev.vspherecloud.ccm.config.EffectiveConfig.Setting;
import dev.vspherecloud.ccm.config.EffectiveConfig.Value;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.GoDuration;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ProxyConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.domain.datacenter.DatacenterValue;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.text.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Converts a configuration to rows for people. Values come from the validated configuration, their origins from
/// the file.
final class EffectiveParts {
    private final RawConfig raw;
    private final ValueOrigins valueOrigins;
    private final RawSection labels;
    private final RawSection nodes;
    private final Origin proxyOfEnvironment;

    EffectiveParts(RawConfig raw, Map<String, String> environment) {
        this.raw = raw;
        this.valueOrigins = new ValueOrigins(raw);
        this.labels = raw.section(CloudConfigSection.LABELS);
        this.nodes = raw.section(CloudConfigSection.NODES);
        this.proxyOfEnvironment = ProxyConfig.variable(environment)
                .<Origin>map(Origin.Variable::new)
                .orElseGet(Origin.Default::new);
    }

    Part vcenter(VcenterConfig vcenter) {
        RawSection section = valueOrigins.section(vcenter);
        var settings = new ArrayList<Setting>();
        settings.add(text(section, VcenterKey.SERVER, vcenter.server()));
        settings.add(
                number(section, VcenterKey.PORT_NUMBER, vcenter.connection().port()));
        settings.add(proxy(section, vcenter.connection().proxy()));
        settings.addAll(tls(section, vcenter.connection().tls()));
        settings.add(datacenters(section, vcenter.datacenters()));
        settings.addAll(credentials(section, vcenter.credentials()));
        settings.add(list(section, CloudConfigKey.IP_FAMILY, families(vcenter.ipFamilies()), ""));
        settings.add(paused(section, vcenter.deletionPaused()));
        return new Part(Section.VCENTER.yaml(), Optional.of(vcenter.name()), settings);
    }

    /// Returns the datacenters, with what each value is read as: `config check` asks no vCenter what it names.
    private Setting datacenters(RawSection section, List<String> values) {
        Setting setting = list(section, VcenterKey.DATACENTERS, values, "all");
        return values.isEmpty()
                ? setting
                : new Setting(
                        setting.key(),
                        setting.value(),
                        values.stream()
                                .map(DatacenterValue::parse)
                                .map(value -> "%s (%s)".formatted(ValueParser.element(value.text()), value.kind()))
                                .collect(Collectors.joining(", ")),
                        setting.origin());
    }

    private Setting paused(RawSection section, boolean paused) {
        Setting setting = setting(
                section,
                CloudConfigKey.NODE_DELETION_PAUSED,
                new Value.Flag(paused),
                paused ? "true: none of its Nodes is deleted" : "false");
        return paused ? setting : whenGiven(setting);
    }

    /// Returns the proxy URL without its user and password.
    private Setting proxy(RawSection section, Optional<ProxyConfig> proxy) {
        if (proxy.isEmpty()) {
            return new Setting(VcenterKey.PROXY_URL.yaml(), new Value.None(), "", new Origin.Default());
        }
        String host = proxy.get().host();
        String url = "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + proxy.get().port();
        Origin written = valueOrigins.of(section, VcenterKey.PROXY_URL);
        Origin origin = written instanceof Origin.Default ? proxyOfEnvironment : written;
        return new Setting(VcenterKey.PROXY_URL.yaml(), new Value.Text(url), url, origin);
    }

    private List<Setting> tls(RawSection section, TlsConfig tls) {
        List<String> files =
                tls.caFiles().stream().map(file -> file.path().toString()).toList();
        return List.of(
                list(section, VcenterKey.CA_FILE, files, "system CA certificates"),
                list(section, VcenterKey.THUMBPRINT, tls.thumbprints(), ""),
                new Setting(
                        VcenterKey.INSECURE_FLAG.yaml(),
                        new Value.Flag(tls.insecure()),
                        tls.insecure() ? "true: certificates are not verified" : "false",
                        valueOrigins.ofFlag(section, VcenterKey.INSECURE_FLAG, tls.insecure())));
    }

    private List<Setting> credentials(RawSection section, CredentialsSource source) {
        return switch (source) {
            case CredentialsSource.Inline(String user, Secret password) ->
                List.of(text(section, VcenterKey.USER, user), text(section, VcenterKey.PASSWORD, password.toString()));
            case CredentialsSource.KubernetesSecret(String namespace, String name) -> {
                RawSection naming = section.has(VcenterKey.SECRET_NAME) && section.has(VcenterKey.SECRET_NAMESPACE)
                        ? section
                        : raw.global();
                yield List.of(
                        text(naming, VcenterKey.SECRET_NAMESPACE, namespace),
                        text(naming, VcenterKey.SECRET_NAME, name));
            }
            case CredentialsSource.Directory(var path) ->
                List.of(text(section, VcenterKey.SECRETS_DIRECTORY, path.toString()));
        };
    }

    Part labels(LabelsConfig config) {
        var settings = new ArrayList<Setting>();
        Optional<TopologyCategories> categories = config.topology().map(TopologyRules::categories);
        settings.add(category(CloudConfigKey.ZONE, categories.flatMap(TopologyCategories::zone)));
        settings.add(category(CloudConfigKey.REGION, categories.flatMap(TopologyCategories::region)));
        config.topology().ifPresent(topology -> {
            settings.add(text(labels, CloudConfigKey.MODE, topology.mode().text()));
            settings.add(required(topology.required()));
        });
        settings.add(flag(labels, CloudConfigKey.RELABEL, config.relabel()));
        for (AncestorLabels.Kind kind : AncestorLabels.Kind.values()) {
            String label = config.ancestorLabels().keys().getOrDefault(kind, "");
            settings.add(name(labels, LabelsRule.key(kind), label));
        }
        return new Part(CloudConfigSection.LABELS.yaml(), Optional.empty(), settings);
    }

    /// Returns the setting `required`. If the effective value differs from the file, because the topology mode
    /// determines it, the origin is the default.
    private Setting required(boolean required) {
        Setting setting = flag(labels, CloudConfigKey.REQUIRED, required);
        boolean given = labels.text(CloudConfigKey.REQUIRED)
                .flatMap(ValueParser::flag)
                .filter(flag -> flag == required)
                .isPresent();
        return given ? setting : new Setting(setting.key(), setting.value(), setting.text(), new Origin.Default());
    }

    private Setting category(ConfigKey key, Optional<String> name) {
        return name.map(text -> text(labels, key, text))
                .orElseGet(() -> new Setting(key.yaml(), new Value.None(), "off", new Origin.Default()));
    }

    Part nodes(NodesConfig config) {
        NodeNetworks networks = config.networks();
        DeletionConfig deletion = config.deletion();
        return new Part(
                CloudConfigSection.NODES.yaml(),
                Optional.empty(),
                List.of(
                        subnets(CloudConfigKey.INTERNAL_CIDR, networks.internal()),
                        subnets(CloudConfigKey.EXTERNAL_CIDR, networks.external()),
                        name(nodes, CloudConfigKey.INTERNAL_NETWORK, networks.internalNetwork()),
                        name(nodes, CloudConfigKey.EXTERNAL_NETWORK, networks.externalNetwork()),
                        subnets(CloudConfigKey.EXCLUDE_INTERNAL_CIDR, networks.excludeInternal()),
                        subnets(CloudConfigKey.EXCLUDE_EXTERNAL_CIDR, networks.excludeExternal()),
                        whenGiven(text(
                                nodes,
                                CloudConfigKey.IP_FAMILY_POLICY,
                                config.familyPolicy().text())),
                        whenGiven(flag(nodes, CloudConfigKey.MATCH_BY_NAME, config.matchByName())),
                        whenGiven(text(
                                nodes, CloudConfigKey.DISAPPEARED_AFTER, GoDuration.text(deletion.disappearedAfter()))),
                        whenGiven(number(
                                nodes,
                                CloudConfigKey.BREAKER_NODES,
                                deletion.breaker().nodes())),
                        whenGiven(number(
                                nodes,
                                CloudConfigKey.BREAKER_PERCENT,
                                deletion.breaker().percent()))));
    }

    private Setting number(RawSection section, ConfigKey key, int number) {
        return setting(section, key, new Value.WholeNumber(number), String.valueOf(number));
    }

    /// Returns the setting without its text if it has its default. It is then not printed, since the default suits
    /// most clusters.
    private static Setting whenGiven(Setting setting) {
        return setting.origin() instanceof Origin.Default
                ? new Setting(setting.key(), setting.value(), "", setting.origin())
                : setting;
    }

    private Setting subnets(ConfigKey key, List<Subnet> subnets) {
        return list(nodes, key, subnets.stream().map(Subnet::toString).toList(), "");
    }

    private Setting name(RawSection section, ConfigKey key, String name) {
        return name.isEmpty()
                ? new Setting(key.yaml(), new Value.None(), "", new Origin.Default())
                : text(section, key, name);
    }

    private Setting text(RawSection section, ConfigKey key, String text) {
        return setting(section, key, new Value.Text(text), text);
    }

    private Setting flag(RawSection section, ConfigKey key, boolean flag) {
        return setting(section, key, new Value.Flag(flag), String.valueOf(flag));
    }

    private Setting list(RawSection section, ConfigKey key, List<String> words, String whenEmpty) {
        return words.isEmpty()
                ? new Setting(key.yaml(), new Value.Items(words), whenEmpty, new Origin.Default())
                : setting(
                        section,
                        key,
                        new Value.Items(words),
                        words.stream().map(ValueParser::element).collect(Collectors.joining(", ")));
    }

    private Setting setting(RawSection section, ConfigKey key, Value value, String shown) {
        return new Setting(key.yaml(), value, shown, valueOrigins.of(section, key));
    }

    private static List<String> families(List<IpFamily> families) {
        return families.stream().map(IpFamily::text).toList();
    }
}
