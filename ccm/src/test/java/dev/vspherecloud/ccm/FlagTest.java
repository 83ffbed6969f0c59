package dev.vspherecloud.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlagTest {
    /// Every flag of the Go program, by `k8s.io/cloud-provider` and cloud-provider-vsphere.
    private static final String GO = """
            allocate-node-cidrs allow-untagged-cloud authentication-kubeconfig authentication-skip-lookup
            authentication-token-webhook-cache-ttl authentication-tolerate-lookup-failure
            authorization-always-allow-paths authorization-kubeconfig authorization-webhook-cache-authorized-ttl
            authorization-webhook-cache-unauthorized-ttl bind-address cert-dir cidr-allocator-type
            client-ca-file cloud-config cloud-provider cluster-cidr cluster-name concurrent-node-lifecycle-syncs
            concurrent-node-status-updates concurrent-node-syncs concurrent-service-syncs configure-cloud-routes
            contention-profiling controller-start-interval controllers disable-http2-serving
            enable-leader-migration external-cloud-volume-plugin feature-gates help
            http2-max-streams-per-connection is-legacy-paravirtual kube-api-burst kube-api-content-type
            kube-api-qps kubeconfig leader-elect leader-elect-lease-duration leader-elect-renew-deadline
            leader-elect-resource-lock leader-elect-resource-name leader-elect-resource-namespace
            leader-elect-retry-period leader-migration-config log-flush-frequency log-json-info-buffer-size
            log-json-split-stream log-text-info-buffer-size log-text-split-stream logging-format master
            min-resync-period node-labels node-monitor-period node-status-update-frequency node-sync-period
            permit-address-sharing permit-port-sharing profiling requestheader-allowed-names
            requestheader-client-ca-file requestheader-extra-headers-prefix requestheader-group-headers
            requestheader-uid-headers requestheader-username-headers route-reconciliation-period secure-port
            tls-cert-file tls-cipher-suites tls-curve-preferences tls-min-version tls-private-key-file
            tls-sni-cert-key use-service-account-credentials v version vmodule webhook-bind-address
            webhook-cert-dir webhook-disable-http2-serving webhook-secure-port webhook-tls-cert-file
            webhook-tls-cipher-suites webhook-tls-curve-preferences webhook-tls-min-version
            webhook-tls-private-key-file webhook-tls-sni-cert-key webhooks
            """;

    private static final String OURS = "all config-strict node-deletion output to";

    @Test
    void tableHoldsExactlyTheFlagsOfTheGoProgramAndOurs() {
        assertThat(Arrays.stream(Flag.values()).map(Flag::flagName))
                .containsExactlyInAnyOrder((GO.strip() + " " + OURS).split("\\s+"));
    }

    @ParameterizedTest
    @EnumSource
    void hasADefaultOfItsOwnType(Flag flag) {
        assertThat(flag.type().fits(flag.defaultText())).isTrue();
        assertThat(flag.meaning()).endsWith(".");
    }
}
