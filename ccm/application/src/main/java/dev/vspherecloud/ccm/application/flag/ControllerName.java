package dev.vspherecloud.ccm.application.flag;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The names of the controllers, as the flag `--controllers` accepts them.
public enum ControllerName {
    CLOUD_NODE("cloud-node-controller", "cloud-node", "cloud-node-controller"),
    CLOUD_NODE_LIFECYCLE("cloud-node-lifecycle-controller", "cloud-node-lifecycle", "cloud-node-lifecycle-controller"),
    SERVICE_LB("service-lb-controller", "service", "service-controller"),
    NODE_ROUTE("node-route-controller", "route", "route-controller");

    private final String canonical;
    private final String alias;
    private final String formerName;

    /// Creates a controller name.
    ///
    /// @param former the canonical name before Kubernetes 1.28, which leader migration files may still contain
    ControllerName(String canonical, String alias, String former) {
        this.canonical = canonical;
        this.alias = alias;
        this.formerName = former;
    }

    /// Returns the name of the controller in the metrics of cloud-provider-vsphere (Go).
    public String alias() {
        return alias;
    }

    public static Optional<ControllerName> named(String name) {
        return Arrays.stream(values())
                .filter(controller -> controller.canonical.equals(name) || controller.alias.equals(name))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values())
                .flatMap(controller -> Stream.of(controller.canonical, controller.alias))
                .toList();
    }

    /// Returns all current and former names of the controller.
    public Set<String> allNames() {
        return new LinkedHashSet<>(List.of(canonical, alias, formerName));
    }

    @Override
    public String toString() {
        return canonical;
    }
}
