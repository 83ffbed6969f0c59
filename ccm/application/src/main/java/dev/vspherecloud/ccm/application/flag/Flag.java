package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.FlagType.ADDRESS;
import static dev.vspherecloud.ccm.application.flag.FlagType.CERTIFICATE;
import static dev.vspherecloud.ccm.application.flag.FlagType.COLORING;
import static dev.vspherecloud.ccm.application.flag.FlagType.DECIMAL;
import static dev.vspherecloud.ccm.application.flag.FlagType.DIALECT;
import static dev.vspherecloud.ccm.application.flag.FlagType.DURATION;
import static dev.vspherecloud.ccm.application.flag.FlagType.FORM;
import static dev.vspherecloud.ccm.application.flag.FlagType.GATES;
import static dev.vspherecloud.ccm.application.flag.FlagType.INTEGER;
import static dev.vspherecloud.ccm.application.flag.FlagType.LEVELS;
import static dev.vspherecloud.ccm.application.flag.FlagType.LIST;
import static dev.vspherecloud.ccm.application.flag.FlagType.MAP;
import static dev.vspherecloud.ccm.application.flag.FlagType.NUMBERS;
import static dev.vspherecloud.ccm.application.flag.FlagType.RELEASE;
import static dev.vspherecloud.ccm.application.flag.FlagType.SIZE;
import static dev.vspherecloud.ccm.application.flag.FlagType.SWITCH;
import static dev.vspherecloud.ccm.application.flag.FlagType.TEXT;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// All flags of the command line: the one table for parser, defaults, help and warnings.
///
/// Each constant has the name of its flag in capitals. The flags are those of cloud-provider-vsphere (Go), which
/// has the flags of `k8s.io/cloud-provider` and its own, and a few of this project. All flags are accepted, and
/// [#noEffectReason()] tells which ones have no effect. [Command] tells which command accepts which flags.
public enum Flag {
    CLOUD_CONFIG(
            "cloud-config",
            TEXT,
            "",
            Group.CONFIGURATION,
            "Path of the vSphere configuration file (YAML or INI); required."),
    CLOUD_PROVIDER(
            "cloud-provider",
            TEXT,
            "vsphere",
            Group.CONFIGURATION,
            "Name of the cloud provider. The only valid value is vsphere."),
    CONTROLLERS(
            "controllers",
            LIST,
            "*",
            Group.CONTROLLERS,
            "Controllers to run, separated by commas: '*' for all, 'name' for this one, '-name' for all "
                    + "except this one. Example: '*,-cloud-node-lifecycle-controller'."),
    MIN_RESYNC_PERIOD(
            "min-resync-period",
            DURATION,
            "12h0m0s",
            Group.CONTROLLERS,
            NoEffectReason.NO_RESYNC,
            "Sets the shortest interval between two full resyncs of all objects."),
    KUBE_API_QPS(
            "kube-api-qps",
            DECIMAL,
            "20",
            Group.API_SERVER,
            "Limits the requests per second to the API server; 0 means 5, and a negative value means no "
                    + "limit. If you do not set it, only the API server's own flow control limits the rate."),
    KUBE_API_BURST(
            "kube-api-burst",
            INTEGER,
            "30",
            Group.API_SERVER,
            "Sets how many requests to the API server may exceed --kube-api-qps for a moment: 30 if you "
                    + "do not set it; 0 means 10. Has an effect only together with --kube-api-qps."),
    KUBE_API_CONTENT_TYPE(
            "kube-api-content-type",
            TEXT,
            "application/vnd.kubernetes.protobuf",
            Group.API_SERVER,
            NoEffectReason.JSON_ONLY,
            "Sets the content type of requests to the API server."),
    CONTROLLER_START_INTERVAL(
            "controller-start-interval",
            DURATION,
            "0s",
            Group.CONTROLLERS,
            NoEffectReason.NO_START_RUSH,
            "Sets the delay between the starts of two controllers."),
    FEATURE_GATES(
            "feature-gates",
            GATES,
            "",
            Group.CONTROLLERS,
            NoEffectReason.NO_GATES,
            "Enables or disables Kubernetes feature gates, as Name=true,Name=false. Names that "
                    + "cloud-provider-vsphere (Go) does not know are refused."),
    LEADER_ELECT(
            "leader-elect",
            SWITCH,
            "true",
            Group.ELECTION,
            "Takes part in leader election, so that of several replicas only the leader works. With "
                    + "--leader-elect=false the process starts its controllers at once; then run only one replica."),
    LEADER_ELECT_LEASE_DURATION(
            "leader-elect-lease-duration",
            DURATION,
            "15s",
            Group.ELECTION,
            "Sets how long the other replicas wait after the last renewal of the Lease before one of them "
                    + "takes over. Must be longer than --leader-elect-renew-deadline."),
    LEADER_ELECT_RENEW_DEADLINE(
            "leader-elect-renew-deadline",
            DURATION,
            "10s",
            Group.ELECTION,
            "Sets how long the leader tries to renew the Lease before it stops leading. Must be longer "
                    + "than 1.2 times --leader-elect-retry-period."),
    LEADER_ELECT_RETRY_PERIOD(
            "leader-elect-retry-period",
            DURATION,
            "2s",
            Group.ELECTION,
            "Sets the interval between two attempts to acquire or renew the Lease."),
    LEADER_ELECT_RESOURCE_LOCK(
            "leader-elect-resource-lock",
            TEXT,
            "leases",
            Group.ELECTION,
            "Sets the type of the lock object. The only valid value is leases."),
    LEADER_ELECT_RESOURCE_NAME(
            "leader-elect-resource-name",
            TEXT,
            "cloud-controller-manager",
            Group.ELECTION,
            "Sets the name of the Lease for leader election."),
    LEADER_ELECT_RESOURCE_NAMESPACE(
            "leader-elect-resource-namespace",
            TEXT,
            "kube-system",
            Group.ELECTION,
            "Sets the namespace of the Lease for leader election."),
    ALLOCATE_NODE_CIDRS(
            "allocate-node-cidrs",
            SWITCH,
            "false",
            Group.NETWORK,
            NoEffectReason.NO_CIDRS,
            "Allocates Pod CIDRs to Nodes."),
    ALLOW_UNTAGGED_CLOUD(
            "allow-untagged-cloud",
            SWITCH,
            "false",
            Group.OTHER_PROVIDERS,
            NoEffectReason.DEPRECATED,
            "Allows a cluster without a cluster ID in the cloud."),
    CIDR_ALLOCATOR_TYPE(
            "cidr-allocator-type",
            TEXT,
            "RangeAllocator",
            Group.NETWORK,
            NoEffectReason.NO_CIDRS,
            "Sets how Pod CIDRs are allocated."),
    CLUSTER_CIDR(
            "cluster-cidr",
            TEXT,
            "",
            Group.NETWORK,
            NoEffectReason.NO_ROUTES,
            "Sets the CIDR range of the Pods, for routes."),
    CLUSTER_NAME(
            "cluster-name",
            TEXT,
            "kubernetes",
            Group.NETWORK,
            NoEffectReason.NO_LOAD_BALANCERS,
            "Sets the name of the cluster, for load balancers and routes."),
    CONFIGURE_CLOUD_ROUTES(
            "configure-cloud-routes",
            SWITCH,
            "true",
            Group.NETWORK,
            NoEffectReason.NO_ROUTES,
            "Configures routes for Pod CIDRs in the cloud."),
    EXTERNAL_CLOUD_VOLUME_PLUGIN(
            "external-cloud-volume-plugin",
            TEXT,
            "",
            Group.OTHER_PROVIDERS,
            NoEffectReason.OTHER_PROVIDER,
            "Sets the in-tree volume plugin to use with an external cloud provider."),
    IS_LEGACY_PARAVIRTUAL(
            "is-legacy-paravirtual",
            SWITCH,
            "false",
            Group.OTHER_PROVIDERS,
            NoEffectReason.OTHER_PROVIDER,
            "Uses the label prefix capw.vmware.com instead of capv.vmware.com for VMs of a Supervisor."),
    NODE_MONITOR_PERIOD(
            "node-monitor-period",
            DURATION,
            "5s",
            Group.NODES,
            "Sets how often the lifecycle controller checks a Node that is not Ready, to taint or delete "
                    + "it. The check does not call vCenter."),
    NODE_SYNC_PERIOD(
            "node-sync-period",
            DURATION,
            "0s",
            Group.NODES,
            NoEffectReason.DEPRECATED,
            "Sets the interval at which Nodes are synchronized."),
    ROUTE_RECONCILIATION_PERIOD(
            "route-reconciliation-period",
            DURATION,
            "10s",
            Group.NETWORK,
            NoEffectReason.NO_ROUTES,
            "Sets the interval at which routes are reconciled."),
    USE_SERVICE_ACCOUNT_CREDENTIALS(
            "use-service-account-credentials",
            SWITCH,
            "false",
            Group.CONTROLLERS,
            NoEffectReason.ONE_IDENTITY,
            "Uses a separate service account for each controller."),
    CONFIG_STRICT(
            "config-strict",
            SWITCH,
            "false",
            Group.CONFIGURATION,
            "Treats warnings about the configuration as errors, so that a configuration with a warning is "
                    + "refused."),
    NODE_DELETION(
            "node-deletion",
            SWITCH,
            "true",
            Group.NODES,
            "Deletes a Node after proof that its VM no longer exists. With --node-deletion=false, or if "
                    + "the environment variable " + NodeDeletion.VARIABLE + " is set to any value, no Node is "
                    + "deleted."),
    NODE_LABELS(
            "node-labels",
            MAP,
            "",
            Group.NODES,
            "Adds these labels to each Node when the provider initialises it, as key=value,key=value."),
    OUTPUT(
            "output",
            FORM,
            "table",
            Group.COMMAND,
            "Sets the output format: table, wide (more columns) and text for people; json and yaml for programs; name "
                    + "for the names alone. Each command has some of them."),
    ALL("all", SWITCH, "false", Group.COMMAND, "Explains every Node, with one line for each."),
    SELECTOR(
            "selector",
            TEXT,
            "",
            Group.COMMAND,
            "Explains the Nodes whose labels match this selector, with one line for each. The selectors are those of "
                    + "kubectl, for example 'pool=blue,zone in (a,b),!spot'."),
    WATCH(
            "watch",
            SWITCH,
            "false",
            Group.COMMAND,
            "Keeps running, and prints a Node again when its explanation changes."),
    EXIT_CODE(
            "exit-code",
            SWITCH,
            "false",
            Group.COMMAND,
            "Ends with exit code 2 if an explained Node of this provider is not ready, or has a problem."),
    COLOR(
            "color",
            COLORING,
            "auto",
            Group.COMMAND,
            "Sets when the output has colours: auto (on a terminal, unless NO_COLOR is set or TERM is dumb), always or "
                    + "never."),
    TO("to", DIALECT, "", Group.COMMAND, "Sets the format to convert to: yaml or ini. Required."),
    CONCURRENT_NODE_SYNCS(
            "concurrent-node-syncs",
            INTEGER,
            "1",
            Group.NODES,
            "Sets how many Nodes are reconciled at the same time. At least 1."),
    CONCURRENT_NODE_STATUS_UPDATES(
            "concurrent-node-status-updates",
            INTEGER,
            "0",
            Group.NODES,
            NoEffectReason.SAME_WORKERS,
            "Sets how many Nodes have their addresses updated at the same time."),
    CONCURRENT_NODE_LIFECYCLE_SYNCS(
            "concurrent-node-lifecycle-syncs",
            INTEGER,
            "1",
            Group.NODES,
            NoEffectReason.ONE_JUDGE,
            "Sets how many Nodes have their lifecycle checked at the same time."),
    CONCURRENT_SERVICE_SYNCS(
            "concurrent-service-syncs",
            INTEGER,
            "1",
            Group.NETWORK,
            NoEffectReason.NO_LOAD_BALANCERS,
            "Sets how many Services are reconciled at the same time."),
    PROFILING("profiling", SWITCH, "true", Group.SERVING, "Serves debug endpoints under /debug."),
    CONTENTION_PROFILING(
            "contention-profiling",
            SWITCH,
            "false",
            Group.SERVING,
            NoEffectReason.NO_GO,
            "Records lock contention, for profiles."),
    ENABLE_LEADER_MIGRATION(
            "enable-leader-migration",
            SWITCH,
            "false",
            Group.ELECTION,
            "Enables leader migration: a second Lease decides which controller manager runs the "
                    + "controllers that move from kube-controller-manager to this one."),
    LEADER_MIGRATION_CONFIG(
            "leader-migration-config",
            TEXT,
            "",
            Group.ELECTION,
            "Path of a LeaderMigrationConfiguration file for --enable-leader-migration. If you do not set "
                    + "it, the default table of Kubernetes applies."),
    BIND_ADDRESS(
            "bind-address",
            ADDRESS,
            "0.0.0.0",
            Group.SERVING,
            "Sets the IP address on which the HTTPS port serves health, metrics and debug endpoints."),
    SECURE_PORT(
            "secure-port",
            INTEGER,
            "10258",
            Group.SERVING,
            "Sets the HTTPS port for health, metrics and debug endpoints; 0 serves nothing."),
    CERT_DIR(
            "cert-dir",
            TEXT,
            "",
            Group.TLS,
            "Directory of the serving certificate: cloud-controller-manager.crt and .key. If both files "
                    + "are missing, the process creates a self-signed certificate there. Used if --tls-cert-file is "
                    + "not set; if you set neither, the process keeps a self-signed certificate in memory."),
    DISABLE_HTTP2_SERVING(
            "disable-http2-serving",
            SWITCH,
            "false",
            Group.SERVING,
            NoEffectReason.NO_HTTP2,
            "Disables HTTP/2, so that only HTTP/1.1 is served."),
    HTTP2_MAX_STREAMS_PER_CONNECTION(
            "http2-max-streams-per-connection",
            INTEGER,
            "0",
            Group.SERVING,
            NoEffectReason.NO_HTTP2,
            "Limits the HTTP/2 streams of one connection."),
    PERMIT_ADDRESS_SHARING(
            "permit-address-sharing",
            SWITCH,
            "false",
            Group.SERVING,
            "Binds the HTTPS port with SO_REUSEADDR, so that a restart does not wait for earlier "
                    + "connections to end. This project always does so, also without the flag."),
    PERMIT_PORT_SHARING(
            "permit-port-sharing",
            SWITCH,
            "false",
            Group.SERVING,
            "Binds the HTTPS port with SO_REUSEPORT, so that several processes can listen on the same "
                    + "address and port."),
    TLS_CERT_FILE(
            "tls-cert-file",
            TEXT,
            "",
            Group.TLS,
            "Path of a PEM file with the serving certificate, followed by its intermediate certificates. "
                    + "Requires --tls-private-key-file."),
    TLS_PRIVATE_KEY_FILE(
            "tls-private-key-file",
            TEXT,
            "",
            Group.TLS,
            "Path of a PEM file with the private key for --tls-cert-file."),
    TLS_CIPHER_SUITES(
            "tls-cipher-suites",
            LIST,
            "",
            Group.TLS,
            "Sets the TLS 1.2 cipher suites that the HTTPS port offers, by their IANA names, separated by "
                    + "commas. If you do not set it, the defaults of Java apply. The cipher suites of TLS 1.3 "
                    + "cannot be changed."),
    TLS_CURVE_PREFERENCES(
            "tls-curve-preferences",
            NUMBERS,
            "",
            Group.TLS,
            "Sets the TLS key exchange groups that the HTTPS port offers, by their IANA numbers, "
                    + "separated by commas: 23 (secp256r1), 24 (secp384r1), 25 (secp521r1), 29 (x25519). If you do "
                    + "not set it, the defaults of Java apply."),
    TLS_MIN_VERSION(
            "tls-min-version",
            TEXT,
            "",
            Group.TLS,
            "Sets the lowest TLS version that the HTTPS port accepts: VersionTLS10, VersionTLS11, "
                    + "VersionTLS12 or VersionTLS13. If you do not set it, VersionTLS12 applies. Java disables TLS "
                    + "1.0 and 1.1 by default."),
    TLS_SNI_CERT_KEY(
            "tls-sni-cert-key",
            CERTIFICATE,
            "",
            Group.TLS,
            "Adds a serving certificate for clients that ask for one of these server names (SNI), as "
                    + "cert.pem,key.pem:name,name. Without names, the names in the certificate apply. Repeat the "
                    + "flag for more certificates."),
    AUTHENTICATION_KUBECONFIG(
            "authentication-kubeconfig",
            TEXT,
            "",
            Group.AUTHENTICATION,
            "Path of a kubeconfig for TokenReviews and for the cluster's client CA certificates. If you "
                    + "do not set it, the service account of the Pod applies."),
    AUTHENTICATION_SKIP_LOOKUP(
            "authentication-skip-lookup",
            SWITCH,
            "false",
            Group.AUTHENTICATION,
            "Does not read client CA certificates from the ConfigMap "
                    + "kube-system/extension-apiserver-authentication. Then only --client-ca-file and "
                    + "--requestheader-client-ca-file apply."),
    AUTHENTICATION_TOLERATE_LOOKUP_FAILURE(
            "authentication-tolerate-lookup-failure",
            SWITCH,
            "false",
            Group.AUTHENTICATION,
            "Ignores the client certificate of a request while the cluster's client CA certificates "
                    + "cannot be read. Without the flag, such a request is refused with status 401 until they have "
                    + "been read."),
    AUTHENTICATION_TOKEN_WEBHOOK_CACHE_TTL(
            "authentication-token-webhook-cache-ttl",
            DURATION,
            "10s",
            Group.AUTHENTICATION,
            "Sets how long the result of a TokenReview is cached."),
    CLIENT_CA_FILE(
            "client-ca-file",
            TEXT,
            "",
            Group.AUTHENTICATION,
            "Path of a PEM file with CA certificates. A client whose certificate one of them signed is "
                    + "authenticated. If you do not set it, the cluster's client CA certificates apply."),
    REQUESTHEADER_ALLOWED_NAMES(
            "requestheader-allowed-names",
            LIST,
            "",
            Group.AUTHENTICATION,
            "Sets the common names that the client certificate of an authenticating proxy may have, "
                    + "separated by commas. If empty, every name is allowed. Requires "
                    + "--requestheader-client-ca-file."),
    REQUESTHEADER_CLIENT_CA_FILE(
            "requestheader-client-ca-file",
            TEXT,
            "",
            Group.AUTHENTICATION,
            "Path of a PEM file with CA certificates for authenticating proxies, which name the user in "
                    + "request headers. If you do not set it, all --requestheader settings come from the cluster."),
    REQUESTHEADER_EXTRA_HEADERS_PREFIX(
            "requestheader-extra-headers-prefix",
            LIST,
            "x-remote-extra-",
            Group.AUTHENTICATION,
            "Sets the prefixes of request headers in which an authenticating proxy sends extra attributes "
                    + "of the user. Requires --requestheader-client-ca-file."),
    REQUESTHEADER_GROUP_HEADERS(
            "requestheader-group-headers",
            LIST,
            "x-remote-group",
            Group.AUTHENTICATION,
            "Sets the request headers in which an authenticating proxy names the user's groups. Requires "
                    + "--requestheader-client-ca-file."),
    REQUESTHEADER_UID_HEADERS(
            "requestheader-uid-headers",
            LIST,
            "",
            Group.AUTHENTICATION,
            "Sets the request headers in which an authenticating proxy sends the user's UID. Requires "
                    + "--requestheader-client-ca-file."),
    REQUESTHEADER_USERNAME_HEADERS(
            "requestheader-username-headers",
            LIST,
            "x-remote-user",
            Group.AUTHENTICATION,
            "Sets the request headers in which an authenticating proxy sends the user name. Requires "
                    + "--requestheader-client-ca-file."),
    AUTHORIZATION_KUBECONFIG(
            "authorization-kubeconfig",
            TEXT,
            "",
            Group.AUTHORIZATION,
            "Path of a kubeconfig for SubjectAccessReviews. If you do not set it, the service account of "
                    + "the Pod applies."),
    AUTHORIZATION_ALWAYS_ALLOW_PATHS(
            "authorization-always-allow-paths",
            LIST,
            "/healthz,/readyz,/livez",
            Group.AUTHORIZATION,
            "Sets the paths that every client may read without authentication, separated by commas. A "
                    + "path that ends in * includes all paths with that prefix."),
    AUTHORIZATION_WEBHOOK_CACHE_AUTHORIZED_TTL(
            "authorization-webhook-cache-authorized-ttl",
            DURATION,
            "10s",
            Group.AUTHORIZATION,
            "Sets how long the result \"allowed\" of a SubjectAccessReview is cached."),
    AUTHORIZATION_WEBHOOK_CACHE_UNAUTHORIZED_TTL(
            "authorization-webhook-cache-unauthorized-ttl",
            DURATION,
            "10s",
            Group.AUTHORIZATION,
            "Sets how long the result \"denied\" of a SubjectAccessReview is cached."),
    WEBHOOKS("webhooks", LIST, "", Group.WEBHOOKS, NoEffectReason.NO_WEBHOOKS, "Sets the webhooks to serve."),
    WEBHOOK_BIND_ADDRESS(
            "webhook-bind-address",
            ADDRESS,
            "0.0.0.0",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the IP address on which webhooks are served."),
    WEBHOOK_SECURE_PORT(
            "webhook-secure-port",
            INTEGER,
            "10260",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the HTTPS port for webhooks."),
    WEBHOOK_CERT_DIR(
            "webhook-cert-dir",
            TEXT,
            "",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the directory of the serving certificate for webhooks."),
    WEBHOOK_DISABLE_HTTP2_SERVING(
            "webhook-disable-http2-serving",
            SWITCH,
            "false",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Disables HTTP/2 for webhooks."),
    WEBHOOK_TLS_CERT_FILE(
            "webhook-tls-cert-file",
            TEXT,
            "",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the serving certificate for webhooks."),
    WEBHOOK_TLS_PRIVATE_KEY_FILE(
            "webhook-tls-private-key-file",
            TEXT,
            "",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the private key of the serving certificate for webhooks."),
    WEBHOOK_TLS_CIPHER_SUITES(
            "webhook-tls-cipher-suites",
            LIST,
            "",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the TLS cipher suites for webhooks."),
    WEBHOOK_TLS_CURVE_PREFERENCES(
            "webhook-tls-curve-preferences",
            NUMBERS,
            "",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the TLS key exchange groups for webhooks."),
    WEBHOOK_TLS_MIN_VERSION(
            "webhook-tls-min-version",
            TEXT,
            "",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Sets the lowest TLS version for webhooks."),
    WEBHOOK_TLS_SNI_CERT_KEY(
            "webhook-tls-sni-cert-key",
            CERTIFICATE,
            "",
            Group.WEBHOOKS,
            NoEffectReason.NO_WEBHOOKS,
            "Adds a serving certificate for webhooks, by server name (SNI)."),
    MASTER(
            "master",
            TEXT,
            "",
            Group.API_SERVER,
            "Sets the URL of the API server. Overrides the server in the kubeconfig."),
    KUBECONFIG(
            "kubeconfig",
            TEXT,
            "",
            Group.API_SERVER,
            "Path of a kubeconfig for the API server. If you do not set it, the service account of the "
                    + "Pod applies."),
    NODE_STATUS_UPDATE_FREQUENCY(
            "node-status-update-frequency",
            DURATION,
            "5m0s",
            Group.NODES,
            "Sets how often the node controller reconciles each Node even if nothing changed, for example "
                    + "its addresses."),
    V(
            "v",
            INTEGER,
            "0",
            Group.LOGS,
            "Sets the log level: 0 logs changes, warnings and errors; 2 adds causes and retries; 5 adds "
                    + "every call to vCenter and to the API server."),
    VMODULE(
            "vmodule",
            LEVELS,
            "",
            Group.LOGS,
            "Sets the log level of single classes, independent of -v. Example: " + "NodeController=5,Vcenter*=2."),
    LOGGING_FORMAT("logging-format", TEXT, "text", Group.LOGS, "Sets the format of the log: text (klog) or json."),
    LOG_FLUSH_FREQUENCY(
            "log-flush-frequency",
            DURATION,
            "5s",
            Group.LOGS,
            NoEffectReason.NO_BUFFER,
            "Sets the longest time that log lines are buffered."),
    LOG_TEXT_SPLIT_STREAM(
            "log-text-split-stream",
            SWITCH,
            "false",
            Group.LOGS,
            "In text format, writes warnings and errors to standard error and all other lines to standard "
                    + "output. By default, all lines go to standard error."),
    LOG_TEXT_INFO_BUFFER_SIZE(
            "log-text-info-buffer-size",
            SIZE,
            "0",
            Group.LOGS,
            NoEffectReason.NO_BUFFER,
            "In text format, sets the size of the buffer for info lines."),
    LOG_JSON_SPLIT_STREAM(
            "log-json-split-stream",
            SWITCH,
            "false",
            Group.LOGS,
            "In JSON format, writes warnings and errors to standard error and all other lines to standard "
                    + "output. By default, all lines go to standard error."),
    LOG_JSON_INFO_BUFFER_SIZE(
            "log-json-info-buffer-size",
            SIZE,
            "0",
            Group.LOGS,
            NoEffectReason.NO_BUFFER,
            "In JSON format, sets the size of the buffer for info lines."),
    HELP("help", SWITCH, "false", Group.HELP, "Prints the flags that have an effect, and exits."),
    HELP_ALL(
            "help-all",
            SWITCH,
            "false",
            Group.HELP,
            "Prints all flags with their full description, also those without effect, and exits."),
    VERSION("version", RELEASE, "false", Group.HELP, "Prints the version and exits.");

    /// A heading in the help: the task that the flags are for.
    enum Group {
        CONFIGURATION("Configuration and connection to vCenter"),
        API_SERVER("Connection to the API server"),
        COMMAND("Input and output of a command"),
        NODES("Nodes"),
        CONTROLLERS("Controllers"),
        ELECTION("Leader election"),
        SERVING("Health, metrics and debug endpoints"),
        TLS("Certificate and TLS of the HTTPS port"),
        AUTHENTICATION("Authentication of clients"),
        AUTHORIZATION("Authorization of clients"),
        LOGS("Logs"),
        NETWORK("Routes and load balancers"),
        WEBHOOKS("Webhooks"),
        OTHER_PROVIDERS("Other cloud providers"),
        HELP("Help");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        List<Flag> flags() {
            return Arrays.stream(Flag.values())
                    .filter(flag -> flag.group == this)
                    .toList();
        }
    }

    private final String flagName;
    private final FlagType type;
    private final String defaultText;
    private final Group group;
    private final Optional<NoEffectReason> noEffectReason;
    private final String description;

    Flag(String flagName, FlagType type, String defaultText, Group group, String meaning) {
        this(flagName, type, defaultText, group, Optional.empty(), meaning);
    }

    Flag(
            String flagName,
            FlagType type,
            String defaultText,
            Group group,
            NoEffectReason noEffectReason,
            String meaning) {
        this(flagName, type, defaultText, group, Optional.of(noEffectReason), meaning);
    }

    Flag(
            String flagName,
            FlagType type,
            String defaultText,
            Group group,
            Optional<NoEffectReason> noEffectReason,
            String meaning) {
        this.flagName = flagName;
        this.type = type;
        this.defaultText = defaultText;
        this.group = group;
        this.noEffectReason = noEffectReason;
        this.description = meaning;
    }

    /// Returns the name of the flag without the leading dashes, for example `leader-elect`.
    String flagName() {
        return flagName;
    }

    /// Returns the name of the flag with the leading dashes, for example `--leader-elect`.
    @Override
    public String toString() {
        return "--" + flagName();
    }

    /// Returns the letter of the flag for use after a single dash; empty if it has none.
    Optional<Character> shorthand() {
        return switch (this) {
            case V, HELP, OUTPUT, SELECTOR, WATCH -> Optional.of(this == SELECTOR ? 'l' : flagName.charAt(0));
            default -> Optional.empty();
        };
    }

    FlagType type() {
        return type;
    }

    /// Returns the valid values, if there are only a few; otherwise an empty list.
    List<String> fixedValues() {
        return switch (this) {
            case CLOUD_PROVIDER -> List.of("vsphere");
            case LEADER_ELECT_RESOURCE_LOCK -> List.of("leases");
            case LOGGING_FORMAT -> List.of("text", "json");
            case TLS_MIN_VERSION -> List.of("VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13");
            default -> type.fixedValues();
        };
    }

    /// Returns true if the value is the path of a file.
    boolean isFile() {
        return switch (this) {
            case CLOUD_CONFIG,
                    KUBECONFIG,
                    AUTHENTICATION_KUBECONFIG,
                    AUTHORIZATION_KUBECONFIG,
                    LEADER_MIGRATION_CONFIG,
                    CLIENT_CA_FILE,
                    REQUESTHEADER_CLIENT_CA_FILE,
                    TLS_CERT_FILE,
                    TLS_PRIVATE_KEY_FILE -> true;
            default -> false;
        };
    }

    /// Returns true if the value is the path of a directory.
    boolean isDirectory() {
        return this == CERT_DIR;
    }

    /// Returns the flags of a run, and more flags.
    static Set<Flag> ofRunAnd(Flag... more) {
        Set<Flag> flags = EnumSet.allOf(Flag.class);
        flags.removeIf(flag -> flag.group == Group.COMMAND);
        flags.addAll(List.of(more));
        return flags;
    }

    /// Returns the default of cloud-provider-vsphere (Go), as on the command line; empty if there is none.
    String defaultText() {
        return defaultText;
    }

    /// Returns the value that applies if the flag is not on the command line; empty if none applies.
    ///
    /// It differs from [#defaultText()] for the few flags that have an effect only if they are on the command line.
    String effectiveDefault() {
        return switch (this) {
            case CONCURRENT_NODE_SYNCS -> Integer.toString(Options.NodeOptions.WORKERS);
            case KUBE_API_QPS, KUBE_API_BURST -> "";
            default -> defaultText;
        };
    }

    /// Returns why the flag has no effect; empty if it has an effect.
    Optional<NoEffectReason> noEffectReason() {
        return noEffectReason;
    }

    Group group() {
        return group;
    }

    String description() {
        return description;
    }

    /// Returns the first sentence of the description.
    String shortDescription() {
        return description.split("(?<=[.]) (?=[A-Z])", 2)[0];
    }
}
