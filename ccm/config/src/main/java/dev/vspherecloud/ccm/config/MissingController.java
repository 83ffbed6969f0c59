package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problems;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/// A controller that cloud-provider-vsphere (Go) runs and this program does not have.
///
/// Rule from: cloud-provider-vsphere, pkg/cloudprovider/vsphere: it creates load balancers and routes with NSX-T
/// if these sections exist. The paravirtual provider of the same image always has both.
public enum MissingController {
    /// The controller that gives Services of type LoadBalancer an address.
    LOAD_BALANCERS(
            "service controller",
            "Services of type LoadBalancer get no address, and existing load balancers are not updated",
            List.of("nsxt", "loadbalancer", "loadbalancerclass")),
    /// The controller that routes traffic to the Pods of each Node.
    ROUTES(
            "route controller",
            "no route is created for the Pods of a new Node, and the route of a deleted Node remains",
            List.of("nsxt", "route"));

    private final String title;
    private final String effect;
    private final List<String> sections;

    MissingController(String title, String effect, List<String> sections) {
        this.title = title;
        this.effect = effect;
        this.sections = sections;
    }

    /// Returns the Kubernetes name of the controller.
    public String title() {
        return title;
    }

    /// Returns a text that says what does not happen without the controller.
    public String effect() {
        return effect;
    }

    /// Returns the controllers that cloud-provider-vsphere (Go) runs if `vsphere.conf` has these sections, in any
    /// case of letters.
    static Set<MissingController> configuredBy(Collection<String> sections) {
        var wanted = EnumSet.noneOf(MissingController.class);
        Arrays.stream(values())
                .filter(each -> sections.stream().anyMatch(each::isConfiguredBy))
                .forEach(wanted::add);
        return wanted;
    }

    /// Returns true if cloud-provider-vsphere (Go) runs this controller because of the section.
    public boolean isConfiguredBy(String section) {
        return sections.contains(section.toLowerCase(Locale.ROOT));
    }

    /// Adds a warning if cloud-provider-vsphere (Go) runs a controller for this section that this program does not
    /// have.
    static void warnOf(String section, ConfigLocation place, Problems problems) {
        Set<MissingController> wanted = configuredBy(List.of(section));
        if (!wanted.isEmpty()) {
            problems.warning(
                    place.withKey(section),
                    "found a section that this program does not support: it has no %s, so %s; keep cloud-provider-vsphere (Go) for that, or use another controller and remove the section"
                            .formatted(
                                    joined(wanted, MissingController::title, " and no "),
                                    joined(wanted, MissingController::effect, ", and ")));
        }
    }

    private static String joined(Set<MissingController> all, Function<MissingController, String> text, String between) {
        return String.join(between, all.stream().map(text).toList());
    }
}
