package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.ZONES;
import static dev.vspherecloud.vsphere.inventory.Fixtures.at;
import static dev.vspherecloud.vsphere.inventory.Fixtures.place;
import static dev.vspherecloud.vsphere.inventory.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.reconcile.RestartingTask;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.inventory.login.AcceptedLogin;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.RestSessionHolder;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import dev.vspherecloud.vsphere.inventory.tag.TagReads;
import dev.vspherecloud.vsphere.inventory.tag.TagWatcher;
import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests reads of tags from the simulator. The SOAP data is fixed: one VM on a host, in a cluster, in a datacenter.
class TagWatcherIT {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;
    private static final String TAGGING = "/rest/com/vmware/cis/tagging";
    private static final String ATTACHED_TAGS = "POST " + TAGGING + "/tag-association list-attached-tags-on-objects";
    private static final String TAG = "GET " + TAGGING + "/tag/{id}";
    private static final String CATEGORY = "GET " + TAGGING + "/category/{id}";
    private static final String CATEGORIES = "GET " + TAGGING + "/category";
    private static final TopologyRules NEAREST =
            new TopologyRules(ZONES.categories(), TopologyRules.Mode.NEAREST, false);

    private final RecordingLog log = new RecordingLog();
    private final AtomicInteger bugs = new AtomicInteger();
    private volatile FailingCalls failing = FailingCalls.none();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger announced = new AtomicInteger();
    private final Map<MoRef, AncestorRecord> places = new HashMap<>();
    private SimulatedVcenter vcenter;
    private FaultProxy proxy;
    private VcenterClient client;
    private TagWatcher watcher;
    private Thread thread;
    private TagCategory zones;
    private TagCategory regions;
    private MoRef host;
    private MoRef cluster;
    private MoRef datacenter;
    private VmRecord machine;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start();
        proxy = FaultProxy.inFrontOf(vcenter.url()).start();
        zones = vcenter.addCategory("k8s-zone", "za", "zb", "zc", "zd", "ze", "zf");
        regions = vcenter.addCategory("k8s-region", "ra");
        Topology.Inventory inventory = vcenter.inventory();
        Topology.Cluster first = inventory.cluster("dc-1", "cluster-1");
        var root = new MoRef("Folder", inventory.rootFolder());
        var pool = new MoRef("ResourcePool", first.pool());
        host = new MoRef("HostSystem", first.hosts().values().iterator().next());
        cluster = new MoRef("ClusterComputeResource", first.ref());
        datacenter = new MoRef("Datacenter", inventory.datacenter("dc-1").ref());
        add(place(host, "host", cluster));
        add(place(pool, "pool", cluster));
        add(place(cluster, "cluster", datacenter));
        add(place(datacenter, "dc", root));
        add(place(root, "Datacenters"));
        machine = at(vm(1), new VmRecord.Parents(Optional.of(host), Optional.of(pool), Optional.of(datacenter)));
        attach(zones.tag("za"), cluster);
        attach(regions.tag("ra"), datacenter);
        var endpoint =
                new VcenterEndpoint("vc-a", "127.0.0.1", proxy.port(), new TlsTrust.Insecure(), Optional.empty());
        client = new VcenterClient(endpoint, Timeouts.standard(), "test", (method, _, _) -> failing.call(method));
        watch(ZONES);
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
        client.close();
        assertThat(vcenter.sessions().rest()).isEmpty();
        proxy.close();
        vcenter.close();
    }

    @Test
    void readsAllObjectsInOneCallAndLooksUpOnlyTheirTags() {
        vcenter.addCategories(unrelated(50));

        readTags();

        assertThat(tags(cluster)).containsExactly(new Tag("k8s-zone", "za"));
        assertThat(tags(host)).isEmpty();
        assertThat(calls(0).count(ATTACHED_TAGS)).isEqualTo(1);
        assertThat(calls(0).count(TAG)).isEqualTo(2);
        assertThat(calls(0).count(CATEGORY)).isEqualTo(2);
        assertThat(calls(0).count(CATEGORIES)).isZero();
    }

    @Test
    void everyFurtherReadTakesTheSameCalls() {
        readTags();
        Map<String, Long> first = readTags().countByName();

        assertThat(first).isEqualTo(Map.of(ATTACHED_TAGS, 1L, TAG, 2L, CATEGORY, 2L));
        assertThat(readTags().countByName()).isEqualTo(first);
        assertThat(announced.get()).isEqualTo(1);
    }

    @Test
    void aRenamedTagIsSeenAtTheNextRead() {
        readTags();

        vcenter.rename(Map.of(zones.tag("za"), "z1"));
        readTags();

        assertThat(tags(cluster)).containsExactly(new Tag("k8s-zone", "z1"));
    }

    @Test
    void ofManyTagsAFewAreReadAgainInTurn() {
        zones.tags().values().forEach(tag -> attach(tag, host));
        readTags();
        vcenter.rename(Map.of(zones.tag("zf"), "z6"));

        assertThat(readTags().count(TAG)).isEqualTo(TagReads.TAGS_AGAIN);
        readTags();

        assertThat(tags(host)).contains(new Tag("k8s-zone", "z6")).hasSize(6);
    }

    @Test
    void aRenamedCategoryIsMissingAtTheNextRead() {
        readTags();

        vcenter.rename(Map.of(zones.id(), "old-zone"));
        Calls calls = readTags();

        assertThat(watcher.latest().missingCategories()).containsExactly("k8s-zone");
        assertThat(tags(cluster)).containsExactly(new Tag("old-zone", "za"));
        assertThat(calls.count(CATEGORIES)).isEqualTo(1);
    }

    @Test
    void anotherCategoryMayTakeTheName() {
        TagCategory others = vcenter.addCategory("other", "x");
        attach(others.tag("x"), host);
        readTags();
        vcenter.rename(Map.of(zones.id(), "old-zone"));
        readTags();

        vcenter.rename(Map.of(others.id(), "k8s-zone"));
        readTags();

        assertThat(watcher.latest().missingCategories()).isEmpty();
        assertThat(tags(host)).containsExactly(new Tag("k8s-zone", "x"));
        assertThat(readTags().count(CATEGORIES)).isZero();
    }

    @Test
    void aDeletedCategoryIsMissingUntilItIsCreatedAgain() {
        readTags();

        vcenter.removeCategories(zones.id());
        readTags();

        assertThat(watcher.latest().missingCategories()).containsExactly("k8s-zone");
        assertThat(tags(cluster)).isEmpty();
        vcenter.addCategory("k8s-zone", "za");
        readTags();
        assertThat(watcher.latest().missingCategories()).isEmpty();
    }

    @Test
    void aCategoryThatIsOnNoWatchedObjectIsFoundInTheList() {
        vcenter.detach(regions.tag("ra"), tagged(datacenter));

        assertThat(readTags().count(CATEGORIES)).isEqualTo(1);

        assertThat(tags(cluster)).hasSize(1);
        assertThat(watcher.latest().missingCategories()).isEmpty();
        assertThat(readTags().count(CATEGORIES)).isZero();
    }

    @Test
    void emptyAnswersForAMissingPrivilegeMakeTheCategoriesMissing() {
        proxy.add(Rule.on(ATTACHED_TAGS).then(Fault.answer(200, "application/json", "{\"value\":[]}")));
        proxy.add(Rule.on(CATEGORIES).then(Fault.answer(200, "application/json", "{\"value\":[]}")));

        readTags();

        assertThat(watcher.latest().missingCategories()).containsExactly("k8s-zone", "k8s-region");
    }

    @Test
    void theTagsStayWhileRestFails() {
        readTags();
        vcenter.detach(zones.tag("za"), tagged(cluster));

        for (int status : List.of(403, 500, 503)) {
            var refusal = proxy.add(Rule.on(ATTACHED_TAGS).then(Fault.answer(status, "application/json", "{}")));
            readTags();
            assertThat(tags(cluster)).containsExactly(new Tag("k8s-zone", "za"));
            assertThat(watcher.latest().failure()).isPresent();
            assertThat(watcher.latest().stateOf(machine.ref())).isInstanceOf(TagState.Failed.class);
            refusal.close();
        }

        readTags();
        assertThat(tags(cluster)).isEmpty();
        assertThat(watcher.latest().failure()).isEmpty();
    }

    @Test
    void aFailureDuringTheReadOfNamesChangesNothing() {
        readTags();
        vcenter.rename(Map.of(zones.id(), "old-zone"));
        var refusal = proxy.add(Rule.on(CATEGORY).then(Fault.answer(503, "text/plain", "")));

        readTags();

        assertThat(tags(cluster)).containsExactly(new Tag("k8s-zone", "za"));
        assertThat(watcher.latest().missingCategories()).isEmpty();
        refusal.close();
        readTags();
        assertThat(watcher.latest().missingCategories()).containsExactly("k8s-zone");
    }

    /// Each call throws an unexpected exception once. The login is left out: a session whose id is lost cannot
    /// be ended.
    @Test
    void tagsAreStillReadAfterAnyCallFails() {
        readTags();
        vcenter.removeCategories(regions.id());
        List<String> methods =
                List.of("POST list-attached-tags-on-objects", "GET tag", "GET category", "GET categories");
        for (int n = 0; n < methods.size(); n++) {
            String method = methods.get(n);
            failing = FailingCalls.at(method, 1);
            String name = "renamed-" + n;
            vcenter.rename(Map.of(zones.tag("za"), name));

            await().atMost(TIMEOUT).untilAsserted(() -> {
                readTags();
                assertThat(failing.failed()).isEqualTo(method);
                assertThat(watcher.latest().failure()).isEmpty();
                assertThat(tags(cluster)).containsExactly(new Tag("k8s-zone", name));
            });

            assertThat(bugs.get()).isEqualTo(n + 1);
        }
        assertThat(log.errors()).isNotEmpty();
        assertThat(proxy.calls().count("POST /rest/com/vmware/cis/session")).isEqualTo(1);
    }

    @Test
    void theTagsOfAVmAreReadIfTheyMatter() {
        vcenter.attach(zones.tag("zb"), TaggedObject.vm(machine.ref().value()));
        readTags();
        assertThat(watcher.latest().stateOf(machine.ref())).isEqualTo(new TagState.Awaited());

        vcenter.detach(zones.tag("za"), tagged(cluster));
        assertThat(readTags().count(ATTACHED_TAGS)).isEqualTo(2);
        assertThat(tags(machine.ref())).containsExactly(new Tag("k8s-zone", "zb"));
        assertThat(readTags().count(ATTACHED_TAGS)).isEqualTo(1);

        attach(zones.tag("za"), cluster);
        readTags();
        readTags();
        assertThat(watcher.latest().stateOf(machine.ref())).isEqualTo(new TagState.Awaited());
    }

    @Test
    void theTagsOfEveryVmAreReadInModeNearest() {
        watcher.readWith(Optional.of(WantedTags.of(NEAREST)));
        await().atMost(TIMEOUT)
                .until(() -> watcher.latest().stateOf(machine.ref()).equals(new TagState.Read(List.of())));

        assertThat(readTags().count(ATTACHED_TAGS)).isEqualTo(1);
    }

    @Test
    void tagsThatWereReadForOtherCategoriesAreDropped() {
        readTags();
        proxy.add(Rule.on(ATTACHED_TAGS).then(Fault.hang()));

        watcher.readWith(Optional.of(WantedTags.of(
                new TopologyRules(new TopologyCategories("k8s-zone", "other"), TopologyRules.Mode.COMPATIBLE, true))));

        assertThat(watcher.latest()).isEqualTo(TagCache.UNREAD);
        proxy.clearRules();
        await().atMost(TIMEOUT).until(() -> watcher.latest().missingCategories().equals(List.of("other")));
    }

    @Test
    void unchangedTagsKeepTheirOrder() {
        zones.tags().values().forEach(tag -> attach(tag, host));
        readTags();
        List<Tag> first = tags(host);

        for (int i = 0; i < 5; i++) {
            readTags();
            assertThat(tags(host)).isEqualTo(first);
        }
        assertThat(announced.get()).isEqualTo(1);
    }

    private void watch(TopologyRules rules) {
        var credentials = new Credentials(vcenter.username(), new Secret(vcenter.password()));
        var ready = new CredentialSource.Reading.Ready(credentials, "the test", "1");
        LoginRateLimiter rateLimiter = Fixtures.rateLimiter();
        AcceptedLogin.at(rateLimiter, client, ready);
        var supervisor =
                new Supervisor(System::nanoTime, _ -> TimeUnit.MILLISECONDS.sleep(5), _ -> bugs.incrementAndGet(), log);
        watcher = new TagWatcher(
                new RestSessionHolder(client, rateLimiter, () -> Optional.of(ready), WatchObserver.NONE),
                Optional.of(WantedTags.of(rules)),
                this::snapshot,
                announced::incrementAndGet,
                this::afterRead,
                supervisor);
        RestartingTask reading = supervisor.task("tags", "tags", watcher::readUntilInterrupted);
        thread = Thread.ofVirtual().start(() -> watcher.run(reading));
    }

    private VcenterSnapshot snapshot() {
        return new VcenterSnapshot(
                Optional.of(Fixtures.VCENTER), Map.of(), Map.of(machine.ref(), machine), Map.copyOf(places));
    }

    private void add(AncestorRecord place) {
        places.put(place.ref(), place);
    }

    /// Starts one read of the tags, and waits until it ends.
    private Calls readTags() {
        long mark = proxy.calls().mark();
        int before = reads.get();
        watcher.wake();
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(5)).until(() -> reads.get() > before);
        return calls(mark);
    }

    /// Counts the reads; the watcher calls it after each.
    private void afterRead(Duration atLeast) throws InterruptedException {
        reads.incrementAndGet();
        TimeUnit.NANOSECONDS.sleep(Math.min(atLeast.toNanos(), 1_000_000));
    }

    private Calls calls(long mark) {
        return proxy.calls().since(mark);
    }

    private List<Tag> tags(MoRef object) {
        return switch (watcher.latest().stateOf(object)) {
            case TagState.Read(List<Tag> tags) -> tags;
            case TagState other -> throw new AssertionError("not read but " + other);
        };
    }

    private void attach(String tag, MoRef object) {
        vcenter.attach(tag, tagged(object));
    }

    private static TaggedObject tagged(MoRef object) {
        return new TaggedObject(object.type(), object.value());
    }

    private static Map<String, List<String>> unrelated(int count) {
        var categories = new LinkedHashMap<String, List<String>>();
        IntStream.range(0, count).forEach(n -> categories.put("unrelated-" + n, List.of("tag-" + n)));
        return categories;
    }
}
