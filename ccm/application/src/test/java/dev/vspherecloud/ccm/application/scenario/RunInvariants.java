package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.CallLog;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Checks that hold for every run of the program, whatever the scenario.
public final class RunInvariants {
    private static final String NAMESPACE = "kube-system";
    private static final String LOGINS = "vsphere-cloud-controller-manager-logins";

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private RunInvariants() {}

    /// Checks that vCenter 6.7U3 accepts every SOAP request that reached the proxy.
    public static void requestsConform(VcenterSite site) {
        var schema = Vim25Schema.vsphere67u3();
        List<String> problems = site.proxy().calls().soapRequests().stream()
                .flatMap(request -> schema.check(request).stream())
                .distinct()
                .toList();
        assertThat(problems).isEmpty();
    }

    /// Checks that the log has no password and no stack trace. An external failure is one sentence.
    public static void logIsFitToRead(Program program, String... passwords) {
        logIsFitToRead(program.log(), List.of(passwords));
    }

    /// The same for the output of a command.
    public static void logIsFitToRead(String log, List<String> passwords) {
        for (String password : passwords) {
            // Does not use the message of AssertJ, which would print the log and with it the password.
            assertThat(log.contains(password)).as("has a password").isFalse();
        }
        assertThat(stackTraces(log)).as("stack traces").isEmpty();
    }

    /// Returns the lines of every stack trace, and the line before each.
    private static List<String> stackTraces(String log) {
        List<String> lines = log.lines().toList();
        return IntStream.range(0, lines.size())
                .filter(i -> isFrame(lines, i) || isFrame(lines, i + 1) || isFrame(lines, i + 2))
                .mapToObj(lines::get)
                .toList();
    }

    private static boolean isFrame(List<String> lines, int index) {
        return index < lines.size() && lines.get(index).startsWith("\tat ");
    }

    /// Removes the record of refused logins, so that one test on a bed does not delay the next.
    public static void forgetLogins(TestBed bed) {
        if (bed.objects().findLease(NAMESPACE, LOGINS).isPresent()) {
            bed.objects().deleteLease(NAMESPACE, LOGINS);
        }
    }

    /// Checks that the program logged out of every vCenter, and that the servers understood all requests.
    public static void nothingIsLeft(TestBed bed) {
        for (VcenterSite site : bed.sites()) {
            assertThat(site.vcenter().sessions().soap()).as(site.name()).isEmpty();
            assertThat(site.vcenter().sessions().rest()).as(site.name()).isEmpty();
            requestsConform(site);
        }
    }

    /// Waits until the program has received the responses to both logins. A test that breaks the connection earlier
    /// leaves a login without response, and the program allows only two of those.
    static void awaitBothSides(VcenterSite site, long mark) {
        await().atMost(TIMEOUT).until(() -> {
            Calls calls = site.proxy().calls().since(mark);
            // A GET for the supported SOAP versions is no REST call.
            long restCalls = calls.countWhere(
                    call -> call.name().contains(" /api/") || call.name().contains(" /rest/"));
            return restLogins(calls) > 0 && restCalls > restLogins(calls);
        });
    }

    public static long restLogins(Calls calls) {
        return calls.count("POST /api/session") + calls.count("POST /rest/com/vmware/cis/session");
    }

    /// Counts the writes to Nodes that the API server accepted.
    public static long nodeWrites(CallLog apiCalls, long mark) {
        return apiCalls.since(mark)
                .countWhere(call -> call.status() == 200
                        && (call.name().equals("patch nodes")
                                || call.name().equals("patch nodes/status")
                                || call.name().equals("update nodes")
                                || call.name().equals("update nodes/status")));
    }
}
