package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.inventory.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests that an unexpected failure during one check does not affect the others. The checker reads the clock for each
/// request, and the clock fails for one.
class ExistenceCheckerFailuresTest {
    private static final int REQUESTS = 3;

    @Test
    void eachRequestHasOneReplyDespiteAFailureOfAnother() {
        int alone = 0;
        for (int n = 1; ; n++) {
            var clock = FailingCalls.at(n);
            var log = new RecordingLog();
            var results = new ArrayList<VcenterCheckResult>();
            boolean isAnsweredForItself = runChecks(clock, log, results);
            assertThat(results).as("call %d", n).hasSize(REQUESTS);
            if (!clock.wasReached()) {
                assertThat(alone).isGreaterThanOrEqualTo(REQUESTS);
                return;
            }
            List<String> unanswered = results.stream()
                    .map(result -> result.search().toString())
                    .filter(search -> search.contains("the check failed unexpectedly (a bug)"))
                    .toList();
            if (isAnsweredForItself) {
                assertThat(unanswered).hasSizeLessThanOrEqualTo(1);
                assertThat(log.errors()).hasSize(1);
                alone++;
            }
        }
    }

    /// @return true if a failure happened and affected only the requests
    private static boolean runChecks(FailingCalls clock, RecordingLog log, List<VcenterCheckResult> results) {
        try (var vcenter = ScriptedVcenter.start();
                var client = new VcenterClient(
                        new VcenterEndpoint(
                                "vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                        Timeouts.standard(),
                        "test",
                        VcenterObserver.NONE);
                var session = client.login(new Credentials("ccm", new Secret("s3cret")))) {
            vcenter.on("FindAllByUuid", Replies.soap(""));
            vcenter.on("RetrievePropertiesEx", Replies.soap(""));
            var isArmed = new boolean[1];
            var responsiveness = new Responsiveness("vc-a", System::nanoTime);
            var supervisor = new Supervisor(System::nanoTime, _ -> {}, _ -> {}, log);
            var vcenterExistenceChecker = new VcenterExistenceChecker(
                    "vc-a",
                    responsiveness,
                    () -> {
                        if (isArmed[0]) {
                            clock.call("clock");
                        }
                        return System.nanoTime();
                    },
                    supervisor);
            vcenterExistenceChecker.onNewSession(session);
            IntStream.rangeClosed(1, REQUESTS)
                    .forEach(i -> vcenterExistenceChecker.enqueue(Fixtures.absent(i), System.nanoTime(), results::add));
            isArmed[0] = true;
            boolean contained = supervisor.attempt("vcenter", "the watcher", vcenterExistenceChecker::runChecks);
            isArmed[0] = false;
            if (!contained) {
                responsiveness.onFailed(VsphereReason.VCENTER_SILENT, "BUG", "as the watcher says");
                vcenterExistenceChecker.completeOverdue();
            }
            assertThat(vcenterExistenceChecker.hasPending()).isFalse();
            return contained && clock.wasReached();
        }
    }
}
