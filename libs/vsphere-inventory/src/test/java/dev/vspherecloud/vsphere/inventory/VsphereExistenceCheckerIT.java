package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests existence checks on two simulated vCenters, for VMs that were removed in every possible way.
class VsphereExistenceCheckerIT {
    @TempDir
    Path folder;

    private VcenterSite here;
    private VcenterSite there;
    private RunningWatcher watchesHere;
    private RunningWatcher watchesThere;
    private ExistenceCheckClient checkClient;
    private String ref;
    private Vm vm;

    @BeforeEach
    void start() throws InterruptedException {
        here = VcenterSite.start("vc-a", folder);
        there = VcenterSite.start("vc-b", folder);
        ref = here.addVms("w", 0, 2).getFirst();
        watchesHere = watcher(here);
        watchesThere = watcher(there);
        checkClient = new ExistenceCheckClient(watchesHere, watchesThere);
        vm = seen("w-0", 0);
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

    private Vm seen(String node, int n) throws InterruptedException {
        watchesHere.follow(node, here.uuid("w", n, 1));
        return watchesHere.awaitFound(
                node, each -> each.placement().datacenter().isPresent());
    }

    // Removed VMs

    @Test
    void aDestroyedVmIsShownByItsTask() throws InterruptedException {
        here.vcenter().destroy(ref);

        ExistenceCheckResult report = ask();

        OwnerVcenterResult.NoSuchObject answer = absent(report);
        assertThat(answer.vcenter()).isEqualTo("vc-a");
        assertThat(answer.unreadable()).isEmpty();
        assertThat(answer.eventLookups())
                .containsExactlyEntriesOf(Map.of(vm.seenAt().orElseThrow(), EventLookup.THERE));
        assertThat(answer.destruction()).hasValueSatisfying(end -> {
            assertThat(end.task()).matches("task-\\d+ VirtualMachine\\.destroy by VSPHERE\\.LOCAL\\\\operator");
            assertThat(end.event().key())
                    .isGreaterThan(vm.seenAt().orElseThrow().key());
            assertThat(end.event().key())
                    .isLessThanOrEqualTo(answer.newest().orElseThrow().key());
        });
        assertThat(report.searches())
                .containsExactly(new UuidSearchResult.Nothing("vc-a"), new UuidSearchResult.Nothing("vc-b"));
        assertThat(report.answeredAt()).isGreaterThan(report.askedAt());
    }

    @Test
    void anUnregisteredVmWasNotDestroyed() throws InterruptedException {
        here.vcenter().operations().unregister(List.of(ref));

        assertThat(absent(ask()).destruction()).isEmpty();
    }

    @Test
    void aVmThatDisappearedWithItsHostWasNotDestroyed() throws InterruptedException {
        String host = vm.placement().hostPath().getFirst().moref();

        here.vcenter().operations().removeHost(host);

        OwnerVcenterResult.NoSuchObject answer = absent(ask());
        assertThat(answer.destruction()).isEmpty();
        assertThat(answer.unreadable()).isEmpty();
    }

    @Test
    void aVmThatDisappearedWithItsFolderWasNotDestroyedAndHasNoFolder() throws InterruptedException {
        String folderRef =
                here.vcenter().addFolders("vc-a-dc", List.of("doomed")).getFirst();
        String inFolder = here.vcenter().addVm(here.vm("w", 7).inFolder(folderRef));
        Vm doomed = seen("w-7", 7);
        assertThat(doomed.identity().ref().moref()).isEqualTo(inFolder);
        assertThat(VmParents.of(doomed.placement()).folder()).contains(new VmParents.Place("Folder", folderRef));

        here.vcenter().operations().destroyFolder(folderRef);

        OwnerVcenterResult.NoSuchObject answer = absent(checkClient.ask(ExistenceCheckClient.about("w-7", doomed)));
        assertThat(answer.destruction()).isEmpty();
        assertThat(answer.unreadable()).containsExactly(new VmParents.Place("Folder", folderRef));
    }

    @Test
    void aVmThatDisappearedWithoutEventsWasNotDestroyed() throws InterruptedException {
        here.vcenter().removeWithoutEvents(List.of(ref));

        assertThat(absent(ask()).destruction()).isEmpty();
    }

    @Test
    void aDestructionFromBeforeTheVmWasSeenDoesNotCount() throws InterruptedException {
        here.vcenter().destroy(ref);
        EventPosition later = absent(ask()).newest().orElseThrow();
        RecordedVm recorded = RecordedVm.of(vm);
        var reissued = new RecordedVm(recorded.ref(), recorded.instanceUuid(), recorded.parents(), Optional.of(later));

        OwnerVcenterResult.NoSuchObject answer =
                absent(checkClient.ask(ExistenceCheckClient.about("w-0", vm, reissued, Optional.of(later))));

        assertThat(answer.destruction()).isEmpty();
    }

    @Test
    void withoutAnEventPositionTheLastHourIsSearched() throws InterruptedException {
        RecordedVm recorded = RecordedVm.of(vm);
        var unmarked = new RecordedVm(recorded.ref(), recorded.instanceUuid(), recorded.parents(), Optional.empty());
        here.vcenter().destroy(ref);

        OwnerVcenterResult.NoSuchObject answer =
                absent(checkClient.ask(ExistenceCheckClient.about("w-0", vm, unmarked, Optional.empty())));

        assertThat(answer.destruction()).isPresent();
        assertThat(answer.eventLookups()).isEmpty();
    }

    // VMs that only seem to be removed

    @Test
    void aVmThatExistsIsNamed() throws InterruptedException {
        ExistenceCheckResult report = ask();

        assertThat(report.ownerResult()).isEqualTo(new OwnerVcenterResult.StillThere("vc-a", ref + " is w-0"));
        assertThat(report.searches().getFirst()).isEqualTo(new UuidSearchResult.Hit("vc-a", List.of(ref)));
    }

    @Test
    void aVmThatIsRegisteredAgainIsAHit() throws InterruptedException {
        here.vcenter().operations().unregister(List.of(ref));
        String again = here.vcenter().operations().register(List.of(ref)).getFirst();

        ExistenceCheckResult report = ask();

        assertThat(absent(report).destruction()).isEmpty();
        assertThat(report.searches().getFirst()).isEqualTo(new UuidSearchResult.Hit("vc-a", List.of(again)));
    }

    @Test
    void aTemplateInAnotherVcenterIsAHitByItsInstanceUuidAlone() throws InterruptedException {
        here.vcenter().destroy(ref);
        String copy = there.vcenter()
                .addVm(there.vm("copy", 7)
                        .poweredOff()
                        .template(true)
                        .instanceUuid(vm.identity().instanceUuid().toString()));

        assertThat(ask().searches()).contains(new UuidSearchResult.Hit("vc-b", List.of(copy)));
    }

    @Test
    void aVmThatTheAccountMayNotReadIsNotAbsent() throws InterruptedException {
        here.vcenter().rights().hide(TaggedObject.vm(ref));

        ExistenceCheckResult hidden = ask();
        here.vcenter().rights().refuse(TaggedObject.vm(ref));
        ExistenceCheckResult refused = ask();

        assertThat(silence(hidden.ownerResult()).code()).isEqualTo(VsphereReason.PERMISSION_MISSING);
        assertThat(silence(refused.ownerResult()).code()).isEqualTo(VsphereReason.PERMISSION_MISSING);
        assertThat(hidden.searches().getFirst()).isEqualTo(new UuidSearchResult.Nothing("vc-a"));
    }

    @Test
    void aHiddenFolderIsNamed() throws InterruptedException {
        VmParents.Place holder = VmParents.of(vm.placement()).folder().orElseThrow();
        here.vcenter().destroy(ref);
        here.vcenter().rights().hide(TaggedObject.folder(holder.moref()));

        assertThat(absent(ask()).unreadable()).containsExactly(holder);
    }

    @Test
    void anAccountWithoutAnyRightProvesNothing() throws InterruptedException {
        here.vcenter().destroy(ref);
        here.vcenter().rights().hideEverything();

        OwnerVcenterResult home = ask().ownerResult();

        if (home instanceof OwnerVcenterResult.NoSuchObject answer) {
            assertThat(answer.unreadable()).hasSize(2);
            assertThat(answer.newest()).isEmpty();
            assertThat(answer.eventLookups()).containsValue(EventLookup.UNREADABLE);
            assertThat(answer.destruction()).isEmpty();
        } else {
            assertThat(home).isInstanceOf(OwnerVcenterResult.Unanswered.class);
        }
    }

    /// A search without privileges finds nothing, so it proves nothing.
    @Test
    void aVcenterWithoutPrivilegesCountsAsUnanswered() throws InterruptedException {
        here.vcenter().operations().unregister(List.of(ref));
        assertThat(ask().searches()).contains(new UuidSearchResult.Nothing("vc-b"));
        there.vcenter().rights().hideEverything();

        assertThat(ask().searches().getLast())
                .isInstanceOfSatisfying(
                        UuidSearchResult.Unanswered.class,
                        silent -> assertThat(silent.silence().code()).isEqualTo(VsphereReason.PERMISSION_MISSING));
    }

    @Test
    void aReferenceThatNowNamesAnotherVmIsStillThere() throws InterruptedException {
        String other = here.addVms("x", 5, 6).getFirst();
        here.vcenter().restartReissued(Map.of(ref, other));

        ExistenceCheckResult report = answered(ExistenceCheckClient.about("w-0", vm));

        assertThat(report.ownerResult()).isEqualTo(new OwnerVcenterResult.StillThere("vc-a", ref + " is x-5"));
        assertThat(report.searches().getFirst()).isEqualTo(new UuidSearchResult.Hit("vc-a", List.of(other)));
    }

    // vCenters

    @Test
    void aVcenterThatIsDownCountsAsUnanswered() throws InterruptedException {
        there.proxy().cutAll();
        here.vcenter().destroy(ref);

        ExistenceCheckResult report = ask();

        assertThat(absent(report).destruction()).isPresent();
        assertThat(report.searches().getLast())
                .isInstanceOfSatisfying(
                        UuidSearchResult.Unanswered.class,
                        silent -> assertThat(silent.silence().vcenter()).isEqualTo("vc-b"));
    }

    /// The calls hang until the end of the test. `VcenterExistenceCheckerTest` and `ResponsivenessTest` check after
    /// how many seconds a vCenter counts as silent.
    @Test
    void aVcenterThatHangsDoesNotPreventTheReport() throws InterruptedException {
        ActiveRule hanging = there.proxy().add(Rule.onAny().then(Fault.hang()));
        here.vcenter().destroy(ref);

        ExistenceCheckResult report = ask();

        assertThat(hanging.fired()).isPositive();
        assertThat(absent(report).destruction()).isPresent();
        assertThat(report.searches().getLast()).isInstanceOf(UuidSearchResult.Unanswered.class);
    }

    @Test
    void anOwnerVcenterThatIsDownProvesNothing() throws InterruptedException {
        here.vcenter().destroy(ref);
        here.proxy().cutAll();

        ExistenceCheckResult report = ask();

        assertThat(silence(report.ownerResult()).vcenter()).isEqualTo("vc-a");
        assertThat(report.searches()).first().isEqualTo(new UuidSearchResult.Unanswered(silence(report.ownerResult())));
    }

    @Test
    void anOwnerVcenterThatIsNotConfiguredIsNotHere() throws InterruptedException {
        RecordedVm recorded = RecordedVm.of(vm);
        var elsewhere = new VmRef(new UUID(7, 7), ref);

        ExistenceCheckResult report = checkClient.ask(ExistenceCheckClient.about(
                "w-0",
                vm,
                new RecordedVm(elsewhere, recorded.instanceUuid(), recorded.parents(), recorded.seenAt()),
                Optional.empty()));

        assertThat(report.ownerResult())
                .isEqualTo(new OwnerVcenterResult.NotHere(
                        new UUID(7, 7),
                        Map.of(
                                "vc-a", UUID.fromString(here.vcenter().instanceUuid()),
                                "vc-b", UUID.fromString(there.vcenter().instanceUuid()))));
    }

    @Test
    void aRestoredVcenterHasLostTheEventsAfterTheBackup() throws InterruptedException {
        var backup = here.vcenter().backUp();
        String made = here.vcenter().addVm(here.vm("w", 9));
        here.vcenter().operations().reset(made);
        Vm young = seen("w-9", 9);
        here.vcenter().restore(backup);

        OwnerVcenterResult.NoSuchObject answer = absent(answered(ExistenceCheckClient.about("w-9", young)));

        // vCenter reuses its key as soon as there are new events.
        assertThat(answer.eventLookups()).containsOnlyKeys(young.seenAt().orElseThrow());
        assertThat(answer.eventLookups().values()).containsAnyOf(EventLookup.LOST, EventLookup.REUSED);
        assertThat(answer.destruction()).isEmpty();
    }

    // Event positions

    @Test
    void aVmKeepsTheEventPositionThatWasReadFirst() throws InterruptedException {
        EventPosition mark = vm.seenAt().orElseThrow();
        long calls = here.proxy().calls().mark();

        here.vcenter().change(change(ref).hostName("renamed"));
        Vm later = watchesHere.awaitFound("w-0", each -> each.guest().hostName().equals("renamed"));

        assertThat(later.seenAt()).contains(mark);
        // The next wait begins a moment after the snapshot.
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(here.proxy().calls().since(calls).names()).containsOnly("WaitForUpdatesEx"));
        assertThat(checkClient.checker().positions().get("vc-a"))
                .isEqualTo(new VcenterEventPosition(
                        UUID.fromString(here.vcenter().instanceUuid()), Optional.of(mark), List.of()));
    }

    @Test
    void theParentsOfAVmAreItsFolderPoolAndHost() throws InterruptedException {
        String folderRef =
                here.vcenter().addFolders("vc-a-dc", List.of("nodes")).getFirst();
        String outer = VmParents.of(vm.placement()).pool().orElseThrow().moref();
        String pool = here.vcenter().addPools(outer, List.of("inner")).getFirst();
        here.vcenter().addVm(here.vm("w", 8).inFolder(folderRef).inPool(pool));

        Vm held = seen("w-8", 8);

        String host = held.placement().hostPath().getFirst().moref();
        assertThat(VmParents.of(held.placement()))
                .hasToString("Folder:%s ResourcePool:%s HostSystem:%s".formatted(folderRef, pool, host));
    }

    @Test
    void theTimeSinceConfirmedStartsAtTheLastWaitAndIsUnknownWhileTheWatchFails() throws InterruptedException {
        assertThat(checkClient.checker().timeSinceConfirmed("vc-a"))
                .hasValueSatisfying(age -> assertThat(age).isGreaterThanOrEqualTo(Duration.ZERO));
        assertThat(checkClient.checker().timeSinceConfirmed("vc-c")).isEmpty();

        here.proxy().cutAll();
        watchesHere.follow("w-9", here.uuid("w", 9, 1));
        watchesHere.await("w-9", VmLookup.Unknown.class::isInstance);

        assertThat(checkClient.checker().timeSinceConfirmed("vc-a")).isEmpty();
    }

    @Test
    void anAccountThatMayNotReadEventsStillSeesVms() throws InterruptedException {
        here.proxy().add(Rule.on("QueryEvents").then(Fault.soapFault("NoPermission", "")));
        here.addVms("w", 3, 4);

        Vm unmarked = seen("w-3", 3);
        ExistenceCheckResult report = checkClient.ask(ExistenceCheckClient.about("w-3", unmarked));

        assertThat(unmarked.seenAt()).isEmpty();
        assertThat(report.ownerResult()).isInstanceOf(OwnerVcenterResult.StillThere.class);
    }

    // Number of calls

    @Test
    void aCheckTakesAboutTenCallsAtTheOwnerAndFourElsewhere() throws InterruptedException {
        here.vcenter().destroy(ref);
        watchesHere.await("w-0", each -> !(each instanceof VmLookup.Found));
        ask();
        long atHome = here.proxy().calls().mark();
        long elsewhere = there.proxy().calls().mark();

        ask();

        assertThat(here.proxy()
                        .calls()
                        .since(atHome)
                        .where(call -> !isWaiting(call.name()))
                        .count())
                .as(here.proxy().calls().since(atHome).describe())
                .isLessThanOrEqualTo(13);
        assertThat(there.proxy()
                        .calls()
                        .since(elsewhere)
                        .where(call -> !isWaiting(call.name()))
                        .names())
                .containsExactly("FindAllByUuid", "FindAllByUuid", "FindAllByUuid", "RetrievePropertiesEx");
    }

    private static boolean isWaiting(String call) {
        return call.endsWith("WaitForUpdates") || call.equals("WaitForUpdatesEx");
    }

    private ExistenceCheckResult ask() throws InterruptedException {
        ExistenceCheckRequest request = ExistenceCheckClient.about("w-0", vm);
        return checkClient.ask(request);
    }

    /// Repeats the check until the owner vCenter answers.
    private ExistenceCheckResult answered(ExistenceCheckRequest request) throws InterruptedException {
        ExistenceCheckResult report = checkClient.ask(request);
        while (report.ownerResult() instanceof OwnerVcenterResult.Unanswered) {
            report = checkClient.ask(request);
        }
        return report;
    }

    private static OwnerVcenterResult.NoSuchObject absent(ExistenceCheckResult report) {
        assertThat(report.ownerResult()).isInstanceOf(OwnerVcenterResult.NoSuchObject.class);
        return (OwnerVcenterResult.NoSuchObject) report.ownerResult();
    }

    private static VmLookup.Silence silence(OwnerVcenterResult answer) {
        assertThat(answer).isInstanceOf(OwnerVcenterResult.Unanswered.class);
        return ((OwnerVcenterResult.Unanswered) answer).silence();
    }
}
