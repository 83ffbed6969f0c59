package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.OTHER_VCENTER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.VCENTER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.bios;
import static dev.vspherecloud.vsphere.inventory.Fixtures.fresh;
import static dev.vspherecloud.vsphere.inventory.Fixtures.instance;
import static dev.vspherecloud.vsphere.inventory.Fixtures.node;
import static dev.vspherecloud.vsphere.inventory.Fixtures.recorded;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ref;
import static dev.vspherecloud.vsphere.inventory.Fixtures.unreadableVm;
import static dev.vspherecloud.vsphere.inventory.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.vsphere.client.MoRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VmLocationsTest {
    private final VmLocations vmLocations = new VmLocations();
    private final Set<NodeName> demanded = new HashSet<>();
    private final Set<NodeName> elsewhere = new HashSet<>();
    private long now = Duration.ofHours(1).toNanos();

    @Test
    void aNodeWithoutARecordIsSearchedAtOnce() {
        follow(fresh(1));

        assertThat(due()).containsExactly(node(1));
        assertThat(vmLocations.searchResults()).isEmpty();
    }

    @Test
    void aRecordedVmIsACandidateWithoutASearch() {
        follow(recorded(1, VCENTER));

        assertThat(vmLocations.candidates()).containsExactly(ref(1));
        assertThat(due()).isEmpty();
    }

    @Test
    void aRecordedVmIsKeptWhenBothUuidsMatch() {
        follow(recorded(1, VCENTER));

        verify(vm(1));

        assertThat(vmLocations.candidates()).containsExactly(ref(1));
        assertThat(due()).isEmpty();
    }

    @Test
    void aRecordedVmWithAnotherBiosUuidIsDroppedAndSearchedAtOnce() {
        follow(recorded(1, VCENTER));

        verify(vm(1, Optional.of(new VmRecord.Uuids(bios(2), instance(1)))));

        assertThat(vmLocations.searchResults()).isEmpty();
        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void aRecordedVmWithAnotherInstanceUuidIsDroppedAndSearchedAtOnce() {
        follow(recorded(1, VCENTER));

        verify(vm(1, Optional.of(new VmRecord.Uuids(bios(1), instance(2)))));

        assertThat(vmLocations.searchResults()).isEmpty();
        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void aRecordedVmWhoseUuidsCannotBeReadIsKept() {
        follow(recorded(1, VCENTER));

        verify(unreadableVm(1));

        assertThat(vmLocations.candidates()).containsExactly(ref(1));
    }

    @Test
    void aRecordedReferenceThatNamesNothingIsSearched() {
        follow(recorded(1, VCENTER), recorded(2, VCENTER));

        vmLocations.removeCandidates(Set.of(ref(1)), now);

        assertThat(due()).containsExactly(node(1));
        assertThat(vmLocations.candidates()).containsExactly(ref(2));
    }

    @Test
    void aVmOfAnotherVcenterIsNotSearchedUntilItIsDemanded() {
        follow(recorded(1, OTHER_VCENTER));
        assertThat(vmLocations.searchResults()).hasEntrySatisfying(node(1), VmLocationsTest::isNotAsked);
        assertThat(due()).isEmpty();

        demanded.add(node(1));
        follow(recorded(1, OTHER_VCENTER));

        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void searchesWithoutAHitBecomeLessFrequent() {
        follow(fresh(1));

        assertThat(secondsBetweenSearches(8)).containsExactly(10L, 20L, 30L, 30L, 30L, 30L, 30L, 30L);
    }

    @Test
    void manySearchesWithoutAHitTakeNoMoreCallsThanAFew() {
        follow(IntStream.range(0, 20).mapToObj(Fixtures::fresh).toArray(VmQuery[]::new));

        assertThat(secondsBetweenSearches(6)).containsExactly(10L, 20L, 40L, 80L, 120L, 120L);
    }

    @Test
    void veryManyNodesAreSearchedEveryFiveMinutes() {
        follow(IntStream.range(0, 500).mapToObj(Fixtures::fresh).toArray(VmQuery[]::new));

        assertThat(secondsBetweenSearches(7)).endsWith(160L, 300L, 300L);
    }

    @Test
    void aSearchThatHitsEndsTheSeriesOfMisses() {
        follow(fresh(1));
        assertThat(secondsBetweenSearches(3)).endsWith(30L);

        found(node(1), Set.of(ref(1)), now);
        assertThat(vmLocations.nanosUntilNextSearch(now, elsewhere::contains)).isEqualTo(Long.MAX_VALUE);
        pass(Duration.ofHours(1));
        vmLocations.removeCandidates(Set.of(ref(1)), now);

        assertThat(due()).containsExactly(node(1));
        assertThat(secondsBetweenSearches(1)).containsExactly(10L);
    }

    @Test
    void aHitThatDoesNotExistIsSearchedAgainAfterADelay() {
        follow(fresh(1));
        found(node(1), Set.of(ref(1)), now);

        vmLocations.removeCandidates(Set.of(ref(1)), now);

        assertThat(due()).isEmpty();
        pass(Duration.ofSeconds(2));
        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void aFoundVmNeedOnlyHaveTheBiosUuid() {
        follow(fresh(1), fresh(2));
        found(node(1), Set.of(ref(1)), now);
        found(node(2), Set.of(ref(2)), now);

        verify(
                vm(1, Optional.of(new VmRecord.Uuids(bios(1).byteSwapped(), instance(9)))),
                vm(2, Optional.of(uuids(3))));

        assertThat(vmLocations.candidates()).containsExactly(ref(1));
    }

    @Test
    void duplicatesStayUntilOneOfThemHasAnotherUuid() {
        follow(fresh(1));
        found(node(1), Set.of(ref(1), ref(2)), now);

        verify(vm(1), vm(2, Optional.of(uuids(1))));
        assertThat(vmLocations.candidates()).containsExactlyInAnyOrder(ref(1), ref(2));

        verify(vm(1), vm(2));
        assertThat(vmLocations.candidates()).containsExactly(ref(1));
        assertThat(due()).isEmpty();
    }

    @Test
    void aNodeThatReportsAnotherUuidIsSearchedAgain() {
        follow(fresh(1));
        found(node(1), Set.of(ref(1)), now);

        follow(Fixtures.asked(node(1), bios(7)));

        assertThat(vmLocations.searchResults()).isEmpty();
        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void aNodeThatKeepsChangingItsUuidIsSearchedEveryFiveMinutes() {
        follow(fresh(1));
        found(node(1), Set.of(ref(1)), now);

        int searches = 0;
        for (int i = 0; i < 36_000; i++) {
            pass(Duration.ofMillis(100));
            follow(Fixtures.asked(node(1), bios(2 + i % 2)));
            for (NodeName node : due()) {
                searches++;
                found(node, Set.of(), now);
            }
        }

        assertThat(searches).isBetween(12, 14);
    }

    @Test
    void aNodeThatKeepsChangingItsRecordIsReadEveryFiveMinutes() {
        follow(fresh(1));
        found(node(1), Set.of(), now);

        var read = new HashSet<MoRef>();
        for (int i = 0; i < 600; i++) {
            pass(Duration.ofMillis(100));
            follow(withRecordOf(2 + i));
            due().forEach(node -> found(node, Set.of(), now));
            read.addAll(vmLocations.candidates());
            vmLocations.removeCandidates(vmLocations.candidates(), now);
        }

        assertThat(read).containsExactly(ref(2));
    }

    private static VmQuery withRecordOf(int n) {
        return new VmQuery(
                node(1),
                Optional.empty(),
                fresh(1).reportedUuid(),
                recorded(n, VCENTER).recorded());
    }

    @Test
    void otherNodesAreSearchedAtOnceWhileOneKeepsChangingItsUuid() {
        follow(fresh(1), fresh(2));
        found(node(1), Set.of(ref(1)), now);
        found(node(2), Set.of(ref(2)), now);

        for (int i = 0; i < 20; i++) {
            pass(Duration.ofMillis(100));
            follow(Fixtures.asked(node(1), bios(10 + i)), fresh(2));
            due().forEach(node -> found(node, Set.of(), now));
        }
        follow(Fixtures.asked(node(1), bios(99)), Fixtures.asked(node(2), bios(7)), fresh(3));

        assertThat(due()).containsExactlyInAnyOrder(node(2), node(3));
    }

    @Test
    void aChangeAfterTenQuietMinutesIsSearchedAtOnce() {
        follow(fresh(1));
        found(node(1), Set.of(ref(1)), now);
        for (int i = 0; i < 20; i++) {
            follow(Fixtures.asked(node(1), bios(10 + i)));
        }
        assertThat(vmLocations.nanosUntilNextSearch(now, elsewhere::contains))
                .isEqualTo(Duration.ofMinutes(5).toNanos());
        pass(QueryChanges.MEMORY.plusSeconds(1));
        found(node(1), Set.of(ref(1)), now);

        follow(fresh(1));

        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void aNodeThatGetsARecordWhileItWaitsForASearchIsNotSearchedAnyMore() {
        follow(fresh(1));
        found(node(1), Set.of(), now);

        follow(recorded(1, VCENTER));
        pass(Duration.ofMinutes(10));

        assertThat(due()).isEmpty();
        assertThat(vmLocations.candidates()).containsExactly(ref(1));
    }

    @Test
    void aNodeWithTwoDifferentUuidsIsSearchedDespiteItsRecord() {
        follow(recorded(1, VCENTER), recorded(2, OTHER_VCENTER));
        assertThat(due()).isEmpty();

        follow(rebuilt(recorded(1, VCENTER)), rebuilt(recorded(2, OTHER_VCENTER)));

        assertThat(due()).containsExactlyInAnyOrder(node(1), node(2));
        found(node(1), Set.of(ref(1), ref(9)), now);
        verify(vm(1), vm(9));
        assertThat(vmLocations.candidates()).containsExactlyInAnyOrder(ref(1), ref(9));
    }

    private static VmQuery rebuilt(VmQuery query) {
        return new VmQuery(query.node(), query.namedUuid(), Optional.of(bios(9)), query.recorded());
    }

    @Test
    void aNodeThatGetsItsProviderIdAndRecordKeepsItsCandidates() {
        follow(fresh(1));
        found(node(1), Set.of(ref(1), ref(2)), now);

        follow(recorded(1, VCENTER));

        assertThat(vmLocations.candidates()).containsExactlyInAnyOrder(ref(1), ref(2));
        assertThat(due()).isEmpty();
    }

    @Test
    void aNodeThatIsRecordedElsewhereMeanwhileIsNotSearchedHereAnyMore() {
        follow(fresh(1));
        found(node(1), Set.of(), now);

        follow(recorded(1, OTHER_VCENTER));
        pass(Duration.ofHours(1));

        assertThat(due()).isEmpty();
        assertThat(vmLocations.searchResults()).hasEntrySatisfying(node(1), VmLocationsTest::isNotAsked);
    }

    @Test
    void aVmFoundByNameIsDroppedWhenItsGuestHasAnotherName() {
        VmQuery nameless = Fixtures.nameless("w-1");
        follow(nameless);
        found(nameless.node(), Set.of(ref(1), ref(2)), now);

        verify(Fixtures.named(vm(1), "w-1.example"), Fixtures.named(vm(2), "w-2"));

        assertThat(vmLocations.candidates()).containsExactly(ref(1));
    }

    // Search by name for a Node that reports a UUID

    @Test
    void aNodeThatWasFoundOnlyByNameIsSearchedAgain() {
        follow(fresh(1));
        vmLocations.onSearched(node(1), new VmLocation.Nothing(Set.of(ref(7))), now);

        assertThat(vmLocations.candidates()).containsExactly(ref(7));
        assertThat(due()).isEmpty();
        pass(Duration.ofSeconds(10));
        assertThat(due()).containsExactly(node(1));
        found(node(1), Set.of(ref(1)), now);
        assertThat(vmLocations.candidates()).containsExactly(ref(1));
    }

    @Test
    void theNameIsSearchedAFewTimesAndThenLessOftenThanTheUuid() {
        follow(fresh(1));
        var named = new ArrayList<Integer>();
        for (int search = 0; search < 14; search++) {
            if (vmLocations.isNameDue(node(1))) {
                named.add(search);
            }
            found(node(1), Set.of(), now);
        }

        assertThat(named).containsExactly(0, 1, 2, 4, 8, 12);
    }

    @Test
    void aVmFoundByNameStaysUntilTheNameIsSearchedAgain() {
        follow(fresh(1));
        for (int search = 0; search < 3; search++) {
            vmLocations.onSearched(node(1), new VmLocation.Nothing(Set.of(ref(7))), now);
        }

        assertThat(vmLocations.isNameDue(node(1))).isFalse();
        found(node(1), Set.of(), now);
        assertThat(vmLocations.candidates()).containsExactly(ref(7));

        assertThat(vmLocations.isNameDue(node(1))).isTrue();
        found(node(1), Set.of(), now);
        assertThat(vmLocations.candidates()).isEmpty();
    }

    @Test
    void aVmThatNoLongerHasTheNameIsDroppedWithoutANewSearch() {
        follow(fresh(1));
        vmLocations.onSearched(node(1), new VmLocation.Nothing(Set.of(ref(7), ref(8), ref(9))), now);

        verify(Fixtures.named(vm(7), "w-1.example"), Fixtures.named(vm(8), "other"), Fixtures.named(vm(9), ""));
        assertThat(vmLocations.candidates()).containsExactly(ref(7));

        vmLocations.removeCandidates(Set.of(ref(7)), now);
        assertThat(vmLocations.candidates()).isEmpty();
        assertThat(due()).isEmpty();
    }

    @Test
    void theNameOfANodeWithAProviderIdOrARecordOrNoUuidIsNotSearchedAfterTheUuid() {
        VmQuery nameless = Fixtures.nameless("w-2");
        follow(recorded(1, OTHER_VCENTER), nameless, rebuilt(recorded(3, VCENTER)));

        assertThat(List.of(node(1), nameless.node(), node(3))).noneMatch(vmLocations::isNameDue);
    }

    @Test
    void theSameQueryAgainChangesNothing() {
        follow(fresh(1));
        found(node(1), Set.of(ref(1)), now);

        follow(fresh(1));

        assertThat(due()).isEmpty();
        assertThat(vmLocations.candidates()).containsExactly(ref(1));
    }

    @Test
    void aNodeWhoseVmIsElsewhereIsSearchedOnceAndAgainWhenThatChanges() {
        elsewhere.add(node(1));
        follow(fresh(1));
        assertThat(due()).containsExactly(node(1));

        found(node(1), Set.of(), now);
        pass(Duration.ofHours(1));
        assertThat(due()).isEmpty();
        assertThat(vmLocations.nanosUntilNextSearch(now, elsewhere::contains)).isEqualTo(Long.MAX_VALUE);

        elsewhere.clear();
        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void aRestartedSearchOfANodeWithoutAHitIsDueAtOnce() {
        follow(fresh(1), fresh(2));
        found(node(1), Set.of(), now);
        found(node(2), Set.of(ref(2)), now);
        pass(Duration.ofSeconds(3));

        vmLocations.restartIfNothingFound(Set.of(node(1), node(2), node(3)), now);

        assertThat(due()).containsExactly(node(1));
        assertThat(vmLocations.searchResults()).containsOnlyKeys(node(2));
    }

    @Test
    void aForgottenNodeLeavesNothingBehind() {
        follow(fresh(1), recorded(2, VCENTER));
        found(node(1), Set.of(), now);

        follow();

        assertThat(vmLocations.searchResults()).isEmpty();
        assertThat(vmLocations.candidates()).isEmpty();
        assertThat(vmLocations.nanosUntilNextSearch(now, elsewhere::contains)).isEqualTo(Long.MAX_VALUE);
        follow(fresh(1));
        assertThat(due()).containsExactly(node(1));
    }

    @Test
    void anotherVcenterDropsAllResults() {
        follow(fresh(1), recorded(2, VCENTER));
        found(node(1), Set.of(ref(1)), now);

        vmLocations.clear();
        vmLocations.setQueries(queries(fresh(1), recorded(2, VCENTER)), OTHER_VCENTER, demanded::contains, now);

        assertThat(due()).containsExactly(node(1));
        assertThat(vmLocations.searchResults())
                .containsOnlyKeys(node(2))
                .hasEntrySatisfying(node(2), VmLocationsTest::isNotAsked);
    }

    private static void isNotAsked(SearchResult searchResult) {
        assertThat(searchResult.vmLocation()).isEqualTo(new VmLocation.NotAsked());
    }

    private void follow(VmQuery... queries) {
        vmLocations.setQueries(queries(queries), VCENTER, demanded::contains, now);
    }

    private static Map<NodeName, VmQuery> queries(VmQuery... queries) {
        return Arrays.stream(queries).collect(Collectors.toMap(VmQuery::node, Function.identity()));
    }

    /// @param refs of VMs with the UUID
    private void found(NodeName node, Set<MoRef> refs, long time) {
        vmLocations.onSearched(node, refs.isEmpty() ? new VmLocation.Nothing() : new VmLocation.Candidates(refs), time);
    }

    private void verify(VmRecord... vms) {
        Map<MoRef, VmRecord> read = Arrays.stream(vms).collect(Collectors.toMap(VmRecord::ref, Function.identity()));
        vmLocations.verify(VCENTER, read, now);
    }

    private static VmRecord.Uuids uuids(int n) {
        return new VmRecord.Uuids(bios(n), instance(n));
    }

    private List<NodeName> due() {
        return vmLocations.dueSearches(now, elsewhere::contains).stream()
                .map(VmQuery::node)
                .toList();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    /// Runs searches without a hit, each as soon as it is due.
    private List<Long> secondsBetweenSearches(int count) {
        var seconds = new ArrayList<Long>();
        for (int i = 0; i < count; i++) {
            assertThat(due()).contains(node(1)).allSatisfy(node -> found(node, Set.of(), now));
            var next = Duration.ofNanos(vmLocations.nanosUntilNextSearch(now, elsewhere::contains));
            seconds.add(next.toSeconds());
            pass(next);
        }
        return seconds;
    }
}
