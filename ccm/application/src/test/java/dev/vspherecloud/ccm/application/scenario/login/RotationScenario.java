package dev.vspherecloud.ccm.application.scenario.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.LeaseHolder;
import dev.vspherecloud.ccm.application.scenario.NodesUnderTest;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.ccm.application.scenario.login.CredentialStorage.Where;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.LoginProtocol;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A rotated password applies within five seconds, wherever it is stored, and whether vCenter or the storage
/// changes first. The account is refused once at most, the process keeps its Lease, and no Node changes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RotationScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration WINDOW = Duration.ofMinutes(15);
    private static final String OLD = "Old-password-1!";
    private static final String NEW = "New-password-2!";

    private TestBed bed;
    private VcenterSite site;
    private NodesUnderTest nodes;
    private final List<Program> runs = new ArrayList<>();
    private int rotations;

    /// The side that changes first.
    enum First {
        VCENTER,
        CREDENTIALS
    }

    /// What happens to the sessions when vCenter changes the password.
    enum Sessions {
        LIVE_ON,
        END
    }

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        nodes = NodesUnderTest.create(bed, site, "w", 3);
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @AfterEach
    void endsWell() {
        assertThat(program().terminate()).isZero();
        RunInvariants.nothingIsLeft(bed);
        RunInvariants.logIsFitToRead(program(), OLD, NEW, site.vcenter().password());
    }

    static Stream<Arguments> rotations() {
        return Arrays.stream(Where.values())
                .flatMap(where -> Arrays.stream(First.values()).flatMap(first -> Arrays.stream(Sessions.values())
                        .map(sessions -> Arguments.of(where, first, sessions))));
    }

    @ParameterizedTest(name = "kept in {0}, first changed in {1}, sessions {2}")
    @MethodSource("rotations")
    void aRotatedPasswordIsInForceAtOnce(Where where, First first, Sessions sessions) {
        String title = "rotation-" + rotations++;
        var account = VcenterAccount.of(title + "@vsphere.local", OLD).lockedAfter(3, WINDOW);
        site.requireAccount(account);
        var credentials = CredentialStorage.in(where, title, bed, site, account.user(), OLD);
        runs.add(credentials.launch().electing().start());
        nodes.awaitInitialised(program());
        nodes.areServed(program());
        LeaseHolder holder = LeaseHolder.of(bed);
        Map<String, String> versions = nodes.versions();

        switch (first) {
            case VCENTER -> {
                change(account, sessions);
                awaitRefusals(account, sessions == Sessions.END ? 1 : 0);
                credentials.put(NEW);
            }
            case CREDENTIALS -> {
                credentials.put(NEW);
                awaitRefusals(account, 1);
                change(account, sessions);
            }
        }

        nodes.areServed(program());
        // If the storage changes first and the session stays valid, the program continues to use this session.
        if (first == First.VCENTER || sessions == Sessions.END) {
            await().until(() ->
                    account.attempts().accepted().by(LoginProtocol.SOAP).count() == 2);
        }
        assertThat(account.attempts().refused().count()).isLessThanOrEqualTo(1);
        assertThat(account.isLocked()).isFalse();
        assertThat(program().isAlive()).isTrue();
        assertThat(LeaseHolder.of(bed)).isEqualTo(holder);
        assertThat(nodes.versions()).isEqualTo(versions);
    }

    private Program program() {
        return runs.getLast();
    }

    private void change(VcenterAccount account, Sessions sessions) {
        account.changePassword(NEW);
        if (sessions == Sessions.END) {
            site.vcenter().terminateSessions();
        }
    }

    private static void awaitRefusals(VcenterAccount account, int count) {
        await().atMost(TIMEOUT).until(() -> account.attempts().refused().count() >= count);
    }
}
