package dev.vspherecloud.ccm;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The controllers by the names that `--controllers` takes.
enum ControllerName {
    CLOUD_NODE("cloud-node-controller", "cloud-node"),
    CLOUD_NODE_LIFECYCLE("cloud-node-lifecycle-controller", "cloud-node-lifecycle"),
    SERVICE_LB("service-lb-controller", "service"),
    NODE_ROUTE("node-route-controller", "route");

    private final String canonical;
    private final String alias;

    ControllerName(String canonical, String alias) {
        this.canonical = canonical;
        this.alias = alias;
    }

    /// As the Go program counts it.
    String alias() {
        return alias;
    }

    static Optional<ControllerName> named(String name) {
        return Arrays.stream(values())
                .filter(controller -> controller.canonical.equals(name) || controller.alias.equals(name))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values())
                .flatMap(controller -> Stream.of(controller.canonical, controller.alias))
                .toList();
    }

    @Override
    public String toString() {
        return canonical;
    }
}
