package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.domain.identity.Namesake;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which VM belongs to which Node, with copies, templates, moves and names on two simulated vCenters.
class IdentityIT {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;

    @TempDir
    Path folder;

    private VcenterSite here;
    private VcenterSite there;
    private RunningWatcher watchesHere;
    private RunningWatcher watchesThere;
    private VsphereInstances instances;

    @BeforeEach
    void start() {
        here = VcenterSite.start("vc-a", folder);
        there = VcenterSite.start("vc-b", folder);
        watchesHere = watcher(here);
        watchesThere = watcher(there);
        instances = new VsphereInstances(List.of(watchesHere.watcher(), watchesThere.watcher()));
    }

    private static RunningWatcher watcher(VcenterSite site) {
        var credentials = new Credentials(
                site.vcenter().username(), new Secret(site.vcenter().password()));
        return new RunningWatcher(
                site.name(),
                site.proxy().port(),
                () -> new CredentialSource.Reading.Ready(credentials, "the test", "1"),
                Fixtures.rateLimiter(),
                false);
    }

    @AfterEach
    void stop() {
        watchesHere.close();
        watchesThere.close();
        here.close();
        there.close();
    }

    // Copies

    @Test
    void aCopyThatRunsAsWellIsAmbiguousUntilItStops() {
        String ref = here.addVms("w", 0, 1).getFirst();
        String copy = here.vcenter().addVm(here.vm("copy", 7).uuid(uuid(here, "w", 0)));
        follow("w-0", uuid(here, "w", 0));
        lookup("w-0", VmLookup.Ambiguous.class::isInstance);

        here.vcenter().change(change(copy).poweredOff());

        assertThat(found("w-0", ref).remark())
                .hasValueSatisfying(remark -> assertThat(remark.code()).isEqualTo(VsphereReason.VM_DUPLICATE));
    }

    @Test
    void aTemplateWithTheUuidIsNotMatched() {
        String template = here.vcenter()
                .addVm(here.vm("golden", 7).poweredOff().template(true).uuid(uuid(here, "w", 0)));
        follow("w-0", uuid(here, "w", 0));
        lookup("w-0", VmLookup.Template.class::isInstance);

        here.vcenter().change(change(template).template(false).poweredOn());

        found("w-0", template);
    }

    @Test
    void aTemplateDoesNotPreventTheMatchOfAVm() {
        here.vcenter().addVm(here.vm("golden", 7).poweredOff().template(true).uuid(uuid(here, "w", 0)));
        String ref = here.addVms("w", 0, 1).getFirst();

        follow("w-0", uuid(here, "w", 0));

        VmLookup.Found found = found("w-0", ref);
        assertThat(found.why()).contains("left out: golden-7", "a template");
        assertThat(found.remark()).isEmpty();
    }

    @Test
    void aSecondVmInAVcenterThatWasSilentChangesNothing() {
        String ref = here.addVms("w", 0, 1).getFirst();
        there.vcenter().addVm(there.vm("copy", 7).uuid(uuid(here, "w", 0)));
        isLoggedIn(there);
        there.proxy().cutAll();
        follow("w-0", uuid(here, "w", 0));
        RecordedVm recorded = RecordedVm.of(found("w-0", ref).vm());
        var uuid = SystemUuid.parse(uuid(here, "w", 0));
        instances.watch(new VmQuery(new NodeName("w-0"), uuid, uuid, Optional.of(recorded)));

        there.proxy().restore();

        VmLookup.Found later = (VmLookup.Found)
                lookup("w-0", each -> each instanceof VmLookup.Found(var _, var _, var remark) && remark.isPresent());
        assertThat(later.vm().identity().ref().moref()).isEqualTo(ref);
        assertThat(later.vm().vcenter()).isEqualTo("vc-a");
        assertThat(later.remark().orElseThrow().message()).contains("copy-7");
    }

    // Moves

    @Test
    void aVmThatIsRegisteredAgainBelongsToTheSameNode() {
        String before = here.addVms("w", 0, 1).getFirst();
        follow("w-0", uuid(here, "w", 0));
        found("w-0", before);
        String after = here.addVms("w", 0, 1).getFirst();

        here.vcenter().removeWithoutEvents(List.of(before));

        assertThat(seenUntilFound("w-0", after)).allMatch(IdentityIT::isFoundOrOnItsWay);
    }

    @Test
    void aVmThatMovesToAnotherVcenterBelongsToTheSameNode() {
        String before = here.addVms("w", 0, 1).getFirst();
        follow("w-0", uuid(here, "w", 0));
        Vm vm = found("w-0", before).vm();
        var uuid = Optional.of(vm.identity().biosUuid());
        instances.watch(new VmQuery(new NodeName("w-0"), uuid, uuid, Optional.of(RecordedVm.of(vm))));
        String after = there.vcenter().addVm(there.vm("w", 0).uuid(uuid(here, "w", 0)));

        here.vcenter().removeWithoutEvents(List.of(before));

        assertThat(seenUntilFound("w-0", after)).allMatch(IdentityIT::isFoundOrOnItsWay);
        assertThat(here.proxy().calls().count("FindAllByUuid"))
                .as("once to find it, twice for both orders to find it gone")
                .isLessThanOrEqualTo(3);
    }

    @Test
    void aVmThatIsRenamedAndMovedBelongsToTheSameNode() {
        String ref = here.addVms("w", 0, 1).getFirst();
        follow("w-0", uuid(here, "w", 0));
        found("w-0", ref);
        long mark = here.proxy().calls().mark();

        here.vcenter().change(change(ref).name("renamed").onHost("vc-a-cluster-b-host-1"));

        lookup(
                "w-0",
                each -> each instanceof VmLookup.Found(Vm vm, var _, var _)
                        && vm.name().equals("renamed")
                        && vm.placement().hostPath().getFirst().name().equals("vc-a-cluster-b-host-1"));
        assertThat(here.proxy().calls().since(mark).countWhere(call -> call.name()
                        .startsWith("Find")))
                .isZero();
    }

    // Calls

    @Test
    void aNodeThatGetsItsProviderIdIsNotSearchedAgain() {
        String ref = here.addVms("w", 0, 1).getFirst();
        follow("w-0", uuid(here, "w", 0));
        Vm vm = found("w-0", ref).vm();
        long mark = here.proxy().calls().mark();
        long markThere = there.proxy().calls().mark();

        var uuid = Optional.of(vm.identity().biosUuid());
        instances.watch(new VmQuery(
                new NodeName("w-0"), uuid, uuid.map(SystemUuid::byteSwapped), Optional.of(RecordedVm.of(vm))));
        here.vcenter().change(change(ref).hostName("news"));

        lookup(
                "w-0",
                each -> each instanceof VmLookup.Found(Vm seen, var _, var _)
                        && seen.guest().hostName().equals("news"));
        assertThat(here.proxy().calls().since(mark).names()).allMatch("WaitForUpdatesEx"::equals);
        assertThat(there.proxy().calls().since(markThere).names()).allMatch("WaitForUpdatesEx"::equals);
    }

    // Names

    @Test
    void aNodeThatHasOnlyItsNameIsFoundWhateverCaseAndDomainItsGuestReports() {
        String ref = here.addVms("w", 0, 1).getFirst();
        here.vcenter().change(change(ref).hostName("w-0.cluster.example"));
        List<String> refs = here.vcenter()
                .addVms(List.of(
                        here.vm("a", 1).hostName("A-1"),
                        here.vm("a", 2).hostName("a-2"),
                        here.vm("a", 3).hostName("a-3.cluster.example"),
                        here.vm("a", 4).hostName("a-4.other.example")));
        follow("w-0", uuid(here, "w", 0));
        lookup("w-0", VmLookup.Found.class::isInstance);

        List.of("a-1", "a-2.cluster.example", "a-3", "a-4").forEach(node -> instances.watch(Fixtures.nameless(node)));

        found("a-1", refs.get(0));
        found("a-2.cluster.example", refs.get(1));
        found("a-3", refs.get(2));
        // No other Node of the cluster has this domain, so the VM may belong to another cluster.
        lookup("a-4", VmLookup.Missing.class::isInstance);
    }

    @Test
    void aNameThatTwoVcentersHaveIsAmbiguous() {
        here.addVms("w", 0, 1);
        there.addVms("w", 0, 1);

        instances.watch(Fixtures.nameless("w-0"));

        lookup("w-0", VmLookup.Ambiguous.class::isInstance);
    }

    // Names of Nodes whose UUID no VM has

    @Test
    void aVmWithTheSameNameIsReportedAndMatchedIfThatIsAllowed() {
        there.addVms("w", 0, 1);
        follow("w-0", uuid(here, "x", 99));

        assertThat(namesake("w-0").vm().vcenter()).isEqualTo("vc-b");

        instances.setMatchByName(true);
        VmLookup.Found found = (VmLookup.Found) lookup("w-0", VmLookup.Found.class::isInstance);
        assertThat(found.vm().vcenter()).isEqualTo("vc-b");
        assertThat(found.why()).contains("no VM has the system UUID of the Node", "\"w-0\"");
        assertThat(instances.lookup(new NodeName("w-0"))).as("again").isInstanceOf(VmLookup.Found.class);
    }

    @Test
    void aLaterVmWithTheUuidIsMatchedInsteadOfTheOneWithTheName() {
        here.addVms("w", 0, 1);
        follow("w-0", uuid(here, "x", 99));
        namesake("w-0");

        String ref = there.vcenter().addVm(there.vm("x", 7).hostName("other").uuid(uuid(here, "x", 99)));

        assertThat(found("w-0", ref).vm().vcenter()).isEqualTo("vc-b");
    }

    @Test
    void aGuestThatIsRenamedLaterIsFoundToo() {
        String ref = here.addVms("y", 0, 1).getFirst();
        instances.setMatchByName(true);
        follow("w-0", uuid(here, "x", 99));
        lookup("w-0", VmLookup.Missing.class::isInstance);

        here.vcenter().change(change(ref).hostName("w-0"));
        found("w-0", ref);

        here.vcenter().change(change(ref).hostName("y-0"));
        lookup("w-0", VmLookup.Missing.class::isInstance);
    }

    @Test
    void vmsWithTheSameNameOnTwoVcentersAreNotMatched() {
        here.addVms("w", 0, 1);
        there.addVms("w", 0, 1);
        instances.setMatchByName(true);

        follow("w-0", uuid(here, "x", 99));

        lookup("w-0", VmLookup.Ambiguous.class::isInstance);
    }

    @Test
    void theVmOfAnotherNodeIsNotMatchedByName() {
        String ref = here.addVms("w", 0, 1).getFirst();
        here.vcenter().change(change(ref).hostName("w-1"));
        instances.setMatchByName(true);
        follow("w-0", uuid(here, "w", 0));
        found("w-0", ref);

        follow("w-1", uuid(here, "x", 99));

        assertThat(namesake("w-1").owner()).contains(new NodeName("w-0"));
    }

    @Test
    void aVmWithTheNameOfTwoNodesIsMatchedToOneOfThem() {
        String ref = here.addVms("w", 0, 1).getFirst();
        instances.setMatchByName(true);
        follow("w-0", uuid(here, "x", 98));
        found("w-0", ref);

        follow("w-0.example", uuid(here, "x", 99));

        assertThat(namesake("w-0.example").owner()).contains(new NodeName("w-0"));
        instances.forget(new NodeName("w-0"));
        found("w-0.example", ref);
    }

    @Test
    void aNodeThatWasMatchedByNameIsThenFoundByItsProviderId() {
        String ref = here.addVms("w", 0, 1).getFirst();
        instances.setMatchByName(true);
        follow("w-0", uuid(here, "x", 99));
        Vm vm = found("w-0", ref).vm();
        instances.setMatchByName(false);

        instances.watch(new VmQuery(
                new NodeName("w-0"),
                Optional.of(vm.identity().biosUuid()),
                SystemUuid.parse(uuid(here, "x", 99)),
                Optional.of(RecordedVm.of(vm))));
        here.vcenter().change(change(ref).hostName("renamed"));

        lookup(
                "w-0",
                each -> each instanceof VmLookup.Found(Vm seen, var _, var _)
                        && seen.guest().hostName().equals("renamed"));
        here.vcenter().removeWithoutEvents(List.of(ref));
        here.vcenter().addVm(here.vm("copy", 7).hostName("w-0"));
        VmLookup.Missing missing = (VmLookup.Missing) lookup("w-0", VmLookup.Missing.class::isInstance);
        assertThat(missing.namesake()).isEmpty();
    }

    private Namesake namesake(String node) {
        return ((VmLookup.Missing) lookup(
                        node, each -> each instanceof VmLookup.Missing(var _, var namesake) && namesake.isPresent()))
                .namesake()
                .orElseThrow();
    }

    private static String uuid(VcenterSite site, String prefix, int n) {
        return site.uuid(prefix, n, 1);
    }

    private void follow(String node, String reported) {
        instances.watch(
                Fixtures.asked(new NodeName(node), SystemUuid.parse(reported).orElseThrow()));
    }

    /// Waits for a call after the login, which proves that the login was answered. A login that is cut off may
    /// have been refused, and has a cooldown.
    private static void isLoggedIn(VcenterSite site) {
        await().atMost(TIMEOUT).until(() -> {
            List<String> calls = site.proxy().calls().all().names();
            return calls.contains("Login") && !calls.getLast().equals("Login");
        });
    }

    private VmLookup.Found found(String node, String ref) {
        return (VmLookup.Found) lookup(node, each -> isFound(each, ref));
    }

    private static boolean isFound(VmLookup lookup, String ref) {
        return lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                && vm.identity().ref().moref().equals(ref);
    }

    private static boolean isFoundOrOnItsWay(VmLookup lookup) {
        return lookup instanceof VmLookup.Found || lookup instanceof VmLookup.Pending;
    }

    private VmLookup lookup(String node, Predicate<VmLookup> condition) {
        return await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> instances.lookup(new NodeName(node)), condition);
    }

    private List<VmLookup> seenUntilFound(String node, String ref) {
        var seen = new ArrayList<VmLookup>();
        lookup(node, each -> {
            seen.add(each);
            return isFound(each, ref);
        });
        return seen;
    }
}
