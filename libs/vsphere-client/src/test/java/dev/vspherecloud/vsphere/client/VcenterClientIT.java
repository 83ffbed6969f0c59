package dev.vspherecloud.vsphere.client;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static dev.vspherecloud.vsphere.client.VcenterClientTest.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests every method of the client against the simulator, with a verified certificate.
class VcenterClientIT {
    private static final List<String> PATHS = List.of("name", "runtime.powerState", "guest.net", "runtime.host");
    private static SimulatedVcenter vcenter;

    private VcenterClient client;
    private VcenterSession session;

    @BeforeAll
    static void start() {
        vcenter = SimulatedVcenter.start();
    }

    @AfterAll
    static void stop() {
        vcenter.close();
    }

    @BeforeEach
    @Conforms("VV01")
    void logIn() {
        client = client(Timeouts.standard());
        session = client.login(credentials());
    }

    @AfterEach
    void logOut() {
        session.close();
        client.close();
    }

    @Test
    void readsTheIdentityOfTheServer() {
        assertThat(client.connect()).isEqualTo(session.content());
        assertThat(session.content().about().instanceUuid()).hasToString(vcenter.instanceUuid());
        assertThat(session.isAlive()).isTrue();
    }

    @Test
    void leavesNoSessionBehind() {
        session.close();

        assertThat(vcenter.sessions().soap()).isEmpty();
    }

    @Test
    void holdsTwoSessionsAtOnce() {
        VcenterSession next = client.login(credentials());
        assertThat(vcenter.sessions().soap()).hasSize(2);

        next.close();

        assertThat(session.isAlive()).isTrue();
        assertThat(vcenter.sessions().soap()).hasSize(1);
    }

    @Test
    void noticesThatItsSessionWasEnded() {
        vcenter.terminateSessions();

        assertThat(session.isAlive()).isFalse();
        assertThat(failure(session::createListView).kind()).isEqualTo(Kind.SESSION_LOST);
        assertThat(failure(() -> session.retrieve(rootFolder())).kind()).isEqualTo(Kind.SESSION_LOST);
    }

    @Test
    void aWrongPasswordIsRefused() {
        var wrong = new Credentials(vcenter.username(), new Secret("wrong"));

        assertThat(failure(() -> client.login(wrong)).kind()).isEqualTo(Kind.LOGIN_REFUSED);
        assertThat(failure(() -> client.openTaggingSession(wrong)).kind()).isEqualTo(Kind.LOGIN_REFUSED);
    }

    @Test
    void findsVmsByUuidAndByHostName() {
        VmSpec spec = aVm("found").hostName("found.example.com");
        MoRef vm = vm(vcenter.addVm(spec));

        assertThat(session.findAllByUuid(spec.uuid(), false)).containsExactly(vm);
        assertThat(session.findAllByDnsName("found.example.com")).containsExactly(vm);
        assertThat(session.findAllByDnsName("nobody.example.com")).isEmpty();
    }

    @Test
    void readsWhatTheGuestReports() {
        MoRef vm = vm(vcenter.addVm(aVm("reports").address("10.0.0.5/24", "fd00::5/64")));

        ObjectContent content = session.retrieve(RetrieveQuery.ofObjects("VirtualMachine", PATHS, List.of(vm)))
                .getFirst();

        assertThat(content.value("name").text()).contains("reports");
        assertThat(content.value("runtime.host").ref().map(MoRef::type)).contains("HostSystem");
        assertThat(content.value("guest.net").items().getFirst().field("ipAddress").items().stream()
                        .flatMap(ip -> ip.text().stream()))
                .containsExactly("10.0.0.5", "fd00::5");
    }

    @Test
    void readsTheAncestorsUpToTheRootFolder() {
        MoRef vm = vm(vcenter.addVm(aVm("climber")));

        assertThat(session.retrieve(RetrieveQuery.ancestors(List.of(vm))))
                .extracting(ObjectContent::object)
                .contains(vm, session.content().rootFolder())
                .extracting(MoRef::type)
                .contains("Datacenter", "Folder");
    }

    @Test
    void aVmThatIsGoneFailsTheReadOrIsLeftOut() {
        MoRef vm = vm(vcenter.addVm(aVm("gone")));
        vcenter.destroy(vm.value());
        var query = RetrieveQuery.ofObjects("VirtualMachine", PATHS, List.of(vm));

        VcenterException e = failure(() -> session.retrieve(query));

        assertThat(e.kind()).isEqualTo(Kind.OBJECT_GONE);
        assertThat(e.object()).contains(vm);
        assertThat(session.retrieve(query.toleratingMissing())).isEmpty();
    }

    @Test
    void readsAllPagesOrNone() {
        var refs = vcenter.addVms(
                IntStream.range(0, 250).mapToObj(i -> aVm("paged-" + i)).toList());
        var query = RetrieveQuery.ofObjects(
                "VirtualMachine",
                List.of("name"),
                refs.stream().map(VcenterClientIT::vm).toList());

        var all = new ArrayList<ObjectContent>();
        assertThat(session.retrieve(query, 100, 3, all::add)).isTrue();
        assertThat(all).hasSize(250);
        assertThat(session.retrieve(query, 100, 2, _ -> {})).isFalse();
        vcenter.destroy(refs);
    }

    @Test
    void receivesChangesThroughAListView() {
        String ref = vcenter.addVm(aVm("changes").address("10.0.0.5/24"));
        MoRef view = session.createListView();
        assertThat(session.modifyListView(view, List.of(vm(ref)), List.of())).isEmpty();
        MoRef collector = session.createCollector();
        var _ = session.createFilter(collector, RetrieveQuery.ofView(view, "VirtualMachine", PATHS));
        UpdateSet first = wait(collector, "").orElseThrow();

        vcenter.change(change(ref).address("10.0.0.6/24"));
        UpdateSet next = wait(collector, first.version()).orElseThrow();

        assertThat(first.updates().getFirst().kind()).isEqualTo(ObjectUpdate.Kind.ENTER);
        assertThat(next.updates())
                .allSatisfy(update -> assertThat(update.object()).isEqualTo(vm(ref)));
        assertThat(next.updates().toString()).contains("10.0.0.6");
        assertThat(session.waitForUpdates(collector, next.version(), Duration.ofSeconds(1), 100))
                .isEmpty();
        session.destroyView(view);
        session.destroyCollector(collector);
        assertThat(failure(() -> wait(collector, next.version())).kind()).isEqualTo(Kind.INVALID_VERSION);
    }

    @Test
    void aWaitEndsWhenItIsCancelled() throws Exception {
        MoRef view = session.createContainerView(session.content().rootFolder(), "VirtualMachine");
        MoRef collector = session.createCollector();
        var _ = session.createFilter(collector, RetrieveQuery.ofView(view, "VirtualMachine", List.of("name")));
        String version = wait(collector, "").orElseThrow().version();
        var outcome = new CompletableFuture<VcenterException>();
        Thread.ofVirtual()
                .start(() -> outcome.complete(
                        failure(() -> session.waitForUpdates(collector, version, Duration.ofSeconds(30), 100))));

        while (!outcome.isDone()) {
            session.cancelWait(collector);
        }

        assertThat(outcome.get(2, TimeUnit.MINUTES).kind()).isEqualTo(Kind.CANCELED);
    }

    @Test
    void readsTagsInTheOldDialect() {
        var zones = vcenter.addCategory("k8s-zone", "zone-a");
        MoRef host = new MoRef("HostSystem", hostRef());
        vcenter.attach(zones.tag("zone-a"), new TaggedObject(host.type(), host.value()));

        try (var tagging = client.openTaggingSession(credentials())) {
            Map<MoRef, List<String>> attached =
                    tagging.attachedTags(List.of(host, session.content().rootFolder()));
            RestTag tag = tagging.tag(attached.getOrDefault(host, List.of()).getFirst());

            assertThat(tag.name()).isEqualTo("zone-a");
            assertThat(tagging.category(tag.categoryId()).name()).isEqualTo("k8s-zone");
            assertThat(attached).containsEntry(session.content().rootFolder(), List.of());
            assertThat(failure(() -> tagging.tag("urn:vmomi:InventoryServiceTag:none:GLOBAL"))
                            .kind())
                    .isEqualTo(Kind.OBJECT_GONE);
        }
        assertThat(vcenter.sessions().rest()).isEmpty();
    }

    @Test
    void aServerThatHangsIsATimeout() {
        var second = Duration.ofSeconds(1);
        try (var impatient = client(new Timeouts(second, second, second, second, second))) {
            vcenter.pause();
            assertThat(failure(impatient::connect).kind()).isIn(Kind.TIMEOUT, Kind.UNREACHABLE);
        } finally {
            vcenter.resume();
        }
    }

    private Optional<UpdateSet> wait(MoRef collector, String version) {
        return session.waitForUpdates(collector, version, Duration.ofSeconds(10), 100);
    }

    private RetrieveQuery rootFolder() {
        return RetrieveQuery.ofObjects(
                "Folder", List.of("name"), List.of(session.content().rootFolder()));
    }

    private static String hostRef() {
        return vcenter.inventory()
                .cluster("dc-1", "cluster-1")
                .hosts()
                .values()
                .iterator()
                .next();
    }

    private static MoRef vm(String value) {
        return new MoRef("VirtualMachine", value);
    }

    private static Credentials credentials() {
        return new Credentials(vcenter.username(), new Secret(vcenter.password()));
    }

    private static VcenterClient client(Timeouts timeouts) {
        var trust = new TlsTrust.Thumbprints(List.of(vcenter.sha256Thumbprint()), new TlsTrust.SystemRoots());
        return new VcenterClient(
                new VcenterEndpoint("vc-sim", vcenter.host(), vcenter.port(), trust, Optional.empty()),
                timeouts,
                "test/1",
                VcenterObserver.NONE);
    }
}
