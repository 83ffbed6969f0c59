package dev.vspherecloud.csi.application.scenario;

import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.wire.Request;
import java.time.Duration;

/// How far an operation gets until it is disturbed.
///
/// Each point is a request to the API server or to vCenter. It can be stopped before the server gets it, or its answer
/// can be lost. A driver is killed while it waits for that answer.
enum CrashPoint {
    BEFORE_RECORD(Server.API, false, false),
    AFTER_INTENT(Server.API, true, false),
    BEFORE_SEND(Server.VCENTER, false, false),
    AFTER_SEND(Server.VCENTER, true, false),
    TASK_NOT_RECORDED(Server.API, false, false),
    TASK_RECORDED(Server.API, true, true),
    TASK_RUNS(Server.VCENTER, true, true),
    TASK_ENDED(Server.API, false, true),
    RECORD_DONE(Server.API, true, true);

    /// Longer than a run. A wait ends when its client is killed.
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final String RECORDS = "cnsvolumeoperationrequests";

    enum Server {
        API,
        VCENTER
    }

    private final Server server;
    private final boolean arrives;
    private final boolean taskIsKnown;

    CrashPoint(Server server, boolean arrives, boolean taskIsKnown) {
        this.server = server;
        this.arrives = arrives;
        this.taskIsKnown = taskIsKnown;
    }

    Server server() {
        return server;
    }

    /// Returns true if the record contains the task, so that no second one may be started.
    boolean taskIsKnown() {
        return taskIsKnown;
    }

    /// Returns the rule that keeps the driver waiting at this point, so that it can be killed.
    ///
    /// @param method of CNS
    /// @param record the name of the record
    Rule stop(String method, String record) {
        return rule(method, record).then(arrives ? Fault.holdAnswer(LONG) : Fault.delay(LONG));
    }

    /// Returns the rule that loses the request or its answer once.
    Rule lose(String method, String record) {
        return rule(method, record).then(arrives ? Fault.cutAfter(0) : Fault.refuse());
    }

    private Rule rule(String method, String record) {
        return Rule.when(name(), (called, request) -> matches(called, request, method, record))
                .times(1);
    }

    private boolean matches(String called, Request request, String method, String record) {
        String body = request.body().text();
        return switch (this) {
            case BEFORE_RECORD, AFTER_INTENT -> called.equals("create " + RECORDS) && body.contains(record);
            case BEFORE_SEND, AFTER_SEND -> called.equals(method);
            // The simulator keeps the task running instead.
            case TASK_RUNS -> false;
            case TASK_NOT_RECORDED, TASK_RECORDED -> isUpdate(called, request, record) && !body.contains("\"Success\"");
            case TASK_ENDED, RECORD_DONE -> isUpdate(called, request, record) && body.contains("\"Success\"");
        };
    }

    private static boolean isUpdate(String called, Request request, String record) {
        return called.equals("patch " + RECORDS) && request.path().endsWith("/" + record);
    }
}
