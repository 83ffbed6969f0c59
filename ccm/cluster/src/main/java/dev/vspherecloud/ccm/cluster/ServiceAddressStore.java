package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.Store;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Stores which addresses the Services of the cluster use.
///
/// Threads: only the watching thread changes the store; [#addresses] may be read from anywhere.
final class ServiceAddressStore implements Store<String, ServiceAddresses> {
    /// The Services that use addresses, by `namespace/name`. If two Services use the same address, the first in
    /// this order counts.
    private final Map<String, ServiceAddresses> services = new TreeMap<>();
    private final Map<InetAddress, String> others;
    private volatile Map<InetAddress, String> addresses;

    /// Creates the store without Services.
    ///
    /// @param others the addresses that are in use by something other than a Service, with their users
    ServiceAddressStore(Map<InetAddress, String> others) {
        this.others = Map.copyOf(others);
        this.addresses = this.others;
    }

    Map<InetAddress, String> usersByIp() {
        return addresses;
    }

    @Override
    public String name() {
        return "Services";
    }

    @Override
    public String stalenessText() {
        return "addresses of new Services are not recognised as virtual IPs";
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
    public ObjectReader<ServiceAddresses> reader() {
        return ServiceJson.READER;
    }

    @Override
    public String key(ServiceAddresses serviceAddresses) {
        return serviceAddresses.service();
    }

    /// Stores the addresses of a changed Service. A Service without such addresses is not stored: most Services
    /// have none, and events about them are frequent.
    @Override
    public void onUpdated(ServiceAddresses serviceAddresses) {
        if (serviceAddresses.addresses().isEmpty()) {
            onDeleted(serviceAddresses.service());
        } else if (!serviceAddresses.equals(services.put(serviceAddresses.service(), serviceAddresses))) {
            publishAddresses();
        }
    }

    @Override
    public void onDeleted(String service) {
        if (services.remove(service) != null) {
            publishAddresses();
        }
    }

    @Override
    public void retain(Set<String> listed) {
        if (services.keySet().retainAll(listed)) {
            publishAddresses();
        }
    }

    private void publishAddresses() {
        var all = new HashMap<InetAddress, String>();
        services.values().forEach(serviceAddresses -> serviceAddresses
                .addresses()
                .forEach(ip -> all.putIfAbsent(ip, "Service " + serviceAddresses.service())));
        all.putAll(others);
        addresses = Map.copyOf(all);
    }
}
