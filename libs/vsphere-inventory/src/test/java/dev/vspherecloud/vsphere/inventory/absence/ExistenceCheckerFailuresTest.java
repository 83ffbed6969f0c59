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
import org.junit.jupiter.api.Timeout;

/// Questions on which the program fails, beside others. The clock is read for each question, and fails for one.
@Timeout(120)
class ExistenceCheckerFailuresTest {
    private static final int QUESTIONS = 3;

    @Test
    void eachQuestionHasOneReplyWhereverTheProgramFailsAndTheOthersAreAnswered() {
        int alone = 0;
        for (int n = 1; ; n++) {
            var clock = FailingCalls.at(n);
            var log = new RecordingLog();
            var heard = new ArrayList<VcenterCheckResult>();
            boolean isAnsweredForItself = play(clock, log, heard);
            assertThat(heard).as("call %d", n).hasSize(QUESTIONS);
            if (!clock.wasReached()) {
                assertThat(alone).isGreaterThanOrEqualTo(QUESTIONS);
                return;
            }
            List<String> unanswered = heard.stream()
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

    /// @return whether the failure stayed with the questions
    private static boolean play(FailingCalls clock, RecordingLog log, List<VcenterCheckResult> heard) {
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
            IntStream.rangeClosed(1, QUESTIONS)
                    .forEach(i -> vcenterExistenceChecker.enqueue(Fixtures.absent(i), System.nanoTime(), heard::add));
            isArmed[0] = true;
            boolean stayed = supervisor.attempt("vcenter", "the watcher", vcenterExistenceChecker::runChecks);
            isArmed[0] = false;
            if (!stayed) {
                responsiveness.onFailed(VsphereReason.VCENTER_SILENT, "BUG", "as the watcher says");
                vcenterExistenceChecker.completeOverdue();
            }
            assertThat(vcenterExistenceChecker.hasPending()).isFalse();
            return stayed && clock.wasReached();
        }
    }
}
