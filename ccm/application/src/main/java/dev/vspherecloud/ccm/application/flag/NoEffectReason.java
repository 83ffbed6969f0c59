package dev.vspherecloud.ccm.application.flag;

/// The reason why a flag of cloud-provider-vsphere (Go) is accepted and has no effect.
enum NoEffectReason {
    NO_ROUTES("this version has no route controller"),
    NO_LOAD_BALANCERS("this version has no service controller"),
    NO_WEBHOOKS("this version serves no webhooks"),
    NO_CIDRS("the kube-controller-manager allocates Pod CIDRs, not a cloud controller manager"),
    NO_RESYNC("--node-status-update-frequency sets how often Nodes are reconciled without a change"),
    NO_START_RUSH("the controllers share one watch, so that starting them together adds no load"),
    NO_BUFFER("each log line is written without buffering"),
    NO_GO("only the Go runtime has these profiles"),
    NO_GATES("no feature gate changes the behaviour of this provider"),
    NO_HTTP2("the HTTPS port serves only HTTP/1.1"),
    JSON_ONLY("all requests to the API server use JSON"),
    SAME_WORKERS("the workers of --concurrent-node-syncs also update addresses"),
    ONE_JUDGE("a single worker checks all Nodes, so that it notices when many VMs disappear at once"),
    ONE_IDENTITY("all controllers use one service account"),
    OTHER_PROVIDER("only other cloud providers use it"),
    DEPRECATED("it is deprecated, and has no effect in cloud-provider-vsphere (Go) either");

    private final String why;

    NoEffectReason(String why) {
        this.why = why;
    }

    /// Returns the reason as a clause for messages.
    String why() {
        return why;
    }

    /// Returns the reason as a sentence for the help and the reference page.
    String sentence() {
        return "Accepted for compatibility with cloud-provider-vsphere (Go); has no effect: " + why + ".";
    }
}
