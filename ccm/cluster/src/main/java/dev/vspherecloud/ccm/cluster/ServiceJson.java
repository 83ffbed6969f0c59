package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.domain.ip.IpAddressParser;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Reads the fields of a Service that this project needs, in the API server's spelling: its name, and the addresses
/// that it uses in addition to its cluster IPs.
final class ServiceJson {
    /// The maximum number of addresses that are read of each list. Users of a namespace may write a megabyte of them
    /// to a Service.
    static final int MAX_ADDRESSES = 64;

    static final ObjectReader<ServiceAddresses> READER = new ObjectReader<>(
            JsonFields.of("metadata.namespace", "metadata.name", "spec.type", "spec.loadBalancerIP")
                    .and(JsonFields.at(JsonFields.ALL.withMaxItems(MAX_ADDRESSES), "spec", "externalIPs"))
                    .and(JsonFields.at(
                            JsonFields.of("ip").withMaxItems(MAX_ADDRESSES), "status", "loadBalancer", "ingress")),
            ServiceJson::addresses);

    private ServiceJson() {}

    private static ServiceAddresses addresses(Json service) {
        return new ServiceAddresses(
                service.text("metadata", "namespace") + "/" + service.text("metadata", "name"),
                texts(service).stream()
                        .flatMap(text -> IpAddressParser.SLOPPY.parse(text).stream())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /// Returns the addresses of the Service as texts. External IPs count for Services of any type, the other
    /// addresses only for type LoadBalancer.
    private static List<String> texts(Json service) {
        var texts = new ArrayList<>(service.list(Json::text, "spec", "externalIPs"));
        if (service.text("spec", "type").equals("LoadBalancer")) {
            texts.add(service.text("spec", "loadBalancerIP"));
            texts.addAll(service.list(each -> each.text("ip"), "status", "loadBalancer", "ingress"));
        }
        return texts;
    }
}
