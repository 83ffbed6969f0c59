package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static dev.vspherecloud.domain.existence.CheckResultText.confirmedVcenterChanges;
import static dev.vspherecloud.domain.existence.CheckResultText.report;
import static dev.vspherecloud.domain.existence.CheckResultText.verdict;
import static dev.vspherecloud.domain.existence.CheckResultText.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbsencePolicyTest {
    // Required answers

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "                               | gone",
                "end=destroyed                  | destroyed",
                "home=there                     | alive",
                "home=silent                    | PermissionMissing",
                "home=elsewhere                 | VcenterReplaced",
                "vc-b=hit                       | alive",
                "vc-b=silent                    | PermissionMissing",
                "vc-a=silent                    | PermissionMissing",
                "holders=unreadable             | VmHomeUnreadable",
                "holders=unknown                | VmHomeUnreadable",
                // A VM that exists outweighs everything else.
                "vc-a=silent vc-b=hit           | alive",
                "home=elsewhere vc-b=hit        | alive",
                "end=destroyed vc-b=hit         | alive",
                "own=10/LOST vc-b=hit           | alive",
                // For a destroyed VM, the answer of its own vCenter is enough, but that vCenter must prove the destroy.
                "end=destroyed vc-b=silent      | destroyed",
                "end=destroyed vc-a=silent      | PermissionMissing",
                "end=destroyed home=silent vc-b=silent | PermissionMissing",
                "end=destroyed own=10/LOST vc-b=silent | PermissionMissing",
                "end=destroyed holders=unreadable vc-b=silent | PermissionMissing",
                "end=destroyed holders=unreadable | VmHomeUnreadable",
            })
    void everyVcenterMustAnswerAndNoneMayHaveTheVm(@Nullable String words, String expected) {
        assertThat(verdict(words(words == null ? "" : words))).isEqualTo(expected);
    }

    @Test
    void withoutASearchedVcenterNothingIsProven() {
        ExistenceCheckResult all = report(words("end=destroyed"));

        assertThat(AbsencePolicy.evaluate(
                        new ExistenceCheckResult(all.request(), 0, 1, all.ownerResult(), List.of()),
                        ConfirmedVcenterChanges.NONE))
                .isInstanceOfSatisfying(AbsenceResult.Inconclusive.class, unclear -> assertThat(unclear.reason())
                        .hasToString("VcenterSilent: no vCenter was searched"));
    }

    // The same vCenter, with the same events

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "own=none                             | EventsUnreadable",
                "base=none                            | EventsUnreadable",
                "newest=none                          | EventsUnreadable",
                "own=10                               | EventsUnreadable",
                "own=10/UNREADABLE                    | EventsUnreadable",
                "base=20                              | EventsUnreadable",
                "base=20/UNREADABLE                   | EventsUnreadable",
                "base=20/LOST                         | VcenterRestored",
                "own=10/LOST base=20/LOST             | VcenterRestored",
                "own=10/LOST base=10/LOST             | VcenterRestored",
                // The keys alone show the restore, whatever the event lookup returned.
                "newest=19                            | VcenterRestored",
                "newest=19 base=20/FORGOTTEN          | VcenterRestored",
                // No event happened since.
                "newest=20                            | gone",
                "own=20/THERE                         | gone",
                "base=10/THERE                        | gone",
                // vCenter purges old events. That is no restore.
                "own=10/FORGOTTEN                     | gone",
                "own=10/FORGOTTEN base=20/FORGOTTEN   | gone",
                "own=10/FORGOTTEN end=destroyed       | destroyed",
                // A person can confirm only what is known.
                "own=10/LOST base=20/UNREADABLE       | EventsUnreadable",
                "own=90/LOST base=20/LOST             | VcenterRestored",
                "own=10/LOST holders=unreadable       | VmHomeUnreadable",
            })
    void aVcenterThatLacksAKnownEventIsNotTrusted(String words, String expected) {
        assertThat(verdict(words(words))).isEqualTo(expected);
        assertThat(verdict(words(words + " end=destroyed"))).isEqualTo(expected.replace("gone", "destroyed"));
    }

    // The record on the Node, which its kubelet may write

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                // The baseline of the vCenter is there: the policy keeps only this Node.
                "own=10/LOST                          | RecordedEventMissing",
                "own=19/LOST newest=20                | RecordedEventMissing",
                // A real restore to a point after the baseline removed the event.
                "own=25/LOST newest=22                | RecordedEventMissing",
                "own=25/LOST newest=30                | RecordedEventMissing",
                "newest=9 base=8/THERE                | RecordedEventMissing",
                // An event from the future, whatever vCenter returns for it.
                "own=90/LOST                          | RecordedEventMissing",
                "own=90/FORGOTTEN                     | RecordedEventMissing",
                "own=90/THERE                         | RecordedEventMissing",
                "own=90/LOST base=none                | EventsUnreadable",
                "own=90/LOST confirmed=25             | RecordedEventMissing",
                // Only the record names that vCenter.
                "home=elsewhere base=none             | RecordedVcenterUnknown",
                "home=elsewhere own=90                | VcenterReplaced",
                "home=elsewhere base=none adopted=yes | gone",
                "home=elsewhere base=none vc-b=hit    | alive",
            })
    void aClaimOfTheRecordAloneAffectsOnlyItsNode(String words, String expected) {
        assertThat(verdict(words(words))).isEqualTo(expected);
        assertThat(verdict(words(words + " end=destroyed"))).isEqualTo(expected);
    }

    @Test
    void aVcenterWithUnreadableEventsIsStillKnown() {
        ExistenceCheckResult report = report(words("home=elsewhere base=none"));
        ExistenceCheckRequest request = report.request();
        var known =
                new ExistenceCheckRequest(request.query(), request.vm(), request.baseline(), true, false, List.of());

        assertThat(CheckResultText.inShort(AbsencePolicy.evaluate(
                        new ExistenceCheckResult(known, 0, 1, report.ownerResult(), report.searches()),
                        ConfirmedVcenterChanges.NONE)))
                .isEqualTo("VcenterReplaced");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "own=10/LOST                 | VcenterRestored",
                "own=25/LOST newest=22       | VcenterRestored",
                "own=25/LOST confirmed=20    | VcenterRestored",
                "own=10/THERE                | gone",
                "own=10/FORGOTTEN            | gone",
                "own=10/LOST confirmed=25    | gone",
            })
    void anEventThatThisProcessReadCountsForTheWholeVcenter(String words, String expected) {
        ExistenceCheckResult report = report(words(words));
        ExistenceCheckRequest request = report.request();
        var own = new ExistenceCheckRequest(request.query(), request.vm(), request.baseline(), true, true, List.of());

        assertThat(CheckResultText.inShort(AbsencePolicy.evaluate(
                        new ExistenceCheckResult(own, 0, 1, report.ownerResult(), report.searches()),
                        confirmedVcenterChanges(words(words)))))
                .isEqualTo(expected);
    }

    // Confirmations by people

    @ParameterizedTest(name = "{0} end=destroyed: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                // The confirmed restore lost the missing events before that day …
                "confirmed=25 base=20/LOST               | destroyed",
                "confirmed=25 newest=19                  | destroyed",
                // … so the reference in the record is of another history.
                "confirmed=25 own=10/LOST                | gone",
                "confirmed=25 own=10/LOST base=20/LOST   | gone",
                "confirmed=25 own=10/FORGOTTEN           | gone",
                // The VM was recorded after the restore, or is in the backup.
                "confirmed=5  own=10/FORGOTTEN           | destroyed",
                "confirmed=10 own=10/FORGOTTEN           | destroyed",
                "confirmed=15 own=10/THERE               | destroyed",
                // Another restore lost events after the confirmation, or the event at which a person confirmed.
                "confirmed=15 base=20/LOST               | VcenterRestored",
                "confirmed=20 base=20/LOST               | VcenterRestored",
                "confirmed=15 own=10/LOST base=20/LOST   | VcenterRestored",
                "confirmed=19 newest=19                  | VcenterRestored",
                // The restore is not confirmed, and its evidence is purged.
                "unconfirmed=20                          | VcenterRestored",
                "unconfirmed=20 base=20/FORGOTTEN        | VcenterRestored",
                "unconfirmed=20 own=10/FORGOTTEN         | VcenterRestored",
                "unconfirmed=20 confirmed=15             | VcenterRestored",
                "unconfirmed=20 vc-b=hit                 | alive",
                "unconfirmed=20 holders=unreadable       | VmHomeUnreadable",
                // A confirmation covers one restore or one replaced vCenter, and nothing else.
                "confirmed=25 home=elsewhere             | VcenterReplaced",
                "confirmed=25 holders=unreadable         | VmHomeUnreadable",
                "confirmed=25 vc-b=hit                   | alive",
                "adopted=yes  own=10/LOST                | RecordedEventMissing",
                "adopted=yes  base=20/LOST               | VcenterRestored",
                "adopted=yes  home=elsewhere             | gone",
                "adopted=yes  home=elsewhere vc-b=silent | PermissionMissing",
                "adopted=yes  home=elsewhere vc-b=hit    | alive",
            })
    void aConfirmationCoversOnlyWhatWasBeforeIt(String words, String expected) {
        assertThat(verdict(words(words + " end=destroyed"))).isEqualTo(expected);
    }

    @Test
    void aConfirmationOfAnotherVcenterConfirmsNothing() {
        var others = new ConfirmedVcenterChanges(
                Map.of(CheckResultText.OTHER, CheckResultText.mark(99)), Set.of(CheckResultText.OTHER), Map.of());

        assertThat(evaluate("own=10/LOST", others)).isInstanceOf(AbsenceResult.Inconclusive.class);
        assertThat(evaluate("home=elsewhere", others)).isInstanceOf(AbsenceResult.Inconclusive.class);
    }

    // Requested events

    @Test
    void eachEventIsRequestedOnce() {
        assertThat(report(words("own=10 base=20")).request().events())
                .containsExactly(CheckResultText.mark(10), CheckResultText.mark(20));
        assertThat(report(words("own=10 base=10")).request().events()).containsExactly(CheckResultText.mark(10));
        assertThat(report(words("own=none base=none")).request().events()).isEmpty();
        assertThat(report(words("")).request().node()).hasToString("w-1");
    }

    // Meaning for other VMs

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "holders=unknown                | true",
                "holders=unreadable             | true",
                "own=none                       | true",
                "own=10/UNREADABLE              | true",
                "home=silent                    | true",
                "vc-b=silent                    | true",
                "home=silent vc-a=silent        | false",
                "vc-a=silent                    | false",
                "newest=none                    | false",
                "base=none                      | false",
                "base=20/UNREADABLE             | false",
                "own=10/LOST                    | true",
                "base=20/LOST                   | false",
                "home=elsewhere                 | false",
                "home=elsewhere base=none       | true",
            })
    void anInconclusiveResultIsAboutThisVmOrAboutItsWholeVcenter(String words, boolean isOfThisVmAlone) {
        assertThat(evaluate(words, ConfirmedVcenterChanges.NONE))
                .isInstanceOfSatisfying(AbsenceResult.Inconclusive.class, unclear -> assertThat(
                                AbsencePolicy.isOnlyAboutThisVm(report(words(words)), unclear.reason()))
                        .isEqualTo(isOfThisVmAlone));
    }

    // Messages

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vc-b=silent        | vCenter vc-b did not answer about the VM: System.Read is missing",
                "home=silent        | vCenter vc-a did not answer about the VM: System.Read is missing",
                "holders=unreadable | the VM was in Folder:group-v3 and ResourcePool:resgroup-8, which the account cannot read on vCenter vc-a, so the VM may only be hidden; give the account the role Read-only there",
                "holders=unknown    | the Node does not record in which folder and resource pool its VM was, so the VM may only be hidden from the account; if the VM is gone, delete the Node by hand",
                "newest=none        | the account cannot read the events of vCenter vc-a, or they are not known, so the provider cannot tell whether that vCenter was restored from a backup; give the account the role Read-only on the vCenter itself",
                "own=none           | no event of vCenter vc-a was recorded while the VM existed, so the provider cannot tell whether that vCenter was restored from a backup since; if the VM is gone, delete the Node by hand",
                "newest=9           | vCenter vc-a does not have its event 2000 2026-01-21T00:00:00Z any more: it was restored from a backup, or is a copy. VMs that it lacks may still run, so the provider keeps their Nodes. Register these VMs, then acknowledge restored-67fa651b",
                "confirmed=15 base=20/LOST | vCenter vc-a does not have its event 2000 2026-01-21T00:00:00Z any more: it was restored from a backup, or is a copy. VMs that it lacks may still run, so the provider keeps their Nodes. Register these VMs, then acknowledge restored-f43820e3",
                "own=10/LOST        | annotation vspherecloud.dev/vm-seen of the Node names event 1000 2026-01-11T00:00:00Z, but vCenter vc-a does not have it, so nothing proves that the VM is gone. If it is gone, delete the Node by hand. If vCenter was restored from a backup, register the VMs that it lacks, then set lifecycle.vspherecloud.dev/acknowledge=restored-67fa651b on the leader's Lease",
                "own=90/LOST        | annotation vspherecloud.dev/vm-seen of the Node names event 9000 2026-04-01T00:00:00Z, which is newer than all events that vCenter vc-a ever had, so nothing proves that the VM is gone. If it is gone, delete the Node by hand",
                "own=25/LOST newest=30 confirmed=15 | annotation vspherecloud.dev/vm-seen of the Node names event 2500 2026-01-26T00:00:00Z, but vCenter vc-a does not have it, so nothing proves that the VM is gone. If it is gone, delete the Node by hand. If vCenter was restored from a backup, register the VMs that it lacks, then set lifecycle.vspherecloud.dev/acknowledge=restored-f43820e3 on the leader's Lease",
                "home=elsewhere base=none | annotation vspherecloud.dev/vcenter of the Node names a vCenter with instance UUID b23fb785-e059-5295-b656-1ce619201f0c, which the provider has never seen and none of the configured vCenters (vc-a, vc-b) has, so nothing proves that the VM is gone. Add that vCenter to the configuration; or, if the VM is gone, delete the Node by hand",
                "home=elsewhere     | a Node's VM was in the vCenter with instance UUID b23fb785-e059-5295-b656-1ce619201f0c, but none of the configured vCenters (vc-a, vc-b) has this UUID, so the provider keeps the Node. If that vCenter will not come back, acknowledge replaced-67fa651b",
            })
    void theReasonSaysWhatIsMissing(String words, String expected) {
        assertThat(AbsencePolicy.evaluate(report(words(words)), confirmedVcenterChanges(words(words))))
                .isInstanceOfSatisfying(
                        AbsenceResult.Inconclusive.class,
                        unclear -> assertThat(unclear.reason().message()).isEqualTo(expected));
    }

    /// The newest event and the baseline have key 2000 and are of day 20.
    @ParameterizedTest(name = "key {0}, {1} ms later: {2}")
    @CsvSource({
        "2000,    1, unknown",
        "2000, 1000, unknown",
        "2000, 1001, beyond",
        "1999, 1001, beyond",
        "1999, 1000, unknown",
        "2001,    0, beyond",
        "2001, -999, beyond",
    })
    void anEventIsBeyondAllByItsKeyOrByItsTime(long key, long later, String expected) {
        ExistenceCheckResult report = report(words("newest=20"));
        var mark = new EventPosition(key, CheckResultText.mark(20).time().plusMillis(later));
        RecordedVm vm = report.request().vm();
        var marked = new RecordedVm(vm.ref(), vm.instanceUuid(), vm.parents(), Optional.of(mark));
        var request = new ExistenceCheckRequest(
                report.request().query(),
                marked,
                report.request().baseline(),
                report.request().baseline().isPresent(),
                false,
                List.of());
        var home = new OwnerVcenterResult.NoSuchObject(
                "vc-a",
                List.of(),
                Optional.of(CheckResultText.mark(20)),
                Map.of(mark, EventLookup.LOST, CheckResultText.mark(20), EventLookup.THERE),
                Optional.empty());

        AbsenceResult absence = AbsencePolicy.evaluate(
                new ExistenceCheckResult(request, 0, 1, home, report.searches()), ConfirmedVcenterChanges.NONE);

        assertThat(absence).isInstanceOfSatisfying(AbsenceResult.Inconclusive.class, unclear -> assertThat(
                        unclear.reason().message().contains("newer than all events"))
                .isEqualTo(expected.equals("beyond")));
    }

    @Test
    void aVmThatStillExistsIsNamed() {
        assertThat(evaluate("vc-b=hit", ConfirmedVcenterChanges.NONE))
                .isEqualTo(new AbsenceResult.Refuted("vCenter vc-b has vm-7, vm-8 with its UUID"));
        assertThat(evaluate("home=there", ConfirmedVcenterChanges.NONE))
                .isEqualTo(new AbsenceResult.Refuted("vm-62 still exists on vCenter vc-a: w-1"));
    }

    @Test
    void aProvenAbsenceNamesTheVcenterThatHadTheVm() {
        assertThat(evaluate("end=destroyed", ConfirmedVcenterChanges.NONE))
                .isEqualTo(new AbsenceResult.Absent("vc-a", Optional.of(CheckResultText.DESTROYED)));
        assertThat(evaluate("home=elsewhere", new ConfirmedVcenterChanges(Map.of(), Set.of(VCENTER), Map.of())))
                .isEqualTo(new AbsenceResult.Absent(VCENTER.toString(), Optional.empty()));
    }

    @Test
    void aSilentVcenterKeepsItsReasonCode() {
        assertThat(evaluate("home=silent", ConfirmedVcenterChanges.NONE))
                .isInstanceOfSatisfying(
                        AbsenceResult.Inconclusive.class,
                        unclear -> assertThat(unclear.reason().code()).isEqualTo(VsphereReason.PERMISSION_MISSING));
    }

    private static AbsenceResult evaluate(String words, ConfirmedVcenterChanges confirmedVcenterChanges) {
        return AbsencePolicy.evaluate(report(words(words)), confirmedVcenterChanges);
    }
}
