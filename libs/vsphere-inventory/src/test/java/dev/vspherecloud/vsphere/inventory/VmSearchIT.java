package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the number of calls of a search, which a proxy in front of a simulated vCenter counts.
class VmSearchIT {
    @TempDir
    Path folder;

    private VcenterSite site;
    private VcenterClient client;
    private VcenterSession session;
    private VmSearch search;
    private List<String> domains = List.of();
    private int answers;

    @BeforeEach
    void start() {
        site = VcenterSite.start("vc-a", folder);
        var endpoint = new VcenterEndpoint(
                "vc-a", "127.0.0.1", site.proxy().port(), new TlsTrust.Insecure(), Optional.empty());
        client = new VcenterClient(endpoint, Timeouts.standard(), "test", VcenterObserver.NONE);
        session = client.login(new Credentials(
                site.vcenter().username(), new Secret(site.vcenter().password())));
        search = new VmSearch(session, () -> domains, () -> answers++);
    }

    @AfterEach
    void stop() {
        session.close();
        client.close();
        site.close();
    }

    @Test
    void aHundredNodesAmongThreeThousandVmsTakeOneRead() {
        site.addVms("other", 0, 3000);
        List<String> refs = site.addVms("w", 0, 100);
        long mark = site.proxy().calls().mark();

        Map<NodeName, VmLocation> found = search(queries(0, 100, VmSearchIT::isOneOfThreeInTen));

        assertThat(found).isEqualTo(expected(refs));
        Calls calls = site.proxy().calls().since(mark);
        assertThat(calls.countByName())
                .isEqualTo(Map.of(
                        "CreateContainerView", 1L,
                        "RetrievePropertiesEx", 1L,
                        "ContinueRetrievePropertiesEx", 3L,
                        "DestroyView", 1L));
        assertThat(answers).isPositive();
    }

    @Test
    void aReadThatWouldTakeTooManyPagesIsDroppedAndTheNodesAreSearchedOneByOne() {
        site.addVms("other", 0, 5000);
        List<String> refs = site.addVms("w", 0, 100);
        long mark = site.proxy().calls().mark();

        Map<NodeName, VmLocation> found = searchAll(queries(0, 100, VmSearchIT::isOneOfThreeInTen));

        assertThat(found).isEqualTo(expected(refs));
        Calls calls = site.proxy().calls().since(mark);
        assertThat(calls.count("CancelRetrievePropertiesEx")).isEqualTo(1);
        assertThat(calls.count("FindAllByUuid")).isLessThanOrEqualTo(130);
        assertThat(calls.count() - calls.count("FindAllByUuid")).isLessThanOrEqualTo(7);
    }

    @Test
    @Conforms("VV05")
    void fewNodesAreSearchedOneByOne() {
        site.addVms("other", 0, 50);
        List<String> refs = site.addVms("w", 0, 3);
        long mark = site.proxy().calls().mark();

        assertThat(search(queries(0, 3, _ -> false))).isEqualTo(expected(refs));
        assertThat(site.proxy().calls().since(mark).countByName()).isEqualTo(Map.of("FindAllByUuid", 3L));
    }

    @Test
    void duplicatesShowInTheBulkReadAndOneByOne() {
        List<String> refs = site.addVms("w", 0, 30);
        String twin = site.vcenter().addVm(site.vm("twin", 0).uuid(site.uuid("w", 0, 1)));
        var both = new VmLocation.Candidates(Set.of(vm(refs.getFirst()), vm(twin)));

        assertThat(search(queries(0, 30, _ -> false))).containsEntry(new NodeName("w-0"), both);
        assertThat(search(queries(0, 1, _ -> false))).containsEntry(new NodeName("w-0"), both);
    }

    @Test
    void aNodeWithoutAVmHasNoHit() {
        site.addVms("w", 0, 30);

        assertThat(search(queries(30, 31, _ -> false)))
                .isEqualTo(Map.of(new NodeName("w-30"), new VmLocation.Nothing()));
        assertThat(search(queries(20, 50, _ -> false))).containsEntry(new NodeName("w-49"), new VmLocation.Nothing());
    }

    @Test
    @Conforms("VV06")
    void aNodeWithoutAUuidIsSearchedByItsHostName() {
        List<String> refs = site.addVms("w", 0, 2);
        var nameless = Fixtures.nameless("w-1");

        assertThat(search(List.of(nameless))).isEqualTo(Map.of(new NodeName("w-1"), one(refs.getLast())));
    }

    @Test
    void aNameIsSearchedInAllItsFormsUntilOneHits() {
        String ref = site.vcenter().addVm(site.vm("a", 3).hostName("a-3.cluster.example"));
        domains = List.of("site.example", "cluster.example");
        long mark = site.proxy().calls().mark();

        assertThat(search(List.of(Fixtures.nameless("a-3")))).isEqualTo(Map.of(new NodeName("a-3"), one(ref)));
        assertThat(site.proxy().calls().since(mark).countByName()).isEqualTo(Map.of("FindAllByDnsName", 4L));
    }

    @Test
    void aProviderIdIsSearchedInTheOtherByteOrderOnlyWhenItNamesNothing() {
        List<String> refs = site.addVms("w", 0, 2);
        SystemUuid uuid = SystemUuid.parse(site.uuid("w", 0, 1)).orElseThrow();
        SystemUuid other = SystemUuid.parse(site.uuid("w", 1, 1)).orElseThrow();
        long mark = site.proxy().calls().mark();

        Map<NodeName, VmLocation> found =
                search(List.of(named("w-0", uuid, uuid.byteSwapped()), named("w-1", other.byteSwapped(), other)));

        assertThat(found).isEqualTo(expected(refs));
        assertThat(site.proxy().calls().since(mark).countByName()).isEqualTo(Map.of("FindAllByUuid", 3L));
    }

    @Test
    void theReportedUuidIsSearchedBesideTheProviderIdOnlyIfItDiffers() {
        List<String> refs = site.addVms("w", 0, 2);
        SystemUuid old = SystemUuid.parse(site.uuid("w", 0, 1)).orElseThrow();
        SystemUuid rebuilt = SystemUuid.parse(site.uuid("w", 1, 1)).orElseThrow();
        long mark = site.proxy().calls().mark();

        assertThat(search(List.of(named("w-0", old, rebuilt))))
                .isEqualTo(Map.of(
                        new NodeName("w-0"), new VmLocation.Candidates(Set.of(vm(refs.get(0)), vm(refs.get(1))))));
        assertThat(site.proxy().calls().since(mark).countByName()).isEqualTo(Map.of("FindAllByUuid", 2L));
    }

    private static VmQuery named(String node, SystemUuid named, SystemUuid reported) {
        return new VmQuery(new NodeName(node), Optional.of(named), Optional.of(reported), Optional.empty());
    }

    @Test
    void aNodeWhoseUuidNoVmHasIsSearchedByItsNameIfThatIsDue() {
        String ref = site.vcenter().addVm(site.vm("w", 1).hostName("w-5"));
        List<VmQuery> queries = queries(5, 6, _ -> false);
        long mark = site.proxy().calls().mark();

        assertThat(search(queries)).isEqualTo(Map.of(new NodeName("w-5"), new VmLocation.Nothing(Set.of(vm(ref)))));
        assertThat(site.proxy().calls().since(mark).countByName())
                .isEqualTo(Map.of("FindAllByUuid", 2L, "FindAllByDnsName", 1L));

        mark = site.proxy().calls().mark();
        assertThat(search.search(queries, _ -> false)).isEqualTo(Map.of(new NodeName("w-5"), new VmLocation.Nothing()));
        assertThat(site.proxy().calls().since(mark).countByName()).isEqualTo(Map.of("FindAllByUuid", 2L));
    }

    @Test
    void theNamesOfManyNodesTakeNoExtraCall() {
        List<String> refs = site.addVms("w", 0, 100);
        List<VmQuery> renumbered = IntStream.range(0, 100)
                .mapToObj(n -> Fixtures.asked(
                        new NodeName("w-" + n),
                        SystemUuid.parse(site.uuid("w", 1000 + n, 1)).orElseThrow()))
                .toList();
        long mark = site.proxy().calls().mark();

        Map<NodeName, VmLocation> found = search(renumbered);

        var expected = new HashMap<NodeName, VmLocation>();
        for (int n = 0; n < 100; n++) {
            expected.put(new NodeName("w-" + n), new VmLocation.Nothing(Set.of(vm(refs.get(n)))));
        }
        assertThat(found).isEqualTo(expected);
        assertThat(site.proxy().calls().since(mark).countByName())
                .isEqualTo(Map.of("CreateContainerView", 1L, "RetrievePropertiesEx", 1L, "DestroyView", 1L));
    }

    private Map<NodeName, VmLocation> search(List<VmQuery> queries) {
        return search.search(queries, _ -> true);
    }

    private static VmLocation one(String ref) {
        return new VmLocation.Candidates(Set.of(vm(ref)));
    }

    /// Repeats the search for the Nodes without a result, as the watcher does.
    private Map<NodeName, VmLocation> searchAll(List<VmQuery> queries) {
        var found = new HashMap<NodeName, VmLocation>();
        var left = new ArrayList<>(queries);
        while (!left.isEmpty()) {
            found.putAll(search(List.copyOf(left)));
            left.removeIf(query -> found.containsKey(query.node()));
        }
        return found;
    }

    /// @param swapped true for guests that report their UUID in the other byte order
    private List<VmQuery> queries(int from, int to, IntPredicate swapped) {
        return IntStream.range(from, to)
                .mapToObj(n -> {
                    SystemUuid uuid = SystemUuid.parse(site.uuid("w", n, 1)).orElseThrow();
                    SystemUuid reported = swapped.test(n) ? uuid.byteSwapped() : uuid;
                    return Fixtures.asked(new NodeName("w-" + n), reported);
                })
                .toList();
    }

    private static boolean isOneOfThreeInTen(int n) {
        return n % 10 == 3 || n % 10 == 6 || n % 10 == 9;
    }

    private static Map<NodeName, VmLocation> expected(List<String> refs) {
        var expected = new HashMap<NodeName, VmLocation>();
        for (int n = 0; n < refs.size(); n++) {
            expected.put(new NodeName("w-" + n), one(refs.get(n)));
        }
        return expected;
    }

    private static MoRef vm(String ref) {
        return new MoRef("VirtualMachine", ref);
    }
}
