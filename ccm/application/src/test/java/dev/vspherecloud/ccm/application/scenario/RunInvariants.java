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

/// What holds of every run of the program, whatever the scenario did to it.
public final class RunInvariants {
    private static final String NAMESPACE = "kube-system";
    private static final String LOGINS = "vsphere-cloud-controller-manager-logins";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private RunInvariants() {}

    /// Every SOAP request that reached the proxy is one that vCenter 6.7U3 accepts.
    public static void requestsConform(VcenterSite site) {
        var schema = Vim25Schema.vsphere67u3();
        List<String> problems = site.proxy().calls().soapRequests().stream()
                .flatMap(request -> schema.check(request).stream())
                .distinct()
                .toList();
        assertThat(problems).isEmpty();
    }

    /// No password and no stack trace: what fails outside is told in a sentence.
    public static void logIsFitToRead(Program program, String... passwords) {
        for (String password : passwords) {
            // Not by AssertJ's own words, which would print the log and with it the password.
            assertThat(program.log().contains(password)).as("has a password").isFalse();
        }
        assertThat(stackTraces(program.log())).as("stack traces").isEmpty();
    }

    /// The lines of every stack trace, and what was said right before each.
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

    /// What one test of several on a bed made vCenter refuse must not hold up the next.
    public static void forgetLogins(TestBed bed) {
        if (bed.objects().findLease(NAMESPACE, LOGINS).isPresent()) {
            bed.objects().deleteLease(NAMESPACE, LOGINS);
        }
    }

    /// Every vCenter was logged out of when the program ended, and understood all it was asked.
    public static void nothingIsLeft(TestBed bed) {
        for (VcenterSite site : bed.sites()) {
            assertThat(site.vcenter().sessions().soap()).as(site.name()).isEmpty();
            assertThat(site.vcenter().sessions().rest()).as(site.name()).isEmpty();
            requestsConform(site);
        }
    }

    /// Waits until both logins since then are over as the program sees it. Whoever breaks the connection before
    /// that makes a login that is never answered, and the program allows itself only two of those.
    static void awaitBothSides(VcenterSite site, long mark) {
        await().atMost(TIMEOUT).until(() -> {
            Calls calls = site.proxy().calls().since(mark);
            // Which SOAP versions there are is asked by a GET, too, and says nothing of the REST side.
            long restCalls = calls.countWhere(
                    call -> call.name().contains(" /api/") || call.name().contains(" /rest/"));
            return restLogins(calls) > 0 && restCalls > restLogins(calls);
        });
    }

    public static long restLogins(Calls calls) {
        return calls.count("POST /api/session") + calls.count("POST /rest/com/vmware/cis/session");
    }

    /// Writes to Nodes that the API server took.
    public static long nodeWrites(CallLog apiCalls, long mark) {
        return apiCalls.since(mark)
                .countWhere(call -> call.status() == 200
                        && (call.name().equals("patch nodes")
                                || call.name().equals("patch nodes/status")
                                || call.name().equals("update nodes")
                                || call.name().equals("update nodes/status")));
    }
}
