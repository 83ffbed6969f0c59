package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.KUBECONFIG;
import static dev.vspherecloud.ccm.application.flag.Flag.KUBE_API_BURST;
import static dev.vspherecloud.ccm.application.flag.Flag.KUBE_API_QPS;
import static dev.vspherecloud.ccm.application.flag.Flag.MASTER;

import dev.vspherecloud.kubernetes.RequestRateLimit;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the flags say about the API server and how fast it is asked.
///
/// A pace is kept only when it is given: the server has a fairness of its own, and 20 requests a second hold up a
/// cluster that grows. The Go program's defaults are shown all the same, since a flag that is given has to be given
/// something.
///
/// Rule from: client-go, `rest/config.go`: 0 means 5 a second, 10 at once; below 0 a second means no pace at all.
final class ApiServerRule {
    private static final double DEFAULT_QPS = 5;
    private static final int DEFAULT_BURST = 10;

    private final FlagValues flags;

    ApiServerRule(FlagValues flags) {
        this.flags = flags;
    }

    Options.ApiServerOptions options() {
        return new Options.ApiServerOptions(
                flags.path(KUBECONFIG), Optional.of(flags.text(MASTER)).filter(master -> !master.isEmpty()), pace());
    }

    private Optional<RequestRateLimit> pace() {
        OptionalDouble given = flags.explicitDecimal(KUBE_API_QPS);
        int burst = flags.integer(KUBE_API_BURST);
        flags.require(burst >= 0, KUBE_API_BURST, "at least 0");
        if (given.isEmpty()) {
            if (flags.explicitInteger(KUBE_API_BURST).isPresent()) {
                flags.warn("%s counts only beside %s; requests are sent as fast as the API server takes them"
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
