package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Texts that stay when a type or constant is renamed: other programs store them, match on them or parse them.
class PersistedNamesTest {
    @Test
    void stageOfAFeatureGate() {
        assertThat(Arrays.stream(FeatureGate.Stage.values()).map(FeatureGate.Stage::text))
                .containsExactly("alpha", "beta", "stable", "deprecated", "gone");
    }

    @Test
    void stageInMetrics() {
        assertThat(FeatureGate.known().stream().map(FeatureGate::label).distinct())
                .containsExactlyInAnyOrder("", "ALPHA", "BETA", "DEPRECATED");
    }

    @Test
    void wordsOfTheCommandLine() {
        assertThat(Arrays.stream(Command.values()).map(command -> String.join(" ", command.words())))
                .containsExactly(
                        "",
                        "config",
                        "config check",
                        "config convert",
                        "explain",
                        "explain node",
                        "plan",
                        "doctor",
                        "completion",
                        "version",
                        "help");
    }

    @Test
    void valuesOfTheFlagsOfCommands() {
        assertThat(OutputFormat.texts(List.of(OutputFormat.values())))
                .containsExactly("table", "wide", "text", "json", "yaml", "name");
        assertThat(FlagType.COLORING.fixedValues())
                .containsExactly("auto", "always", "never")
                .allMatch(FlagType.COLORING::isValid);
        assertThat(Shell.names()).containsExactly("bash", "zsh", "fish");
    }

    @Test
    void flags() {
        assertThat(Arrays.stream(Flag.values()).map(Flag::flagName)).containsExactly("""
                        cloud-config
                        cloud-provider
                        controllers
                        min-resync-period
                        kube-api-qps
                        kube-api-burst
                        kube-api-content-type
                        controller-start-interval
                        feature-gates
                        leader-elect
                        leader-elect-lease-duration
                        leader-elect-renew-deadline
                        leader-elect-retry-period
                        leader-elect-resource-lock
                        leader-elect-resource-name
                        leader-elect-resource-namespace
                        allocate-node-cidrs
                        allow-untagged-cloud
                        cidr-allocator-type
                        cluster-cidr
                        cluster-name
                        configure-cloud-routes
                        external-cloud-volume-plugin
                        is-legacy-paravirtual
                        node-monitor-period
                        node-sync-period
                        route-reconciliation-period
                        use-service-account-credentials
                        config-strict
                        node-deletion
                        node-labels
                        output
                        all
                        selector
                        watch
                        exit-code
                        color
                        to
                        concurrent-node-syncs
                        concurrent-node-status-updates
                        concurrent-node-lifecycle-syncs
                        concurrent-service-syncs
                        profiling
                        contention-profiling
                        enable-leader-migration
                        leader-migration-config
                        bind-address
                        secure-port
                        cert-dir
                        disable-http2-serving
                        http2-max-streams-per-connection
                        permit-address-sharing
                        permit-port-sharing
                        tls-cert-file
                        tls-private-key-file
                        tls-cipher-suites
                        tls-curve-preferences
                        tls-min-version
                        tls-sni-cert-key
                        authentication-kubeconfig
                        authentication-skip-lookup
                        authentication-tolerate-lookup-failure
                        authentication-token-webhook-cache-ttl
                        client-ca-file
                        requestheader-allowed-names
                        requestheader-client-ca-file
                        requestheader-extra-headers-prefix
                        requestheader-group-headers
                        requestheader-uid-headers
                        requestheader-username-headers
                        authorization-kubeconfig
                        authorization-always-allow-paths
                        authorization-webhook-cache-authorized-ttl
                        authorization-webhook-cache-unauthorized-ttl
                        webhooks
                        webhook-bind-address
                        webhook-secure-port
                        webhook-cert-dir
                        webhook-disable-http2-serving
                        webhook-tls-cert-file
                        webhook-tls-private-key-file
                        webhook-tls-cipher-suites
                        webhook-tls-curve-preferences
                        webhook-tls-min-version
                        webhook-tls-sni-cert-key
                        master
                        kubeconfig
                        node-status-update-frequency
                        v
                        vmodule
                        logging-format
                        log-flush-frequency
                        log-text-split-stream
                        log-text-info-buffer-size
                        log-json-split-stream
                        log-json-info-buffer-size
                        help
                        help-all
                        version
                        """.split("\n"));
    }
}
