package dev.vspherecloud.ccm.application.flag;

/// Why a flag of cloud-provider-vsphere (Go) is accepted here and has no effect.
enum NoEffectReason {
    NO_ROUTES("this version makes no routes"),
    NO_LOAD_BALANCERS("this version makes no load balancers"),
    NO_WEBHOOKS("no webhooks are served"),
    NO_CIDRS("no cloud controller manager hands out addresses of pods"),
    NO_RESYNC("--node-status-update-frequency says when Nodes are looked at again"),
    NO_START_RUSH("the controllers share one watch, so there is no rush to spread"),
    NO_BUFFER("each line is written at once"),
    NO_GO("these are profiles of the Go run time"),
    NO_GATES("no feature gate changes this program"),
    NO_HTTP2("HTTP/1.1 is served, and nothing else"),
    JSON_ONLY("requests to the API server are JSON"),
    SAME_WORKERS("the workers of --concurrent-node-syncs do this too"),
    ONE_JUDGE("one worker sees all losses together"),
    ONE_IDENTITY("one account with the least rights serves all controllers"),
    OTHER_PROVIDER("it belongs to another provider"),
    DEPRECATED("deprecated, and without effect in the Go program too");

    private final String why;

    NoEffectReason(String why) {
        this.why = why;
    }

    /// Returns a clause for messages and the reference page.
    String why() {
        return why;
    }
}
