package dev.vspherecloud.ccm.application.loadbalancer;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// The fields of a Service that this controller reads.
record WatchedService(ServiceName name, String uid, String resourceVersion, String type) {
    static final ObjectReader<WatchedService> READER = new ObjectReader<>(
            JsonFields.of(
                    "metadata.namespace", "metadata.name", "metadata.uid", "metadata.resourceVersion", "spec.type"),
            WatchedService::of);

    private static WatchedService of(Json service) {
        return new WatchedService(
                new ServiceName(service.text("metadata", "namespace"), service.text("metadata", "name")),
                service.text("metadata", "uid"),
                service.text("metadata", "resourceVersion"),
                service.text("spec", "type"));
    }

    boolean wantsLoadBalancer() {
        return type.equals("LoadBalancer");
    }
}
