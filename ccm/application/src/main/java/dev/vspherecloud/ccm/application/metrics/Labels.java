package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.Label;

/// All metric labels.
final class Labels {
    private Labels() {}

    static final Label VCENTER =
            Label.open("vcenter", "its name in the configuration; gone once it is not configured any more");

    static final Label METHOD = Label.of(
            "method",
            "SOAP method, or verb and kind of a REST call",
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

    static final Label REQUEST =
            new Label("request", "as `method` of our own metrics", METHOD.values(), METHOD.isOpen());

    static final Label KIND = Label.of(
            "kind",
            "what went wrong, by what one does about it",
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

    static final Label SIDE = Label.of("side", "of the vCenter: `rest` is for tags only", "soap", "rest");

    static final Label LOGIN = Label.of(
            "result",
            "`unanswered`: nobody knows; `taken_back`: user and password were not looked at",
            "accepted",
            "refused",
            "unanswered",
            "taken_back");

    static final Label REASON = Label.open("reason", "a word of [the reasons](reasons.md)");

    static final Label STATE = Label.of(
            "state",
            "`foreign`: of another provider; `malformed`: its provider id names no VM",
            "initialized",
            "uninitialized",
            "foreign",
            "malformed");

    static final Label PROOF = Label.of(
            "proof", "`destroyed`: seen in vCenter's events; `absent`: gone long enough", "destroyed", "absent");

    static final Label RELOAD = Label.of("result", "`refused`: the last good one stays", "accepted", "refused");

    static final Label QUEUE =
            Label.open("name", "queue; the first has the Go program's name", "Nodes", "NodeRecords", "NodeLifecycle");

    static final Label LEASE = Label.open("name", "of the Lease");

    static final Label CONTROLLER = Label.open("name", "controller", "cloud-node", "cloud-node-lifecycle");

    static final Label MANAGER = Label.of("manager", "of the controllers", "cloud-controller-manager");

    static final Label FEATURE = Label.open("name", "feature gate");

    static final Label STAGE = Label.open("stage", "`ALPHA`, `BETA`, or empty when it is generally available");

    static final Label OPERATION = Label.of("operation", "what is asked about the VM", "instance_exists");

    static final Label ANSWER = Label.of(
            "result",
            "`canceled`: not known yet; `error`: nobody can tell",
            "success",
            "instance_not_found",
            "error",
            "canceled");

    static final Label HOST = Label.open("host", "host and port of the API server");

    static final Label VERB = Label.of("verb", "of HTTP", "GET", "POST", "PUT", "PATCH", "DELETE");

    static final Label HTTP_METHOD = new Label("method", VERB.meaning(), VERB.values(), VERB.isOpen());

    static final Label CODE = Label.open("code", "status of the answer, `<error>` without one");

    static final Label REVIEW = Label.of(
            "code",
            "status of the answer, `<error>` without one",
            "200",
            "201",
            "401",
            "403",
            "404",
            "500",
            "503",
            "<error>");

    static final Label GIT_VERSION = Label.open("git_version", "of this program");

    static final Label PLATFORM = Label.open("platform", "system and architecture, as in `linux/amd64`");

    static final Label COMPILER = Label.open("compiler", "`javac`");

    static final Label RUNTIME_LABEL = Label.open("runtime", "its name");

    static final Label VENDOR = Label.open("vendor", "who built it");

    static final Label VERSION = Label.open("version", "of the Java runtime");

    static final Label AREA = Label.of("area", "of memory", "heap", "nonheap");

    static final Label POOL = Label.open("pool", "of memory, a handful");

    static final Label GC = Label.open("gc", "garbage collector");

    static final Label THREAD = Label.of(
            "thread",
            "kind of thread; `worker` is that of a work queue",
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

    static final Label THREAD_STATE = Label.open("state", "of threads, as Java names it");
}
