package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static dev.vspherecloud.domain.existence.Reports.confirmations;
import static dev.vspherecloud.domain.existence.Reports.report;
import static dev.vspherecloud.domain.existence.Reports.verdict;
import static dev.vspherecloud.domain.existence.Reports.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbsencePolicyTest {
    // Who must answer, and what

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
                // A VM in front of us outweighs everything.
                "vc-a=silent vc-b=hit           | alive",
                "home=elsewhere vc-b=hit        | alive",
                "end=destroyed vc-b=hit         | alive",
                "own=10/LOST vc-b=hit           | alive",
                // One that does not answer may have it.
                "end=destroyed vc-b=silent      | PermissionMissing",
                "end=destroyed holders=unreadable | VmHomeUnreadable",
            })
    void everybodyMustAnswerAndNobodyMayKnowTheVm(@Nullable String words, String expected) {
        assertThat(verdict(words(words == null ? "" : words))).isEqualTo(expected);
    }

    @Test
    void whereNobodyWasSearchedNothingIsProven() {
        AbsenceReport all = report(words("end=destroyed"));

        assertThat(AbsencePolicy.judge(
                        new AbsenceReport(all.question(), 0, 1, all.home(), List.of()), Confirmations.NONE))
                .isInstanceOfSatisfying(Absence.Unclear.class, unclear -> assertThat(unclear.reason())
                        .hasToString("VcenterSilent: no vCenter was searched"));
    }

    // The same vCenter, with the same history

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
                "own=10/LOST                          | VcenterRestored",
                "base=20/LOST                         | VcenterRestored",
                // By the keys alone, whatever became of the events.
                "newest=19                            | VcenterRestored",
                "newest=19 base=20/FORGOTTEN          | VcenterRestored",
                "newest=9 base=8/THERE                | VcenterRestored",
                // Nothing has happened since.
                "newest=20                            | gone",
                "own=20/THERE                         | gone",
                "base=10/THERE                        | gone",
                // vCenter forgets, and that is no restore.
                "own=10/FORGOTTEN                     | gone",
                "own=10/FORGOTTEN base=20/FORGOTTEN   | gone",
                "own=10/FORGOTTEN end=destroyed       | destroyed",
                // What is to be confirmed must be known.
                "own=10/LOST base=20/UNREADABLE       | EventsUnreadable",
                "own=10/LOST holders=unreadable       | VmHomeUnreadable",
            })
    void aVcenterThatLacksAnEventItHadIsNotBelieved(String words, String expected) {
        assertThat(verdict(words(words))).isEqualTo(expected);
        assertThat(verdict(words(words + " end=destroyed"))).isEqualTo(expected.replace("gone", "destroyed"));
    }

    // What people confirmed

    @ParameterizedTest(name = "{0} end=destroyed: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                // What was lost before that day was lost by the restore that was confirmed …
                "confirmed=25 base=20/LOST               | destroyed",
                "confirmed=25 newest=19                  | destroyed",
                // … and the reference in the record is of a history that is not this one.
                "confirmed=25 own=10/LOST                | gone",
                "confirmed=25 own=10/LOST base=20/LOST   | gone",
                "confirmed=25 own=10/FORGOTTEN           | gone",
                // It was recorded after the restore, or is in the backup.
                "confirmed=5  own=10/FORGOTTEN           | destroyed",
                "confirmed=10 own=10/FORGOTTEN           | destroyed",
                "confirmed=15 own=10/THERE               | destroyed",
                // Another restore lost what came after the confirmation, or the very event at which it was made.
                "confirmed=15 base=20/LOST               | VcenterRestored",
                "confirmed=20 base=20/LOST               | VcenterRestored",
                "confirmed=15 own=10/LOST base=20/LOST   | VcenterRestored",
                "confirmed=19 newest=19                  | VcenterRestored",
                // It is about this vCenter, and about nothing else.
                "confirmed=25 home=elsewhere             | VcenterReplaced",
                "confirmed=25 holders=unreadable         | VmHomeUnreadable",
                "confirmed=25 vc-b=hit                   | alive",
                "adopted=yes  own=10/LOST                | VcenterRestored",
                "adopted=yes  home=elsewhere             | gone",
                "adopted=yes  home=elsewhere vc-b=silent | PermissionMissing",
                "adopted=yes  home=elsewhere vc-b=hit    | alive",
            })
    void aConfirmationCoversWhatWasBeforeItAndNothingElse(String words, String expected) {
        assertThat(verdict(words(words + " end=destroyed"))).isEqualTo(expected);
    }

    @Test
    void aConfirmationOfAnotherVcenterConfirmsNothing() {
        var others = new Confirmations(Map.of(Reports.OTHER, Reports.mark(99)), Set.of(Reports.OTHER));

        assertThat(judged("own=10/LOST", others)).isInstanceOf(Absence.Unclear.class);
        assertThat(judged("home=elsewhere", others)).isInstanceOf(Absence.Unclear.class);
    }

    // What people read

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vc-b=silent        | vCenter vc-b could not be asked about the VM: System.Read is missing",
                "home=silent        | vCenter vc-a could not be asked about the VM: System.Read is missing",
                "holders=unreadable | Folder:group-v3 and ResourcePool:resgroup-8, which held the VM, can't be read on vCenter vc-a, so the VM may merely be hidden",
                "holders=unknown    | it is not recorded which folder and pool held the VM, so it may merely be hidden; delete the Node by hand if the VM is gone",
                "newest=none        | the events of vCenter vc-a are not known or can't be read, so nobody can tell whether it was restored from a backup",
                "own=none           | no event of vCenter vc-a was recorded while the VM was there, so nobody can tell whether it was restored from a backup since; delete the Node by hand if the VM is gone",
                // Of two that are lost the younger says more about when.
                "newest=9           | vCenter vc-a does not have its event 2000 2026-01-21T00:00:00Z any more: it was restored from a backup, or is a copy; what it lacks may live. Acknowledge restored-b09c4b61 if it may be believed",
                "confirmed=15 base=20/LOST | vCenter vc-a does not have its event 2000 2026-01-21T00:00:00Z any more: it was restored from a backup, or is a copy; what it lacks may live. Acknowledge restored-d1a09862 if it may be believed",
                "home=elsewhere     | the VM was in the vCenter with instance UUID b23fb785-e059-5295-b656-1ce619201f0c, which none of the configured ones (vc-a, vc-b) has. Acknowledge replaced-b09c4b61 if it will not come back",
            })
    void theReasonSaysWhatIsMissing(String words, String expected) {
        assertThat(AbsencePolicy.judge(report(words(words)), confirmations(words(words))))
                .isInstanceOfSatisfying(
                        Absence.Unclear.class,
                        unclear -> assertThat(unclear.reason().message()).isEqualTo(expected));
    }

    @Test
    void aVmThatIsThereIsNamed() {
        assertThat(judged("vc-b=hit", Confirmations.NONE))
                .isEqualTo(new Absence.Refuted("vCenter vc-b has vm-7, vm-8 with its UUID"));
        assertThat(judged("home=there", Confirmations.NONE))
                .isEqualTo(new Absence.Refuted("vm-62 on vCenter vc-a is w-1"));
    }

    @Test
    void whatIsProvenNamesTheVcenterThatHadTheVm() {
        assertThat(judged("end=destroyed", Confirmations.NONE))
                .isEqualTo(new Absence.Evident("vc-a", Optional.of(Reports.DESTROYED)));
        assertThat(judged("home=elsewhere", new Confirmations(Map.of(), Set.of(VCENTER))))
                .isEqualTo(new Absence.Evident(VCENTER.toString(), Optional.empty()));
    }

    @Test
    void silenceIsToldByItsOwnCode() {
        assertThat(judged("home=silent", Confirmations.NONE))
                .isInstanceOfSatisfying(
                        Absence.Unclear.class,
                        unclear -> assertThat(unclear.reason().code()).isEqualTo(ReasonCode.PERMISSION_MISSING));
    }

    private static Absence judged(String words, Confirmations confirmations) {
        return AbsencePolicy.judge(report(words(words)), confirmations);
    }
}
