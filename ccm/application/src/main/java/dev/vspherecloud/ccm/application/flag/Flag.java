package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.FlagType.ADDRESS;
import static dev.vspherecloud.ccm.application.flag.FlagType.CERTIFICATE;
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
import java.util.List;
import java.util.Optional;

/// Every flag of the command line: the one table for parser, defaults, help and warnings.
///
/// The constant is the flag's name in capitals. The flags are those of cloud-provider-vsphere (Go), which is
/// `k8s.io/cloud-provider` with vSphere's own, and a few of this project. All are accepted, and
/// [#noEffectReason()] tells which ones have no effect. [Command] tells which command accepts which flags.
public enum Flag {
    CLOUD_CONFIG("cloud-config", TEXT, "", Group.GENERIC, "Path of the vSphere configuration; required."),
    CLOUD_PROVIDER("cloud-provider", TEXT, "vsphere", Group.GENERIC, "Name of the cloud provider; only vsphere."),
    CONTROLLERS(
            "controllers",
            LIST,
            "*",
            Group.GENERIC,
            "Controllers to run: '*' for all, 'name' for this one, '-name' for all but this one."),
    MIN_RESYNC_PERIOD(
            "min-resync-period",
            DURATION,
            "12h0m0s",
            Group.GENERIC,
            NoEffectReason.NO_RESYNC,
            "Shortest time between two full looks at all objects."),
    KUBE_API_QPS(
            "kube-api-qps",
            DECIMAL,
            "20",
            Group.GENERIC,
            "Requests to the API server in a second, if given; else the server sets the pace."),
    KUBE_API_BURST(
            "kube-api-burst",
            INTEGER,
            "30",
            Group.GENERIC,
            "Requests to the API server at once, beside --kube-api-qps."),
    KUBE_API_CONTENT_TYPE(
            "kube-api-content-type",
            TEXT,
            "application/vnd.kubernetes.protobuf",
            Group.GENERIC,
            NoEffectReason.JSON_ONLY,
            "Content type of requests to the API server."),
    CONTROLLER_START_INTERVAL(
            "controller-start-interval",
            DURATION,
            "0s",
            Group.GENERIC,
            NoEffectReason.NO_START_RUSH,
            "Pause between the starts of two controllers."),
    FEATURE_GATES(
            "feature-gates",
            GATES,
            "",
            Group.GENERIC,
            NoEffectReason.NO_GATES,
            "Switches of the Go program, as Name=true,Name=false."),
    LEADER_ELECT("leader-elect", SWITCH, "true", Group.GENERIC, "Take part in leader election before doing anything."),
    LEADER_ELECT_LEASE_DURATION(
            "leader-elect-lease-duration",
            DURATION,
            "15s",
            Group.GENERIC,
            "How long others wait for a leader that is silent."),
    LEADER_ELECT_RENEW_DEADLINE(
            "leader-elect-renew-deadline",
            DURATION,
            "10s",
            Group.GENERIC,
            "How long the leader tries to renew before it gives up."),
    LEADER_ELECT_RETRY_PERIOD(
            "leader-elect-retry-period", DURATION, "2s", Group.GENERIC, "Pause between two tries to acquire or renew."),
    LEADER_ELECT_RESOURCE_LOCK(
            "leader-elect-resource-lock", TEXT, "leases", Group.GENERIC, "Kind of the lock; only leases."),
    LEADER_ELECT_RESOURCE_NAME(
            "leader-elect-resource-name", TEXT, "cloud-controller-manager", Group.GENERIC, "Name of the lease."),
    LEADER_ELECT_RESOURCE_NAMESPACE(
            "leader-elect-resource-namespace", TEXT, "kube-system", Group.GENERIC, "Namespace of the lease."),
    ALLOCATE_NODE_CIDRS(
            "allocate-node-cidrs",
            SWITCH,
            "false",
            Group.GENERIC,
            NoEffectReason.NO_CIDRS,
            "Hand out ranges of addresses for pods."),
    ALLOW_UNTAGGED_CLOUD(
            "allow-untagged-cloud",
            SWITCH,
            "false",
            Group.GENERIC,
            NoEffectReason.DEPRECATED,
            "Run without an id of the cluster in the cloud."),
    CIDR_ALLOCATOR_TYPE(
            "cidr-allocator-type",
            TEXT,
            "RangeAllocator",
            Group.GENERIC,
            NoEffectReason.NO_CIDRS,
            "How ranges of addresses for pods are handed out."),
    CLUSTER_CIDR("cluster-cidr", TEXT, "", Group.GENERIC, NoEffectReason.NO_ROUTES, "Range of the pods, for routes."),
    CLUSTER_NAME(
            "cluster-name",
            TEXT,
            "kubernetes",
            Group.GENERIC,
            NoEffectReason.NO_LOAD_BALANCERS,
            "Name of the cluster, for load balancers and routes."),
    CONFIGURE_CLOUD_ROUTES(
            "configure-cloud-routes",
            SWITCH,
            "true",
            Group.GENERIC,
            NoEffectReason.NO_ROUTES,
            "Whether routes are made in the cloud."),
    EXTERNAL_CLOUD_VOLUME_PLUGIN(
            "external-cloud-volume-plugin",
            TEXT,
            "",
            Group.GENERIC,
            NoEffectReason.OTHER_PROVIDER,
            "Plugin for volumes that are no driver of their own."),
    IS_LEGACY_PARAVIRTUAL(
            "is-legacy-paravirtual",
            SWITCH,
            "false",
            Group.VSPHERE,
            NoEffectReason.OTHER_PROVIDER,
            "Of the paravirtual provider."),
    NODE_MONITOR_PERIOD(
            "node-monitor-period",
            DURATION,
            "5s",
            Group.GENERIC,
            "Period in which every Node's life is looked at again; asks vCenter nothing."),
    NODE_SYNC_PERIOD(
            "node-sync-period",
            DURATION,
            "0s",
            Group.GENERIC,
            NoEffectReason.DEPRECATED,
            "Period in which Nodes are looked at."),
    ROUTE_RECONCILIATION_PERIOD(
            "route-reconciliation-period",
            DURATION,
            "10s",
            Group.GENERIC,
            NoEffectReason.NO_ROUTES,
            "Period of the route controller."),
    USE_SERVICE_ACCOUNT_CREDENTIALS(
            "use-service-account-credentials",
            SWITCH,
            "false",
            Group.GENERIC,
            NoEffectReason.ONE_IDENTITY,
            "One service account for each controller."),
    CONFIG_STRICT("config-strict", SWITCH, "false", Group.VSPHERE, "Take warnings about the configuration for errors."),
    NODE_DELETION(
            "node-deletion",
            SWITCH,
            "true",
            Group.VSPHERE,
            "Delete Nodes whose VMs are proven gone, unless " + NodeDeletion.VARIABLE + " is in the environment."),
    NODE_LABELS(
            "node-labels",
            MAP,
            "",
            Group.VSPHERE,
            "Labels that every Node gets when it is initialised, as key=value,key=value."),
    OUTPUT("output", FORM, "table", Group.COMMAND, "Form of what is printed."),
    ALL("all", SWITCH, "false", Group.COMMAND, "Every Node, a line for each."),
    TO("to", DIALECT, "", Group.COMMAND, "Form to convert to; required."),
    CONCURRENT_NODE_SYNCS(
            "concurrent-node-syncs", INTEGER, "1", Group.NODE, "Nodes that are reconciled at once, at least 1."),
    CONCURRENT_NODE_STATUS_UPDATES(
            "concurrent-node-status-updates",
            INTEGER,
            "0",
            Group.NODE,
            NoEffectReason.SAME_WORKERS,
            "Node addresses updated at once."),
    CONCURRENT_NODE_LIFECYCLE_SYNCS(
            "concurrent-node-lifecycle-syncs",
            INTEGER,
            "1",
            Group.LIFECYCLE,
            NoEffectReason.ONE_JUDGE,
            "Nodes watched for their end at once."),
    CONCURRENT_SERVICE_SYNCS(
            "concurrent-service-syncs",
            INTEGER,
            "1",
            Group.SERVICE,
            NoEffectReason.NO_LOAD_BALANCERS,
            "Services worked on at once."),
    PROFILING("profiling", SWITCH, "true", Group.DEBUGGING, "Serve debug endpoints under /debug."),
    CONTENTION_PROFILING(
            "contention-profiling",
            SWITCH,
            "false",
            Group.DEBUGGING,
            NoEffectReason.NO_GO,
            "Profiles of who waits for which lock."),
    ENABLE_LEADER_MIGRATION(
            "enable-leader-migration",
            SWITCH,
            "false",
            Group.MIGRATION,
            "Migrate controllers from another manager by a second lease."),
    LEADER_MIGRATION_CONFIG(
            "leader-migration-config", TEXT, "", Group.MIGRATION, "Path of the migration's configuration."),
    BIND_ADDRESS("bind-address", ADDRESS, "0.0.0.0", Group.SERVING, "Address that serves health and metrics."),
    SECURE_PORT("secure-port", INTEGER, "10258", Group.SERVING, "Port that serves health and metrics; 0 for none."),
    CERT_DIR("cert-dir", TEXT, "", Group.SERVING, "Directory of the serving certificate."),
    DISABLE_HTTP2_SERVING(
            "disable-http2-serving", SWITCH, "false", Group.SERVING, NoEffectReason.NO_HTTP2, "Serve HTTP/1.1 only."),
    HTTP2_MAX_STREAMS_PER_CONNECTION(
            "http2-max-streams-per-connection",
            INTEGER,
            "0",
            Group.SERVING,
            NoEffectReason.NO_HTTP2,
            "Streams of one connection."),
    PERMIT_ADDRESS_SHARING("permit-address-sharing", SWITCH, "false", Group.SERVING, "Bind with SO_REUSEADDR."),
    PERMIT_PORT_SHARING("permit-port-sharing", SWITCH, "false", Group.SERVING, "Bind with SO_REUSEPORT."),
    TLS_CERT_FILE("tls-cert-file", TEXT, "", Group.SERVING, "Certificate of the server."),
    TLS_PRIVATE_KEY_FILE("tls-private-key-file", TEXT, "", Group.SERVING, "Key of the server."),
    TLS_CIPHER_SUITES(
            "tls-cipher-suites", LIST, "", Group.SERVING, "Cipher suites of the server, by their IANA names."),
    TLS_CURVE_PREFERENCES(
            "tls-curve-preferences",
            NUMBERS,
            "",
            Group.SERVING,
            "Key exchanges of the server, by their IANA numbers: 23, 24, 25, 29."),
    TLS_MIN_VERSION(
            "tls-min-version",
            TEXT,
            "",
            Group.SERVING,
            "Oldest TLS version of the server, VersionTLS10 to VersionTLS13; default VersionTLS12."),
    TLS_SNI_CERT_KEY("tls-sni-cert-key", CERTIFICATE, "", Group.SERVING, "Certificates by server name."),
    AUTHENTICATION_KUBECONFIG(
            "authentication-kubeconfig", TEXT, "", Group.AUTHENTICATION, "Kubeconfig for reviewing tokens."),
    AUTHENTICATION_SKIP_LOOKUP(
            "authentication-skip-lookup",
            SWITCH,
            "false",
            Group.AUTHENTICATION,
            "Do not look up the cluster's authentication settings."),
    AUTHENTICATION_TOLERATE_LOOKUP_FAILURE(
            "authentication-tolerate-lookup-failure",
            SWITCH,
            "false",
            Group.AUTHENTICATION,
            "Serve even if that look-up fails."),
    AUTHENTICATION_TOKEN_WEBHOOK_CACHE_TTL(
            "authentication-token-webhook-cache-ttl",
            DURATION,
            "10s",
            Group.AUTHENTICATION,
            "How long a review of a token counts."),
    CLIENT_CA_FILE("client-ca-file", TEXT, "", Group.AUTHENTICATION, "Authorities of client certificates."),
    REQUESTHEADER_ALLOWED_NAMES(
            "requestheader-allowed-names",
            LIST,
            "",
            Group.AUTHENTICATION,
            "Names that a proxy's certificate may have."),
    REQUESTHEADER_CLIENT_CA_FILE(
            "requestheader-client-ca-file", TEXT, "", Group.AUTHENTICATION, "Authorities of proxies."),
    REQUESTHEADER_EXTRA_HEADERS_PREFIX(
            "requestheader-extra-headers-prefix",
            LIST,
            "x-remote-extra-",
            Group.AUTHENTICATION,
            "Headers with more about the user."),
    REQUESTHEADER_GROUP_HEADERS(
            "requestheader-group-headers",
            LIST,
            "x-remote-group",
            Group.AUTHENTICATION,
            "Headers with the user's groups."),
    REQUESTHEADER_UID_HEADERS(
            "requestheader-uid-headers", LIST, "", Group.AUTHENTICATION, "Headers with the user's uid."),
    REQUESTHEADER_USERNAME_HEADERS(
            "requestheader-username-headers",
            LIST,
            "x-remote-user",
            Group.AUTHENTICATION,
            "Headers with the user's name."),
    AUTHORIZATION_KUBECONFIG(
            "authorization-kubeconfig", TEXT, "", Group.AUTHORIZATION, "Kubeconfig for reviewing access."),
    AUTHORIZATION_ALWAYS_ALLOW_PATHS(
            "authorization-always-allow-paths",
            LIST,
            "/healthz,/readyz,/livez",
            Group.AUTHORIZATION,
            "Paths that everybody may read."),
    AUTHORIZATION_WEBHOOK_CACHE_AUTHORIZED_TTL(
            "authorization-webhook-cache-authorized-ttl",
            DURATION,
            "10s",
            Group.AUTHORIZATION,
            "How long a yes counts."),
    AUTHORIZATION_WEBHOOK_CACHE_UNAUTHORIZED_TTL(
            "authorization-webhook-cache-unauthorized-ttl",
            DURATION,
            "10s",
            Group.AUTHORIZATION,
            "How long a no counts."),
    WEBHOOKS("webhooks", LIST, "", Group.WEBHOOK, NoEffectReason.NO_WEBHOOKS, "Webhooks to serve."),
    WEBHOOK_BIND_ADDRESS(
            "webhook-bind-address",
            ADDRESS,
            "0.0.0.0",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Address of webhooks."),
    WEBHOOK_SECURE_PORT(
            "webhook-secure-port",
            INTEGER,
            "10260",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Port of webhooks."),
    WEBHOOK_CERT_DIR(
            "webhook-cert-dir",
            TEXT,
            "",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Directory of their certificate."),
    WEBHOOK_DISABLE_HTTP2_SERVING(
            "webhook-disable-http2-serving",
            SWITCH,
            "false",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Serve them by HTTP/1.1 only."),
    WEBHOOK_TLS_CERT_FILE(
            "webhook-tls-cert-file", TEXT, "", Group.WEBHOOK_SERVING, NoEffectReason.NO_WEBHOOKS, "Their certificate."),
    WEBHOOK_TLS_PRIVATE_KEY_FILE(
            "webhook-tls-private-key-file", TEXT, "", Group.WEBHOOK_SERVING, NoEffectReason.NO_WEBHOOKS, "Their key."),
    WEBHOOK_TLS_CIPHER_SUITES(
            "webhook-tls-cipher-suites",
            LIST,
            "",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Their cipher suites."),
    WEBHOOK_TLS_CURVE_PREFERENCES(
            "webhook-tls-curve-preferences",
            NUMBERS,
            "",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Their key exchanges."),
    WEBHOOK_TLS_MIN_VERSION(
            "webhook-tls-min-version",
            TEXT,
            "",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Their oldest TLS version."),
    WEBHOOK_TLS_SNI_CERT_KEY(
            "webhook-tls-sni-cert-key",
            CERTIFICATE,
            "",
            Group.WEBHOOK_SERVING,
            NoEffectReason.NO_WEBHOOKS,
            "Their certificates by server name."),
    MASTER("master", TEXT, "", Group.MISC, "Address of the API server, in place of the kubeconfig's."),
    KUBECONFIG("kubeconfig", TEXT, "", Group.MISC, "Path of a kubeconfig; empty means the service account of the pod."),
    NODE_STATUS_UPDATE_FREQUENCY(
            "node-status-update-frequency",
            DURATION,
            "5m0s",
            Group.MISC,
            "Period in which every Node's addresses are looked at again."),
    V("v", INTEGER, "0", Group.GLOBAL, "How much is logged: 0 what happens, 2 how, 5 in every detail."),
    VMODULE(
            "vmodule",
            LEVELS,
            "",
            Group.GLOBAL,
            "How much is logged by single classes, as NodeController=5,Vcenter*=2."),
    LOGGING_FORMAT("logging-format", TEXT, "text", Group.GLOBAL, "Form of the log: text or json."),
    LOG_FLUSH_FREQUENCY(
            "log-flush-frequency",
            DURATION,
            "5s",
            Group.GLOBAL,
            NoEffectReason.NO_BUFFER,
            "Longest time that lines are kept back."),
    LOG_TEXT_SPLIT_STREAM(
            "log-text-split-stream",
            SWITCH,
            "false",
            Group.GLOBAL,
            "In text form, write what is no warning and no error to standard output."),
    LOG_TEXT_INFO_BUFFER_SIZE(
            "log-text-info-buffer-size",
            SIZE,
            "0",
            Group.GLOBAL,
            NoEffectReason.NO_BUFFER,
            "How much of the text is kept back."),
    LOG_JSON_SPLIT_STREAM(
            "log-json-split-stream",
            SWITCH,
            "false",
            Group.GLOBAL,
            "In JSON form, write what is no warning and no error to standard output."),
    LOG_JSON_INFO_BUFFER_SIZE(
            "log-json-info-buffer-size",
            SIZE,
            "0",
            Group.GLOBAL,
            NoEffectReason.NO_BUFFER,
            "How much of the JSON is kept back."),
    HELP("help", SWITCH, "false", Group.GLOBAL, "Print this and end."),
    VERSION("version", RELEASE, "false", Group.GLOBAL, "Print the version and end.");

    /// A heading of the help. cloud-provider-vsphere (Go) has these flags under the same headings, except for the
    /// last two.
    enum Group {
        GENERIC("Generic"),
        NODE("Cloud-node-controller"),
        LIFECYCLE("Cloud-node-lifecycle-controller"),
        SERVICE("Service-lb-controller"),
        DEBUGGING("Debugging"),
        MIGRATION("Leader-migration"),
        SERVING("Secure serving"),
        AUTHENTICATION("Authentication"),
        AUTHORIZATION("Authorization"),
        WEBHOOK("Webhook"),
        WEBHOOK_SERVING("Webhook serving"),
        MISC("Misc"),
        GLOBAL("Global"),
        VSPHERE("vSphere"),
        COMMAND("Command");

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
    private final String meaning;

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
        this.meaning = meaning;
    }

    /// Returns the name without dashes: `leader-elect`.
    String flagName() {
        return flagName;
    }

    /// The name with dashes: `--leader-elect`.
    @Override
    public String toString() {
        return "--" + flagName();
    }

    /// Returns the letter that stands for the flag after a single dash.
    Optional<Character> shorthand() {
        return this == V || this == HELP || this == OUTPUT
                ? Optional.of(flagName().charAt(0))
                : Optional.empty();
    }

    FlagType type() {
        return type;
    }

    /// Returns the default of cloud-provider-vsphere (Go), as it would be written; empty if there is none.
    String defaultText() {
        return defaultText;
    }

    /// Returns the value that applies if the flag is not given, as it would be written; empty if nothing is set
    /// then.
    ///
    /// Differs from [#defaultText()] for the few flags that have an effect only if they are given.
    String effectiveDefault() {
        return switch (this) {
            case CONCURRENT_NODE_SYNCS -> Integer.toString(Options.NodeOptions.WORKERS);
            case KUBE_API_QPS, KUBE_API_BURST -> "";
            default -> defaultText;
        };
    }

    /// Returns why the flag has no effect; empty if it has one.
    Optional<NoEffectReason> noEffectReason() {
        return noEffectReason;
    }

    Group group() {
        return group;
    }

    String meaning() {
        return meaning;
    }
}
