package dev.vspherecloud.kubernetes;

import dev.vspherecloud.domain.address.IpText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The fields of a Service that are read, in the API server's spelling: its name, and the addresses that it has beside
/// those of the cluster's own network.
record ServiceJson(
        @Nullable Meta metadata,
        @Nullable Spec spec,
        @Nullable Status status) {
    record Meta(@Nullable String namespace, @Nullable String name) {}

    record Spec(
            @Nullable String type,
            @Nullable List<String> externalIPs,
            @Nullable String loadBalancerIP) {}

    record Status(@Nullable LoadBalancer loadBalancer) {}

    record LoadBalancer(@Nullable List<Ingress> ingress) {}

    record Ingress(@Nullable String ip) {}

    /// One page of Services.
    record Page(@Nullable ListMeta metadata, @Nullable List<ServiceJson> items) {
        Mirror.Page<ServiceClaim> claims() {
            return ListMeta.page(metadata, items, ServiceJson::claim);
        }
    }

    ServiceClaim claim() {
        return new ServiceClaim(
                metadata == null ? "" : metadata.namespace() + "/" + metadata.name(),
                texts().stream()
                        .flatMap(text -> IpText.SLOPPY.parse(text).stream())
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /// External IPs are those of any type; the others mean something for a load balancer alone.
    private List<String> texts() {
        var texts = new ArrayList<String>();
        if (spec == null) {
            return texts;
        }
        Optional.ofNullable(spec.externalIPs()).ifPresent(texts::addAll);
        if ("LoadBalancer".equals(spec.type())) {
            Optional.ofNullable(spec.loadBalancerIP()).ifPresent(texts::add);
            ingress().forEach(each -> Optional.ofNullable(each.ip()).ifPresent(texts::add));
        }
        return texts;
    }

    private List<Ingress> ingress() {
        LoadBalancer balancer = status == null ? null : status.loadBalancer();
        List<Ingress> ingress = balancer == null ? null : balancer.ingress();
        return ingress == null ? List.of() : ingress;
    }
}
