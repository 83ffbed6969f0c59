package dev.vspherecloud.vsphere.client;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests events and tasks of the simulator, and its answers about a VM that no longer exists.
class VcenterHistoryIT {
    private static SimulatedVcenter vcenter;

    private VcenterClient client;
    private VcenterSession session;
    private VcenterHistory history;

    @BeforeAll
    static void start() {
        vcenter = SimulatedVcenter.start();
    }

    @AfterAll
    static void stop() {
        vcenter.close();
    }

    @BeforeEach
    void logIn() {
        client = new VcenterClient(
                new VcenterEndpoint(
                        "vc-test", vcenter.host(), vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                Timeouts.standard(),
                "test",
                VcenterObserver.NONE);
        session = client.login(new Credentials(vcenter.username(), new Secret(vcenter.password())));
        history = session.history();
    }

    @AfterEach
    void logOut() {
        session.close();
        client.close();
    }

    @Test
    void theNewestEventIsFoundAgainAndIsNotOlderThanTheOneBefore() {
        VcenterEvent before = history.newest().orElseThrow();
        vcenter.destroy(vcenter.addVm(aVm("w-1")));

        VcenterEvent newest = history.newest().orElseThrow();

        assertThat(newest.key()).isGreaterThan(before.key());
        assertThat(newest.time()).isAfterOrEqualTo(before.time());
        assertThat(history.query(EventQuery.between(
                        newest.time().minusSeconds(1), newest.time().plusSeconds(1))))
                .contains(newest);
        assertThat(history.query(EventQuery.anyUntil(before.time()))).hasSize(1);
        assertThat(history.query(EventQuery.anyUntil(before.time().minus(Duration.ofDays(1)))))
                .isEmpty();
    }

    @Test
    void aRemovalNamesItsVm() {
        VcenterEvent before = history.newest().orElseThrow();
        List<String> refs = vcenter.addVms(List.of(aVm("r-1"), aVm("r-2")));
        vcenter.destroy(refs);

        List<VcenterEvent> removals = history.query(EventQuery.since(before.time(), "VmRemovedEvent"));

        assertThat(removals)
                .allMatch(event -> event.type().equals("VmRemovedEvent"))
                .flatExtracting(event -> event.vm().stream().toList())
                .contains(new MoRef("VirtualMachine", refs.get(0)), new MoRef("VirtualMachine", refs.get(1)));
    }

    @Test
    void manyReadsInARowStayWithinTheLimitOfHistoryCollectors() {
        IntStream.range(0, 40)
                .forEach(_ -> assertThat(session.history().newest()).isPresent());
        IntStream.range(0, 40).forEach(n -> history.tasks(n));
    }

    @Test
    void aReadOfAMissingVmNamesItsReference() {
        String ref = vcenter.addVm(aVm("gone-1"));
        vcenter.removeWithoutEvents(List.of(ref));
        var gone = new MoRef("VirtualMachine", ref);

        VcenterException e = VcenterClientTest.failure(
                () -> session.retrieve(RetrieveQuery.ofObjects("VirtualMachine", List.of("name"), List.of(gone))));

        assertThat(e.kind()).isEqualTo(Kind.OBJECT_GONE);
        assertThat(e.object()).isEqualTo(Optional.of(gone));
    }
}
