package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.Label;

/// All metric labels.
final class Labels {
    private Labels() {}

    static final Label VCENTER = Label.open(
            "vcenter",
            "name of the vCenter in the configuration; the series end when the vCenter is " + "removed from it");

    static final Label METHOD = Label.of(
            "method",
            "SOAP method, or HTTP method and resource of a REST call",
            "CancelRetrievePropertiesEx",
            "CancelWaitForUpdates",
            "ContinueRetrievePropertiesEx",
            "CreateCollectorForEvents",
            "CreateCollectorForTasks",
            "CreateContainerView",
            "CreateFilter",
            "CreateListView",
            "CreatePropertyCollector",
            "DELETE session",
            "DestroyCollector",
            "DestroyPropertyCollector",
            "DestroyPropertyFilter",
            "DestroyView",
            "FindAllByDnsName",
            "FindAllByUuid",
            "GET categories",
            "GET category",
            "GET tag",
            "GET vimServiceVersions.xml",
            "Login",
            "Logout",
            "ModifyListView",
            "POST list-attached-tags-on-objects",
            "POST session",
            "QueryEvents",
            "ReadNextTasks",
            "RetrievePropertiesEx",
            "RetrieveServiceContent",
            "WaitForUpdatesEx");

    static final Label REQUEST = new Label(
            "request",
            "the same values as `method` of `vspherecloud_vcenter_calls_total`",
            METHOD.values(),
            METHOD.isOpen());

    static final Label KIND = Label.of(
            "kind",
            "kind of error",
            "unreachable",
            "timeout",
            "tls",
            "proxy",
            "login_refused",
            "session_lost",
            "no_permission",
            "object_gone",
            "invalid_version",
            "canceled",
            "login_stopped",
            "invalid_property",
            "unsupported",
            "busy",
            "too_large",
            "protocol",
            "fault");

    static final Label REFUSAL = Label.of(
            "reason",
            "`connection`: closed, because more were open than the limit; `page`: closed, or status 429, because "
                    + "more large pages were requested than the limit; `review`: status 429, because too many clients had to be "
                    + "authenticated or authorized",
            "connection",
            "page",
            "review");

    static final Label SIDE = Label.of(
            "side", "API of the vCenter: `soap` for everything except tags, `rest` for " + "tags", "soap", "rest");

    static final Label LOGIN = Label.of(
            "result",
            "`unanswered`: no response, so the result is unknown; `taken_back`: vCenter did not check user and "
                    + "password",
            "accepted",
            "refused",
            "unanswered",
            "taken_back");

    static final Label REASON = Label.open("reason", "a [reason code](reasons.md)");

    static final Label STATE = Label.of(
            "state",
            "`foreign`: the provider ID belongs to another provider; `malformed`: the provider ID names no VM",
            "initialized",
            "uninitialized",
            "foreign",
            "malformed");

    static final Label PROOF = Label.of(
            "proof",
            "`destroyed`: vCenter's events show that the VM was destroyed; `absent`: the VM was missing "
                    + "for `nodes.disappearedAfter`",
            "destroyed",
            "absent");

    static final Label RELOAD = Label.of(
            "result",
            "`refused`: the new configuration has errors, and the last valid " + "one stays in use",
            "accepted",
            "refused");

    static final Label QUEUE = Label.open(
            "name",
            "name of the queue; `Nodes` is the name that cloud-provider-vsphere (Go) uses",
            "Nodes",
            "NodeRecords",
            "NodeLifecycle");

    static final Label LEASE = Label.open("name", "name of the Lease");

    static final Label CONTROLLER = Label.open("name", "name of the controller", "cloud-node", "cloud-node-lifecycle");

    static final Label MANAGER =
            Label.of("manager", "controller manager that runs the controller", "cloud-controller-manager");

    static final Label FEATURE = Label.open("name", "name of the feature gate");

    static final Label STAGE =
            Label.open("stage", "`ALPHA`, `BETA`, `DEPRECATED`, or empty if it is generally " + "available");

    static final Label OPERATION = Label.of("operation", "kind of check", "instance_exists");

    static final Label ANSWER = Label.of(
            "result",
            "`canceled`: not known yet; `error`: the provider cannot tell, for example because a vCenter does not answer",
            "success",
            "instance_not_found",
            "error",
            "canceled");

    static final Label HOST = Label.open("host", "host and port of the API server");

    static final Label VERB = Label.of("verb", "HTTP method", "GET", "POST", "PUT", "PATCH", "DELETE");

    static final Label HTTP_METHOD = new Label("method", VERB.description(), VERB.values(), VERB.isOpen());

    static final Label CODE = Label.open("code", "HTTP status of the response; `<error>` without a response");

    static final Label REVIEW = Label.of(
            "code",
            "HTTP status of the response; `<error>` without a response",
            "200",
            "201",
            "401",
            "403",
            "404",
            "500",
            "503",
            "<error>");

    static final Label GIT_VERSION = Label.open("git_version", "version of this program");

    static final Label PLATFORM =
            Label.open("platform", "operating system and architecture, for example " + "`linux/amd64`");

    static final Label COMPILER = Label.open("compiler", "compiler: `javac`");

    static final Label RUNTIME_LABEL = Label.open("runtime", "name of the Java runtime");

    static final Label VENDOR = Label.open("vendor", "vendor of the Java runtime");

    static final Label VERSION = Label.open("version", "version of the Java runtime");

    static final Label AREA = Label.of("area", "memory area", "heap", "nonheap");

    static final Label POOL = Label.open("pool", "name of the memory pool");

    static final Label GC = Label.open("gc", "name of the garbage collector");

    static final Label THREAD = Label.of(
            "thread",
            "task of the thread; `worker` is a worker of a work queue",
            "authentication",
            "config",
            "credentials",
            "events",
            "leader-election",
            "lease-watch",
            "nodes",
            "services",
            "serving",
            "vcenter",
            "vcenter-cancel",
            "vcenter-tags",
            "worker");

    static final Label THREAD_STATE = Label.open("state", "thread state, as in `java.lang.Thread.State`");
}
