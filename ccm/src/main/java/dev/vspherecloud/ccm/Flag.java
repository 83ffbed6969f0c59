package dev.vspherecloud.ccm;

import static dev.vspherecloud.ccm.Flag.Effect.HONOURED;
import static dev.vspherecloud.ccm.Flag.Effect.IGNORED;
import static dev.vspherecloud.ccm.Flag.Effect.NOT_YET;
import static dev.vspherecloud.ccm.FlagType.DECIMAL;
import static dev.vspherecloud.ccm.FlagType.DIALECT;
import static dev.vspherecloud.ccm.FlagType.DURATION;
import static dev.vspherecloud.ccm.FlagType.FORM;
import static dev.vspherecloud.ccm.FlagType.GATES;
import static dev.vspherecloud.ccm.FlagType.INTEGER;
import static dev.vspherecloud.ccm.FlagType.LIST;
import static dev.vspherecloud.ccm.FlagType.MAP;
import static dev.vspherecloud.ccm.FlagType.RELEASE;
import static dev.vspherecloud.ccm.FlagType.SWITCH;
import static dev.vspherecloud.ccm.FlagType.TEXT;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Every flag of the command line: the one table behind parser, defaults, help and warnings.
///
/// The constant is the flag's name in capitals. The flags are those of the Go program, which is `k8s.io/cloud-provider`
/// with vSphere's own, and a few of ours; all are accepted, and [#effect()] says what comes of it. Which command knows
/// which is said by [Command].
enum Flag {
    CLOUD_CONFIG(TEXT, "", Group.GENERIC, HONOURED, "Path of the vSphere configuration; required."),
    CONFIG_STRICT(SWITCH, "false", Group.GENERIC, HONOURED, "Take warnings about the configuration for errors."),
    OUTPUT(FORM, "table", Group.GENERIC, HONOURED, "Form of what is printed."),
    ALL(SWITCH, "false", Group.GENERIC, HONOURED, "Every Node, a line for each."),
    TO(DIALECT, "", Group.GENERIC, HONOURED, "Form to convert to; required."),
    CLOUD_PROVIDER(TEXT, "vsphere", Group.GENERIC, HONOURED, "Name of the cloud provider; only vsphere."),
    KUBECONFIG(TEXT, "", Group.GENERIC, HONOURED, "Path of a kubeconfig; empty means the service account of the pod."),
    MASTER(TEXT, "", Group.GENERIC, HONOURED, "Address of the API server, in place of the kubeconfig's."),
    CONTROLLERS(
            LIST,
            "*",
            Group.GENERIC,
            HONOURED,
            "Controllers to run: '*' for all, 'name' for this one, '-name' for all but this one."),
    MIN_RESYNC_PERIOD(
            DURATION, "12h0m0s", Group.GENERIC, HONOURED, "Shortest time between two full looks at all Nodes."),
    KUBE_API_QPS(
            DECIMAL,
            "20",
            Group.GENERIC,
            HONOURED,
            "Requests to the API server in a second; our own pace when not given."),
    KUBE_API_BURST(
            INTEGER, "30", Group.GENERIC, HONOURED, "Requests to the API server at once; our own pace when not given."),
    KUBE_API_CONTENT_TYPE(
            TEXT,
            "application/vnd.kubernetes.protobuf",
            Group.GENERIC,
            IGNORED,
            "Content type of requests; ours are JSON."),
    CONTROLLER_START_INTERVAL(DURATION, "0s", Group.GENERIC, NOT_YET, "Pause between the starts of two controllers."),
    FEATURE_GATES(GATES, "", Group.GENERIC, IGNORED, "Switches of the Go program, as Name=true,Name=false."),
    LEADER_ELECT(SWITCH, "true", Group.GENERIC, HONOURED, "Take part in leader election before doing anything."),
    LEADER_ELECT_LEASE_DURATION(
            DURATION, "15s", Group.GENERIC, HONOURED, "How long others wait for a leader that is silent."),
    LEADER_ELECT_RENEW_DEADLINE(
            DURATION, "10s", Group.GENERIC, HONOURED, "How long the leader tries to renew before it gives up."),
    LEADER_ELECT_RETRY_PERIOD(DURATION, "2s", Group.GENERIC, HONOURED, "Pause between two tries to acquire or renew."),
    LEADER_ELECT_RESOURCE_LOCK(TEXT, "leases", Group.GENERIC, HONOURED, "Kind of the lock; only leases."),
    LEADER_ELECT_RESOURCE_NAME(TEXT, "cloud-controller-manager", Group.GENERIC, HONOURED, "Name of the lease."),
    LEADER_ELECT_RESOURCE_NAMESPACE(TEXT, "kube-system", Group.GENERIC, HONOURED, "Namespace of the lease."),
    ALLOCATE_NODE_CIDRS(SWITCH, "false", Group.GENERIC, IGNORED, "Has no effect in a cloud controller manager."),
    ALLOW_UNTAGGED_CLOUD(SWITCH, "false", Group.GENERIC, IGNORED, "Deprecated; vSphere has no tagged clusters."),
    CIDR_ALLOCATOR_TYPE(TEXT, "RangeAllocator", Group.GENERIC, IGNORED, "Has no effect in a cloud controller manager."),
    CLUSTER_CIDR(TEXT, "", Group.GENERIC, NOT_YET, "Range of the pods, for routes."),
    CLUSTER_NAME(TEXT, "kubernetes", Group.GENERIC, NOT_YET, "Name of the cluster, for load balancers and routes."),
    CONFIGURE_CLOUD_ROUTES(SWITCH, "true", Group.GENERIC, NOT_YET, "Whether routes are made in the cloud."),
    EXTERNAL_CLOUD_VOLUME_PLUGIN(TEXT, "", Group.GENERIC, IGNORED, "Of volume plugins that are gone."),
    IS_LEGACY_PARAVIRTUAL(SWITCH, "false", Group.GENERIC, IGNORED, "Of the paravirtual provider."),
    NODE_MONITOR_PERIOD(
            DURATION,
            "5s",
            Group.GENERIC,
            HONOURED,
            "Period in which every Node's life is looked at again; asks vCenter nothing."),
    NODE_SYNC_PERIOD(DURATION, "0s", Group.GENERIC, IGNORED, "Deprecated, without effect."),
    ROUTE_RECONCILIATION_PERIOD(DURATION, "10s", Group.GENERIC, NOT_YET, "Period of the route controller."),
    USE_SERVICE_ACCOUNT_CREDENTIALS(
            SWITCH, "false", Group.GENERIC, NOT_YET, "One service account for each controller."),
    CONCURRENT_NODE_SYNCS(
            INTEGER, "1", Group.NODE, HONOURED, "Nodes worked on at once, at least 1; our own number when not given."),
    CONCURRENT_NODE_STATUS_UPDATES(INTEGER, "0", Group.NODE, NOT_YET, "Node addresses updated at once."),
    CONCURRENT_NODE_LIFECYCLE_SYNCS(
            INTEGER,
            "1",
            Group.NODE,
            IGNORED,
            "Nodes watched for their end at once; here one worker sees all losses together."),
    NODE_DELETION(
            SWITCH,
            "true",
            Group.NODE,
            HONOURED,
            "Delete Nodes whose VMs are proven gone, unless " + NodeDeletion.VARIABLE + " is in the environment."),
    NODE_STATUS_UPDATE_FREQUENCY(
            DURATION, "5m0s", Group.NODE, HONOURED, "Period in which every Node's addresses are looked at again."),
    NODE_LABELS(
            MAP,
            "",
            Group.NODE,
            HONOURED,
            "Labels that every Node gets when it is initialised, as key=value,key=value."),
    CONCURRENT_SERVICE_SYNCS(INTEGER, "1", Group.SERVICE, NOT_YET, "Services worked on at once."),
    PROFILING(SWITCH, "true", Group.MIGRATION, HONOURED, "Pages for whoever looks into the process, under /debug."),
    CONTENTION_PROFILING(SWITCH, "false", Group.MIGRATION, IGNORED, "Profiles of the Go run time's locks."),
    ENABLE_LEADER_MIGRATION(
            SWITCH, "false", Group.MIGRATION, HONOURED, "Migrate controllers from another manager by a second lease."),
    LEADER_MIGRATION_CONFIG(TEXT, "", Group.MIGRATION, HONOURED, "Path of the migration's configuration."),
    BIND_ADDRESS(TEXT, "0.0.0.0", Group.SERVING, HONOURED, "Address that serves health and metrics."),
    SECURE_PORT(INTEGER, "10258", Group.SERVING, HONOURED, "Port that serves health and metrics; 0 for none."),
    CERT_DIR(TEXT, "", Group.SERVING, HONOURED, "Directory of the serving certificate."),
    DISABLE_HTTP2_SERVING(SWITCH, "false", Group.SERVING, NOT_YET, "Serve HTTP/1.1 only."),
    HTTP2_MAX_STREAMS_PER_CONNECTION(INTEGER, "0", Group.SERVING, NOT_YET, "Streams of one connection."),
    PERMIT_ADDRESS_SHARING(SWITCH, "false", Group.SERVING, HONOURED, "Bind with SO_REUSEADDR."),
    PERMIT_PORT_SHARING(SWITCH, "false", Group.SERVING, HONOURED, "Bind with SO_REUSEPORT."),
    TLS_CERT_FILE(TEXT, "", Group.SERVING, HONOURED, "Certificate of the server."),
    TLS_PRIVATE_KEY_FILE(TEXT, "", Group.SERVING, HONOURED, "Key of the server."),
    TLS_CIPHER_SUITES(LIST, "", Group.SERVING, HONOURED, "Cipher suites of the server."),
    TLS_CURVE_PREFERENCES(LIST, "", Group.SERVING, HONOURED, "Key exchanges of the server."),
    TLS_MIN_VERSION(TEXT, "", Group.SERVING, HONOURED, "Oldest TLS version of the server."),
    TLS_SNI_CERT_KEY(LIST, "", Group.SERVING, HONOURED, "Certificates by server name, as cert,key[:names]."),
    AUTHENTICATION_KUBECONFIG(TEXT, "", Group.AUTHENTICATION, HONOURED, "Kubeconfig for reviewing tokens."),
    AUTHENTICATION_SKIP_LOOKUP(
            SWITCH, "false", Group.AUTHENTICATION, HONOURED, "Do not look up the cluster's authentication settings."),
    AUTHENTICATION_TOLERATE_LOOKUP_FAILURE(
            SWITCH, "false", Group.AUTHENTICATION, HONOURED, "Serve even if that look-up fails."),
    AUTHENTICATION_TOKEN_WEBHOOK_CACHE_TTL(
            DURATION, "10s", Group.AUTHENTICATION, HONOURED, "How long a review of a token counts."),
    CLIENT_CA_FILE(TEXT, "", Group.AUTHENTICATION, HONOURED, "Authorities of client certificates."),
    REQUESTHEADER_ALLOWED_NAMES(LIST, "", Group.AUTHENTICATION, HONOURED, "Names that a proxy's certificate may have."),
    REQUESTHEADER_CLIENT_CA_FILE(TEXT, "", Group.AUTHENTICATION, HONOURED, "Authorities of proxies."),
    REQUESTHEADER_EXTRA_HEADERS_PREFIX(
            LIST, "x-remote-extra-", Group.AUTHENTICATION, HONOURED, "Headers with more about the user."),
    REQUESTHEADER_GROUP_HEADERS(
            LIST, "x-remote-group", Group.AUTHENTICATION, HONOURED, "Headers with the user's groups."),
    REQUESTHEADER_UID_HEADERS(LIST, "", Group.AUTHENTICATION, HONOURED, "Headers with the user's uid."),
    REQUESTHEADER_USERNAME_HEADERS(
            LIST, "x-remote-user", Group.AUTHENTICATION, HONOURED, "Headers with the user's name."),
    AUTHORIZATION_KUBECONFIG(TEXT, "", Group.AUTHORIZATION, HONOURED, "Kubeconfig for reviewing access."),
    AUTHORIZATION_ALWAYS_ALLOW_PATHS(
            LIST, "/healthz,/readyz,/livez", Group.AUTHORIZATION, HONOURED, "Paths that everybody may read."),
    AUTHORIZATION_WEBHOOK_CACHE_AUTHORIZED_TTL(
            DURATION, "10s", Group.AUTHORIZATION, HONOURED, "How long a yes counts."),
    AUTHORIZATION_WEBHOOK_CACHE_UNAUTHORIZED_TTL(
            DURATION, "10s", Group.AUTHORIZATION, HONOURED, "How long a no counts."),
    WEBHOOKS(LIST, "", Group.WEBHOOK, IGNORED, "Webhooks to serve; there are none."),
    WEBHOOK_BIND_ADDRESS(TEXT, "0.0.0.0", Group.WEBHOOK, IGNORED, "Address of webhooks."),
    WEBHOOK_SECURE_PORT(INTEGER, "10260", Group.WEBHOOK, IGNORED, "Port of webhooks."),
    WEBHOOK_CERT_DIR(TEXT, "", Group.WEBHOOK, IGNORED, "Directory of their certificate."),
    WEBHOOK_DISABLE_HTTP2_SERVING(SWITCH, "false", Group.WEBHOOK, IGNORED, "Serve them by HTTP/1.1 only."),
    WEBHOOK_TLS_CERT_FILE(TEXT, "", Group.WEBHOOK, IGNORED, "Their certificate."),
    WEBHOOK_TLS_PRIVATE_KEY_FILE(TEXT, "", Group.WEBHOOK, IGNORED, "Their key."),
    WEBHOOK_TLS_CIPHER_SUITES(LIST, "", Group.WEBHOOK, IGNORED, "Their cipher suites."),
    WEBHOOK_TLS_CURVE_PREFERENCES(LIST, "", Group.WEBHOOK, IGNORED, "Their key exchanges."),
    WEBHOOK_TLS_MIN_VERSION(TEXT, "", Group.WEBHOOK, IGNORED, "Their oldest TLS version."),
    WEBHOOK_TLS_SNI_CERT_KEY(LIST, "", Group.WEBHOOK, IGNORED, "Their certificates by server name."),
    V(INTEGER, "0", Group.LOGS, HONOURED, "How much is logged: 0 what happens, 2 how, 5 in every detail."),
    VMODULE(TEXT, "", Group.LOGS, HONOURED, "How much is logged by single files."),
    LOGGING_FORMAT(TEXT, "text", Group.LOGS, HONOURED, "Form of the log."),
    LOG_FLUSH_FREQUENCY(DURATION, "5s", Group.LOGS, IGNORED, "Every line is written at once."),
    LOG_TEXT_SPLIT_STREAM(SWITCH, "false", Group.LOGS, IGNORED, "Everything goes to standard error."),
    LOG_TEXT_INFO_BUFFER_SIZE(TEXT, "0", Group.LOGS, IGNORED, "Every line is written at once."),
    LOG_JSON_SPLIT_STREAM(SWITCH, "false", Group.LOGS, IGNORED, "Everything goes to standard error."),
    LOG_JSON_INFO_BUFFER_SIZE(TEXT, "0", Group.LOGS, IGNORED, "Every line is written at once."),
    HELP(SWITCH, "false", Group.GLOBAL, HONOURED, "Print this and end."),
    VERSION(RELEASE, "false", Group.GLOBAL, HONOURED, "Print the version and end.");

    /// What giving the flag does.
    enum Effect {
        HONOURED,
        /// Nothing in this version.
        NOT_YET,
        /// Nothing, and it never will: it makes no sense for this program.
        IGNORED
    }

    /// A heading of the help.
    enum Group {
        GENERIC("Generic"),
        NODE("Node controllers"),
        SERVICE("Service controller"),
        MIGRATION("Debugging and leader migration"),
        SERVING("Secure serving"),
        AUTHENTICATION("Authentication"),
        AUTHORIZATION("Authorization"),
        WEBHOOK("Webhook serving"),
        LOGS("Logs"),
        GLOBAL("Global");

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

    private final FlagType type;
    private final String defaultText;
    private final Group group;
    private final Effect effect;
    private final String meaning;

    Flag(FlagType type, String defaultText, Group group, Effect effect, String meaning) {
        this.type = type;
        this.defaultText = defaultText;
        this.group = group;
        this.effect = effect;
        this.meaning = meaning;
    }

    /// Without dashes before it: `leader-elect`.
    String flagName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// As it is written: `--leader-elect`.
    @Override
    public String toString() {
        return "--" + flagName();
    }

    /// The letter that stands for the flag after a single dash.
    Optional<Character> shorthand() {
        return this == V || this == HELP || this == OUTPUT
                ? Optional.of(flagName().charAt(0))
                : Optional.empty();
    }

    FlagType type() {
        return type;
    }

    /// As it would be written; empty when there is none.
    String defaultText() {
        return defaultText;
    }

    Effect effect() {
        return effect;
    }

    String meaning() {
        return meaning;
    }
}
