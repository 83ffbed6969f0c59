package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.text.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests a watcher with a simulator that a proxy makes more similar to a vCenter: cookies, tagging API, compressed
/// answers, and answers during the start. Each test runs with the PropertyCollectors of the testkit and of govmomi.
/// Each request is checked against vSphere 6.7U3; see `docs/explanation/simulator-traps.md`.
@ParameterizedClass
@EnumSource(LifelikeVcenterIT.Collector.class)
class LifelikeVcenterIT {
    private static final Vim25Schema SCHEMA = Vim25Schema.vsphere67u3();

    /// The implementation of the PropertyCollector. Govmomi's sends everything again when a view changes, sends
    /// a change only once, and returns fake versions.
    enum Collector {
        TESTKIT,
        STOCK
    }

    @Parameter
    private Collector collector = Collector.TESTKIT;

    private SimulatedVcenter vcenter;
    private FaultProxy proxy;

    @BeforeEach
    void start() {
        var options = VcenterOptions.defaults();
        vcenter = SimulatedVcenter.start(collector == Collector.STOCK ? options.withStockCollector() : options);
        proxy = FaultProxy.inFrontOf(vcenter.url()).vcenterCookies().mapApi().start();
        var zones = vcenter.addCategory("k8s-zone", "zone-a");
        vcenter.attach(
                zones.tag("zone-a"),
                vcenter.inventory().cluster("dc-1", "cluster-1").tagged());
    }

    @AfterEach
    void stop() {
        try (var _ = vcenter;
                var _ = proxy) {
            assertThat(proxy.calls().soapRequests())
                    .isNotEmpty()
                    .allSatisfy(request -> assertThat(SCHEMA.check(request)).isEmpty());
            assertThat(vcenter.sessions().soap()).isEmpty();
            assertThat(vcenter.sessions().rest()).isEmpty();
        }
    }

    @Test
    void receivesAllChangesOfAVmUntilItIsDestroyed() throws Exception {
        try (var watcher = watch()) {
            String ref = vcenter.addVm(vm("w-1", 1));
            watcher.follow("w-1", uuid(1));
            watcher.awaitAddress("w-1", "10.0.0.1");

            vcenter.change(change(ref).address("10.0.0.2/24").hostName("renamed"));
            watcher.awaitFound(
                    "w-1",
                    vm -> RunningWatcher.addresses(vm).contains("10.0.0.2")
                            && vm.guest().hostName().equals("renamed"));
            vcenter.change(change(ref).poweredOff());
            watcher.awaitFound("w-1", vm -> vm.power() == PowerState.OFF);
            vcenter.destroy(ref);

            watcher.await("w-1", VmLookup.Missing.class::isInstance);
            assertThat(proxy.calls().count("Login")).isEqualTo(1);
            assertThat(proxy.calls().count("CreatePropertyCollector")).isEqualTo(1);
        }
    }

    @Test
    void anotherNodeDoesNotNotifyTheFirst() throws Exception {
        try (var watcher = watch()) {
            vcenter.addVms(List.of(vm("w-1", 1), vm("w-2", 2)));
            watcher.follow("w-1", uuid(1));
            watcher.awaitFound("w-1", LifelikeVcenterIT::isTagged);
            int before = watcher.announced().size();

            watcher.follow("w-2", uuid(2));
            watcher.awaitFound("w-2", LifelikeVcenterIT::isTagged);

            assertThat(watcher.announced().stream().skip(before)).isNotEmpty().doesNotContain("w-1");
        }
    }

    @Test
    void losesNoChangeWhenAResponseIsLost() throws Exception {
        try (var watcher = watch()) {
            String ref = vcenter.addVm(vm("w-1", 1));
            watcher.follow("w-1", uuid(1));
            watcher.awaitFound("w-1", LifelikeVcenterIT::isTagged);

            try (var _ = proxy.add(Rule.on("WaitForUpdatesEx").times(1).then(Fault.resetAfter(0)))) {
                proxy.cutConnections();
                vcenter.change(change(ref).address("10.0.0.2/24"));

                watcher.awaitAddress("w-1", "10.0.0.2");
            }
            assertThat(proxy.calls().count("Login")).isEqualTo(1);
        }
    }

    @Test
    void aWaitThatTimesOutLosesNoChange() throws Exception {
        try (var watcher = watch()) {
            String ref = vcenter.addVm(vm("w-1", 1));
            proxy.add(Rule.on("WaitForUpdatesEx")
                    .after(2)
                    .times(1)
                    .then(Fault.mutate(_ -> Response.of(504, "text/html", Content.of("<html>")))));
            watcher.follow("w-1", uuid(1));
            watcher.awaitAddress("w-1", "10.0.0.1");

            vcenter.change(change(ref).address("10.0.0.2/24"));
            watcher.awaitAddress("w-1", "10.0.0.2");
            vcenter.change(change(ref).address("10.0.0.3/24"));

            watcher.awaitAddress("w-1", "10.0.0.3");
            assertThat(proxy.calls().count("Login")).isEqualTo(1);
        }
    }

    @Test
    void aSessionThatIsLostCostsOneLogin() throws Exception {
        try (var watcher = watch()) {
            String ref = vcenter.addVm(vm("w-1", 1));
            watcher.follow("w-1", uuid(1));
            watcher.awaitFound("w-1", LifelikeVcenterIT::isTagged);

            vcenter.terminateSessions();
            // Before the change ends the wait. Otherwise the cut could break the login, which would cause another
            // login.
            proxy.cutConnections();
            vcenter.change(change(ref).address("10.0.0.2/24"));

            watcher.awaitAddress("w-1", "10.0.0.2");
            assertThat(proxy.calls().count("Login")).isEqualTo(2);
        }
    }

    @Test
    void readsTagsInTheNewDialectOnly() throws Exception {
        try (var watcher = watch()) {
            vcenter.addVm(vm("w-1", 1));
            watcher.follow("w-1", uuid(1));

            Vm vm = watcher.awaitFound("w-1", LifelikeVcenterIT::isTagged);

            assertThat(vm.placement().hostPath().get(1).tags())
                    .isEqualTo(new TagState.Read(List.of(new Tag("k8s-zone", "zone-a"))));
            assertThat(proxy.calls().all().countWhere(LifelikeVcenterIT::isOldDialect))
                    .isZero();
            assertThat(proxy.calls().count("POST /api/session")).isEqualTo(1);
        }
    }

    @Test
    void waitsUntilTheServicesHaveStarted() throws Exception {
        proxy.add(Rule.onAny().times(6).then(Fault.answer(503, "text/html", "<html>starting</html>")));
        vcenter.addVm(vm("w-1", 1));
        try (var watcher = watch()) {
            watcher.follow("w-1", uuid(1));

            VmLookup starting = watcher.await("w-1", VmLookup.Unknown.class::isInstance);

            assertThat(((VmLookup.Unknown) starting).silent().getFirst().why()).contains("503", "starting");
            watcher.awaitAddress("w-1", "10.0.0.1");
            assertThat(proxy.calls().count("Login")).isEqualTo(1);
        }
    }

    @Test
    void readsPackedAnswers() throws Exception {
        proxy.add(Rule.when("SOAP", (name, _) -> name.indexOf(' ') < 0).then(Fault.mutate(LifelikeVcenterIT::packed)));
        String ref = vcenter.addVm(vm("w-1", 1));
        try (var watcher = watch()) {
            watcher.follow("w-1", uuid(1));
            watcher.awaitAddress("w-1", "10.0.0.1");

            vcenter.change(change(ref).address("10.0.0.2/24"));

            watcher.awaitAddress("w-1", "10.0.0.2");
        }
    }

    private RunningWatcher watch() {
        return new RunningWatcher(
                proxy.port(), new Credentials(vcenter.username(), new Secret(vcenter.password())), true);
    }

    private static VmSpec vm(String name, int n) {
        return aVm(name)
                .uuid(uuid(n))
                .poweredOn()
                .hostName(name)
                .toolsRunning(true)
                .address("10.0.0.%d/24".formatted(n));
    }

    private static String uuid(int n) {
        return "421a0000-0000-4000-8000-%012d".formatted(n);
    }

    private static boolean isTagged(Vm vm) {
        return vm.placement().hostPath().stream()
                .anyMatch(place -> place.tags() instanceof TagState.Read(List<Tag> tags) && !tags.isEmpty());
    }

    private static boolean isOldDialect(Call call) {
        return call.name().contains("/rest/");
    }

    private static Response packed(Response plain) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(plain.body().bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return plain.withBody(Content.of(packed.toByteArray())).with("Content-Encoding", "gzip");
    }
}
