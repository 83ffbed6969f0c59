package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import java.util.stream.Collectors;

/// Combines command line and configuration into the settings of the controllers. Pure.
public final class SettingsRule {
    private SettingsRule() {}

    public static NodeSettings settings(Options options, CloudConfig config) {
        return new NodeSettings(
                config.vcenters().stream()
                        .collect(Collectors.toMap(
                                VcenterConfig::name, vcenter -> addresses(vcenter, config), (_, last) -> last)),
                config.labels().topology(),
                options.nodes().labels(),
                config.labels().ancestorLabels(),
                config.labels().relabel(),
                options.nodes().statusUpdateFrequency());
    }

    public static LifecycleRules lifecycle(Options options, CloudConfig config) {
        return new LifecycleRules(
                options.nodes().deletion().isOn(),
                config.nodes().deletion().disappearedAfter(),
                config.nodes().deletion().breaker(),
                config.vcenters().stream()
                        .filter(VcenterConfig::deletionPaused)
                        .map(VcenterConfig::name)
                        .collect(Collectors.toSet()));
    }

    private static AddressRules addresses(VcenterConfig vcenter, CloudConfig config) {
        return new AddressRules(
                vcenter.ipFamilies(),
                config.nodes().familyPolicy(),
                config.nodes().networks());
    }
}
