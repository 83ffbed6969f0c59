package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.Flag;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.plan.LostFeature;
import dev.vspherecloud.ccm.cluster.ClusterNetworkReader;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.MissingController;
import dev.vspherecloud.kubernetes.KubeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Finds the controllers that the program in use may run and this program does not have, and the objects in the
/// cluster that these controllers handle.
final class MissingControllers {
    private MissingControllers() {}

    /// Returns the missing controllers that cloud-provider-vsphere (Go) runs because of the sections of this
    /// configuration.
    static List<LostFeature> of(CloudConfig config, ClusterNetworkReader network) {
        var lost = new ArrayList<LostFeature>();
        for (MissingController controller : MissingController.values()) {
            String sections = config.foreignSections().stream()
                    .filter(controller::isConfiguredBy)
                    .sorted()
                    .collect(Collectors.joining(", "));
            if (!sections.isEmpty()) {
                lost.add(lostFeature(controller, "section " + sections + " of the configuration", network));
            }
        }
        return lost;
    }

    /// Returns all missing controllers, because the paravirtual provider always runs all of them.
    static List<LostFeature> ofParavirtual(ClusterNetworkReader network) {
        var all = new ArrayList<LostFeature>();
        for (MissingController controller : MissingController.values()) {
            all.add(lostFeature(controller, Flag.CLOUD_PROVIDER + "=" + Options.PARAVIRTUAL, network));
        }
        return all;
    }

    private static LostFeature lostFeature(MissingController controller, String cause, ClusterNetworkReader network) {
        Supplier<List<String>> objects =
                switch (controller) {
                    case LOAD_BALANCERS -> network::loadBalancers;
                    case ROUTES -> network::podRanges;
                };
        try {
            return new LostFeature(controller, cause, objects.get(), "");
        } catch (KubeException e) {
            return new LostFeature(controller, cause, List.of(), String.valueOf(e.getMessage()));
        }
    }
}
