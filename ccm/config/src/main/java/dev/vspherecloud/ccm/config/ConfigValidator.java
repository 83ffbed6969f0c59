package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.vcenter.VsphereConf;
import dev.vspherecloud.domain.ip.Subnet;
import java.util.List;
import java.util.Optional;

/// Converts the values of the file to the configuration of this program, and collects all problems.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config (defaults).
final class ConfigValidator {
    private final VsphereConf conf;
    private final RawSection labels;
    private final RawSection nodes;
    private final Problems problems;

    ConfigValidator(VsphereConf conf, Problems problems) {
        this.conf = conf;
        this.labels = conf.raw().section(CloudConfigSection.LABELS);
        this.nodes = conf.raw().section(CloudConfigSection.NODES);
        this.problems = problems;
    }

    /// Returns the configuration; empty if one of the problems is an error.
    Optional<CloudConfig> config() {
        List<VcenterConfig> vcenters =
                conf.vcenters().stream().map(VcenterConfig::of).toList();
        LabelsConfig places = new LabelsRule(labels, problems).labels();
        NodesConfig rules = new NodesConfig(
                networks(), familyPolicy(), matchByName(), new DeletionRule(nodes, problems).deletion());
        return problems.hasErrors()
                ? Optional.empty()
                : Optional.of(
                        new CloudConfig(vcenters, places, rules, conf.raw().foreignSections()));
    }

    private NodeNetworks networks() {
        return new NodeNetworks(
                subnets(CloudConfigKey.INTERNAL_CIDR),
                subnets(CloudConfigKey.EXTERNAL_CIDR),
                subnets(CloudConfigKey.EXCLUDE_INTERNAL_CIDR),
                subnets(CloudConfigKey.EXCLUDE_EXTERNAL_CIDR),
                nodes.text(CloudConfigKey.INTERNAL_NETWORK).orElse(""),
                nodes.text(CloudConfigKey.EXTERNAL_NETWORK).orElse(""));
    }

    private FamilyPolicy familyPolicy() {
        ConfigKey key = CloudConfigKey.IP_FAMILY_POLICY;
        return ValueParser.choice(
                        FamilyPolicy.values(),
                        FamilyPolicy::text,
                        nodes.text(key).orElseGet(key::defaultText))
                .orElse(FamilyPolicy.REQUIRE);
    }

    private boolean matchByName() {
        return nodes.text(CloudConfigKey.MATCH_BY_NAME)
                .flatMap(ValueParser::flag)
                .orElse(false);
    }

    private List<Subnet> subnets(ConfigKey key) {
        return nodes.value(key).map(ValueParser::subnets).orElse(List.of());
    }
}
