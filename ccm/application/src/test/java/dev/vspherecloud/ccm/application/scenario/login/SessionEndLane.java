package dev.vspherecloud.ccm.application.scenario.login;

import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.login.SessionEndCase.End;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.servers.Signal;
import dev.vspherecloud.testkit.servers.VcenterSessions;
import java.time.Duration;
import java.time.InstantSource;

/// A vCenter with one VM and a namespace for Leases, on which programs run one after the other. Lanes of one bed do
/// not affect each other.
///
/// Threads: one at a time.
final class SessionEndLane {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration MOMENT = Duration.ofSeconds(20);
    private static final Duration MAX_END = Duration.ofMinutes(2);
    private static final String OLD = "Old-password-1!";
    private static final String NEW = "New-password-2!";
    private static final String LEASE = "cloud-controller-manager";
    private static final String LOGINS = "vsphere-cloud-controller-manager-logins";

    private final TestBed bed;
    private final Launch launch;
    private final VcenterSite site;
    private final String namespace;
    private int runs;

    private SessionEndLane(TestBed bed, Launch launch, VcenterSite site, String namespace) {
        this.bed = bed;
        this.launch = launch;
        this.site = site;
        this.namespace = namespace;
    }

    /// @param launch created once for all lanes
    static SessionEndLane create(TestBed bed, Launch launch, int number) {
        String prefix = "lane-" + number;
        VcenterSite site = bed.addVcenter("vc-" + number);
        site.addVms(prefix, 0, 1);
        bed.objects().createNamespace(prefix);
        bed.objects().createNodes(site.nodes(prefix, 0, 1));
        Launch flags = launch.electing()
                .with(
                        "--controllers=cloud-node",
                        "--leader-elect-resource-namespace=" + prefix,
                        "--leader-elect-lease-duration=4s",
                        "--leader-elect-renew-deadline=3s",
                        "--leader-elect-retry-period=1s");
        return new SessionEndLane(bed, flags, site, prefix);
    }

    /// The result of a run.
    ///
    /// @param isMomentSeen true if the call came that starts the countdown; after a slow call it may not come
    /// @param left         the sessions when the program had ended
    /// @param end          the time from the reason to end until the end
    record Result(
            SessionEndCase ran, boolean isMomentSeen, int exitCode, VcenterSessions left, Duration end, String log) {
        boolean isGood() {
            return exitCode == ran.end().exitCode()
                    && left.soap().isEmpty()
                    && left.rest().isEmpty();
        }

        @Override
        public String toString() {
            return "%s%s: exit code %d after %d ms, %s left"
                    .formatted(ran, isMomentSeen ? "" : " (not seen)", exitCode, end.toMillis(), left);
        }
    }

    Result run(SessionEndCase ran) throws InterruptedException {
        String title = "%s-%d".formatted(namespace, runs++);
        var account = VcenterAccount.of(title + "@vsphere.local", OLD);
        site.proxy().clearRules();
        site.requireAccount(account);
        var credentials = CredentialStorage.Inline.create(title, bed, site, account.user(), OLD);
        if (!ran.isRotation()) {
            ran.slowDown(site.proxy());
        }
        long mark = site.proxy().calls().mark();
        Program program = start(credentials);
        program.awaitLog("Became leader", TIMEOUT);
        if (ran.isRotation()) {
            program.awaitLog("Logged in to the REST API of vCenter to read tags", TIMEOUT);
            ran.slowDown(site.proxy());
            mark = site.proxy().calls().mark();
            account.changePassword(NEW);
            credentials.put(NEW);
        }
        boolean isSeen = awaitMoment(ran, mark);
        await().pollDelay(ran.after()).until(() -> true);
        return end(ran, isSeen, program);
    }

    /// Only one thread at a time may use a bed.
    private Program start(CredentialStorage.Inline credentials) {
        synchronized (bed) {
            return launch.config(credentials.file().path()).start();
        }
    }

    /// Returns true if the call came. After a slow login the next one may come late or not at all; the program ends
    /// anyway.
    private boolean awaitMoment(SessionEndCase ran, long mark) throws InterruptedException {
        return site.proxy()
                .calls()
                .await(
                        _ -> site.proxy().calls().since(mark).countWhere(call -> ran.moment()
                                        .isCalled(call.name()))
                                > 0,
                        MOMENT);
    }

    private Result end(SessionEndCase ran, boolean isMomentSeen, Program program) {
        long start = System.nanoTime();
        if (ran.end() == End.TERM) {
            Signal.TERM.to(program.pid());
        } else {
            bed.objects()
                    .renewLease(
                            namespace, LEASE, "another", InstantSource.system().instant());
        }
        int exitCode = program.awaitExit(MAX_END);
        VcenterSessions left = site.vcenter().sessions();
        var took = Duration.ofNanos(System.nanoTime() - start);
        site.vcenter().terminateSessions();
        forget(LEASE);
        forget(LOGINS);
        return new Result(ran, isMomentSeen, exitCode, left, took, program.log());
    }

    /// Deletes a Lease, so that one run does not delay the next.
    private void forget(String lease) {
        if (bed.objects().findLease(namespace, lease).isPresent()) {
            bed.objects().deleteLease(namespace, lease);
        }
    }
}
