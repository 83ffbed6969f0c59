package dev.vspherecloud.ccm.application.loadbalancer;

import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.ObjectStore;
import java.util.function.Consumer;

/// Stores all Services.
final class ServiceStore extends ObjectStore<ServiceName, WatchedService> {
    ServiceStore(Consumer<ServiceName> listener) {
        super(listener);
    }

    @Override
    public String name() {
        return "Services";
    }

    @Override
    public String stalenessText() {
        return "new Services get no Event";
    }

    @Override
    public boolean isRequired() {
        return false;
    }

    @Override
    public String path() {
        return "/api/v1/services";
    }

    @Override
    public ObjectReader<WatchedService> reader() {
        return WatchedService.READER;
    }

    @Override
    public ServiceName key(WatchedService service) {
        return service.name();
    }

    @Override
    protected String uid(WatchedService service) {
        return service.uid();
    }

    @Override
    protected String resourceVersion(WatchedService service) {
        return service.resourceVersion();
    }

    @Override
    protected boolean isEquivalent(WatchedService known, WatchedService later) {
        return known.uid().equals(later.uid()) && known.type().equals(later.type());
    }
}
