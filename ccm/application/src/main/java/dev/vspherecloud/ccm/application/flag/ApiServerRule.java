package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.KUBECONFIG;
import static dev.vspherecloud.ccm.application.flag.Flag.KUBE_API_BURST;
import static dev.vspherecloud.ccm.application.flag.Flag.KUBE_API_QPS;
import static dev.vspherecloud.ccm.application.flag.Flag.MASTER;

import dev.vspherecloud.kubernetes.RequestRateLimit;
import java.util.Optional;
import java.util.OptionalDouble;

/// Reads the flags for the connection to the API server and its request rate.
///
/// A request rate is limited only if a flag sets the limit. The API server itself shares its capacity fairly, and
/// 20 requests a second delay a cluster that grows. The defaults of cloud-provider-vsphere (Go) are shown
/// nevertheless, since a flag that is given needs a value.
///
/// Rule from: client-go, `rest/config.go`: 0 means 5 a second, 10 at once; below 0 a second means no limit at all.
final class ApiServerRule {
    private static final double DEFAULT_QPS = 5;
    private static final int DEFAULT_BURST = 10;

    private final FlagValues flags;

    ApiServerRule(FlagValues flags) {
        this.flags = flags;
    }

    Options.ApiServerOptions options() {
        return new Options.ApiServerOptions(
                flags.path(KUBECONFIG),
                Optional.of(flags.text(MASTER)).filter(master -> !master.isEmpty()),
                rateLimit());
    }

    private Optional<RequestRateLimit> rateLimit() {
        OptionalDouble given = flags.explicitDecimal(KUBE_API_QPS);
        int burst = flags.integer(KUBE_API_BURST);
        flags.require(burst >= 0, KUBE_API_BURST, "at least 0");
        if (given.isEmpty()) {
            if (flags.explicitInteger(KUBE_API_BURST).isPresent()) {
                flags.warn(
                        "%s has no effect without %s, and the request rate is not limited; set --kube-api-qps, or remove the flag"
                                .formatted(KUBE_API_BURST, KUBE_API_QPS));
            }
            return Optional.empty();
        }
        double qps = given.getAsDouble();
        return qps < 0
                ? Optional.empty()
                : Optional.of(new RequestRateLimit(qps == 0 ? DEFAULT_QPS : qps, burst <= 0 ? DEFAULT_BURST : burst));
    }
}
