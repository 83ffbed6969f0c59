package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.config.GoDuration;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.CaFile;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.text.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Formats an effective configuration as one line. Keys with a default are left out if they have it.
///
/// `x=vc:8443 user=u families=IPv6 + y=vc2 secret=ns/s; zone=z region=r`
final class EffectiveConfigText {
    private EffectiveConfigText() {}

    /// Returns `refused` if the configuration is refused.
    static String of(ConfigResult result) {
        return switch (result) {
            case ConfigResult.Accepted(CloudConfig config, var _) -> of(config);
            case ConfigResult.Rejected _ -> "refused";
        };
    }

    private static String of(CloudConfig config) {
        var parts = new ArrayList<String>();
        parts.add(config.vcenters().stream().map(EffectiveConfigText::of).collect(Collectors.joining(" + ")));
        if (!config.labels().equals(LabelsConfig.NONE)) {
            parts.add(of(config.labels()));
        }
        if (!config.nodes().networks().equals(NodeNetworks.ANY)) {
            parts.add(of(config.nodes().networks()));
        }
        if (config.nodes().familyPolicy() != FamilyPolicy.REQUIRE) {
            parts.add(config.nodes().familyPolicy().toString());
        }
        if (config.nodes().matchByName()) {
            parts.add("by name");
        }
        if (!config.nodes().deletion().equals(DeletionConfig.DEFAULTS)) {
            parts.add(of(config.nodes().deletion()));
        }
        return String.join("; ", parts);
    }

    private static String of(DeletionConfig deletion) {
        return "%s %d %d%%"
                .formatted(
                        GoDuration.text(deletion.disappearedAfter()),
                        deletion.breaker().nodes(),
                        deletion.breaker().percent());
    }

    private static String of(VcenterConfig vcenter) {
        var words = new ArrayList<String>();
        words.add(vcenter.name() + "=" + vcenter.server()
                + (vcenter.connection().port() == 443
                        ? ""
                        : ":" + vcenter.connection().port()));
        words.add(
                switch (vcenter.credentials()) {
                    case CredentialsSource.Inline(String user, Secret password) -> user + "/" + password.reveal();
                    case CredentialsSource.KubernetesSecret secret -> "secret=" + secret;
                    case CredentialsSource.Directory(var path) -> "directory=" + path;
                });
        if (vcenter.connection().tls().insecure()) {
            words.add("insecure");
        }
        add(
                words,
                "ca",
                vcenter.connection().tls().caFiles().stream().map(CaFile::path).toList());
        add(words, "thumbprints", vcenter.connection().tls().thumbprints());
        add(words, "datacenters", vcenter.datacenters());
        if (!vcenter.ipFamilies().equals(List.of(IpFamily.IPV4))) {
            add(words, "families", vcenter.ipFamilies());
        }
        if (vcenter.deletionPaused()) {
            words.add("paused");
        }
        vcenter.connection()
                .proxy()
                .ifPresent(proxy -> words.add("proxy="
                        + proxy.user().map(user -> user + "@").orElse("") + proxy.host() + ":" + proxy.port()));
        return String.join(" ", words);
    }

    private static String of(LabelsConfig labels) {
        var words = new ArrayList<String>();
        labels.topology().ifPresent(topology -> {
            words.add("zone=" + topology.categories().zone().orElse("-"));
            words.add("region=" + topology.categories().region().orElse("-"));
            if (topology.mode() == TopologyRules.Mode.NEAREST) {
                words.add(topology.required() ? "nearest,required" : "nearest");
            }
        });
        new TreeMap<>(labels.ancestorLabels().keys()).forEach((kind, key) -> words.add(kind + "=" + key));
        if (labels.relabel()) {
            words.add("relabel");
        }
        return String.join(" ", words);
    }

    private static String of(NodeNetworks networks) {
        var words = new ArrayList<String>();
        add(words, "internal", networks.internal());
        add(words, "external", networks.external());
        add(words, "-internal", networks.excludeInternal());
        add(words, "-external", networks.excludeExternal());
        add(words, "internalNetwork", words(networks.internalNetwork()));
        add(words, "externalNetwork", words(networks.externalNetwork()));
        return String.join(" ", words);
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }

    private static void add(List<String> words, String name, List<?> values) {
        if (!values.isEmpty()) {
            words.add(name + "="
                    + values.stream()
                            .map(value -> value instanceof Subnet subnet ? subnet.toString() : String.valueOf(value))
                            .collect(Collectors.joining(",")));
        }
    }
}
