package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.Store;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The addresses that the Services of the cluster have, by address.
///
/// Threads: the watcher is the only one to change it; [#claims] may be called from anywhere.
final class ServiceAddressStore implements Store<String, ServiceAddresses> {
    /// Those that have any, by name: where two have the same address the first of them is named.
    private final Map<String, ServiceAddresses> services = new TreeMap<>();
    private final Map<InetAddress, String> others;
    private volatile Map<InetAddress, String> claims;

    /// @param others what is claimed by no Service
    ServiceAddressStore(Map<InetAddress, String> others) {
        this.others = Map.copyOf(others);
        this.claims = this.others;
    }

    Map<InetAddress, String> claims() {
        return claims;
    }

    @Override
    public String name() {
        return "Services";
    }

    @Override
    public String meanwhile() {
        return "a virtual address is not known by its Service";
    }

    @Override
    public boolean isVital() {
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
    public String key(ServiceAddresses claim) {
        return claim.service();
    }

    /// Most Services have none, and say so often.
    @Override
    public void seen(ServiceAddresses claim) {
        if (claim.addresses().isEmpty()) {
            gone(claim.service());
        } else if (!claim.equals(services.put(claim.service(), claim))) {
            publish();
        }
    }

    @Override
    public void gone(String service) {
        if (services.remove(service) != null) {
            publish();
        }
    }

    @Override
    public void retain(Set<String> listed) {
        if (services.keySet().retainAll(listed)) {
            publish();
        }
    }

    private void publish() {
        var all = new HashMap<InetAddress, String>();
        services.values()
                .forEach(claim -> claim.addresses().forEach(ip -> all.putIfAbsent(ip, "Service " + claim.service())));
        all.putAll(others);
        claims = Map.copyOf(all);
    }
}
