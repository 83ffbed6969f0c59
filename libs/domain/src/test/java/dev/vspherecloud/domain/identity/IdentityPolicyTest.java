package dev.vspherecloud.domain.identity;

import static dev.vspherecloud.domain.identity.Fleet.has;
import static dev.vspherecloud.domain.identity.Fleet.recorded;
import static dev.vspherecloud.domain.identity.Fleet.silence;
import static dev.vspherecloud.domain.identity.Fleet.silent;
import static dev.vspherecloud.domain.identity.Fleet.uuid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityPolicyTest {
    private static final VcenterAnswer ASKED = new VcenterAnswer.Awaited("vc-b");
    private static final VcenterAnswer SLOW = new VcenterAnswer.Slow("vc-b");
    private static final VcenterAnswer NOTHING = has("vc-b");

    // Identifiers of a VM

    @ParameterizedTest(name = "provider id {0}, system UUID {1}, VMs {2}: {3}")
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            value = {
                "- | A  | vm-1 A          | vm-1",
                "- | A  | vm-1 A'         | vm-1",
                "- | A' | vm-1 A          | vm-1",
                "A | -  | vm-1 A          | vm-1",
                "A | A' | vm-1 A          | vm-1",
                // Another program computed the provider ID from the UUID that the guest shows.
                "A' | A | vm-1 A          | vm-1",
                "A | B  | vm-1 A          | vm-1",
                "A | B  | vm-1 A, vm-2 B  | conflict",
                "A | B  | vm-1 A, vm-2 B' | conflict",
                "A | B  | vm-2 B          | conflict",
                "A | B  | vm-1 A, vm-2 B off | conflict",
                "A | B  | vm-1 A, vm-2 B outside | conflict",
                // A kubelet cannot run on a template.
                "A | B  | vm-1 A, vm-2 B template | vm-1",
                "A | B  | vm-1 A, vm-2 B placeholder | vm-1",
                "A | B  | vm-1 A, vm-2 unreadable | unreadable",
                "A | B  | vm-2 B template | missing",
                "- | -  | vm-1 C w-1      | vm-1",
            })
    void providerIdThenSystemUuidThenNameNamesAVm(
            @Nullable String named, @Nullable String reported, String vms, String expected) {
        assertThat(verdict(query(named, reported), has("vc-a", vms.split(", ")), NOTHING))
                .isEqualTo(expected);
    }

    // Choice between several VMs

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vm-1 A, vm-2 A                         | ambiguous",
                "vm-1 A, vm-2 A off                     | vm-1",
                "vm-1 A off, vm-2 A off                 | ambiguous",
                "vm-1 A, vm-2 A off, vm-3 A             | ambiguous",
                "vm-1 A off, vm-2 A template            | vm-1",
                "vm-1 A off, vm-2 A placeholder         | vm-1",
                "vm-1 A off, vm-2 A outside             | vm-1",
                "vm-1 A, vm-2 A template, vm-3 A placeholder, vm-4 A outside | vm-1",
                "vm-1 A, vm-2 unreadable                | vm-1",
                "vm-1 A template                        | template",
                "vm-1 A placeholder                     | placeholder",
                "vm-1 A outside                         | elsewhere",
                // Only a machine can be a Node's VM, so the result names the machine and its datacenter.
                "vm-1 A template, vm-2 A outside        | elsewhere",
                "vm-1 A template, vm-2 A placeholder    | placeholder",
                "vm-1 A template, vm-2 unreadable       | unreadable",
                "vm-1 unreadable                        | unreadable",
            })
    void anEligibleVmOutweighsIneligibleOnes(String vms, String expected) {
        assertThat(verdict(query(null, "A"), has("vc-a", vms.split(", ")))).isEqualTo(expected);
    }

    @ParameterizedTest(name = "vm-1 is recorded, {0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vm-1 A, vm-2 A                | vm-1",
                "vm-1 A off, vm-2 A            | vm-1",
                "vm-2 A, vm-3 A                | ambiguous",
                "vm-2 A, vm-3 A off            | vm-2",
                // Registered again: another reference, the same instance UUID.
                "vm-8 A i1, vm-2 A             | vm-8",
                // The reference names another VM now.
                "vm-1 A i9, vm-2 A             | ambiguous",
                // One VM that is listed twice, as during a move to another vCenter.
                "vm-1 A off, vm-7 A i1         | vm-7",
                "vm-1 A, vm-7 A i1             | vm-1",
                "vm-6 A i1, vm-7 A i1          | ambiguous",
                "vm-1 A template, vm-2 A       | vm-2",
                "vm-1 A outside, vm-2 A        | vm-2",
            })
    void theRecordedVmStaysTheMatch(String vms, String expected) {
        assertThat(verdict(query("A", "A'", recorded(1)), has("vc-a", vms.split(", "))))
                .isEqualTo(expected);
    }

    @Test
    void copiesInTwoVcentersAreLikeCopiesInOne() {
        assertThat(verdict(query(null, "A"), has("vc-a", "vm-1 A"), has("vc-b", "vm-2 A")))
                .isEqualTo("ambiguous");
        assertThat(verdict(query(null, "A"), has("vc-a", "vm-1 A off"), has("vc-b", "vm-2 A")))
                .isEqualTo("vm-2");
    }

    // vCenters that did not answer

    @Test
    void aLookupWithAnAwaitedAnswerIsPending() {
        assertThat(verdict(query(null, "A"), has("vc-a", "vm-1 A"), ASKED)).isEqualTo("pending");
    }

    @Test
    void oneVmByUuidIsAcceptedWhileAnotherVcenterIsSlowOrSilent() {
        assertThat(verdict(query(null, "A"), SLOW, has("vc-a", "vm-1 A"))).isEqualTo("vm-1");
        assertThat(verdict(query(null, "A"), silent("vc-b"), has("vc-a", "vm-1 A")))
                .isEqualTo("vm-1");
    }

    @ParameterizedTest(name = "vm-1 is recorded, {0}, and vc-b is silent: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vm-1 A                  | vm-1",
                // Registered again: the same VM by its instance UUID.
                "vm-8 A i1               | vm-8",
                "vm-2 A                  | unknown",
                "vm-2 A off              | unknown",
                "vm-2 A, vm-8 A i1 off   | vm-8",
                "vm-2 A, vm-3 unreadable | unreadable",
            })
    void aCopyDoesNotReplaceAVmThatMayBeHidden(String vms, String expected) {
        VmQuery query = query("A", "A", recorded(1));

        assertThat(verdict(query, has("vc-a", vms.split(", ")), silent("vc-b"))).isEqualTo(expected);
    }

    /// The rows of the table in `docs/how-to/backup-and-srm.md`: vm-1 is the original at the protected site (vc-a), and
    /// vm-2 the recovered VM at the other site (vc-b).
    @ParameterizedTest(name = "original {0}, recovered {1}: {2}")
    @CsvSource(
            nullValues = "-",
            delimiter = '|',
            value = {
                "vm-1 A off         | vm-2 A i1 | vm-2",
                "vm-1 A off         | vm-2 A    | vm-1",
                "vm-1 A placeholder | vm-2 A    | vm-2",
                "-                  | vm-2 A    | vm-2",
                "silent             | vm-2 A i1 | vm-2",
                "silent             | vm-2 A    | unknown",
                // Before the failover, and during a test of it.
                "vm-1 A             | vm-2 A placeholder | vm-1",
                "vm-1 A             | vm-2 A i1 | vm-1",
                "vm-1 A             | vm-2 A    | vm-1",
            })
    void afterAFailoverTheRecoveredVmMatchesOnceNothingSpeaksForTheOriginal(
            @Nullable String original, String recovered, String expected) {
        VcenterAnswer protectedSite = "silent".equals(original)
                ? silent("vc-a")
                : has("vc-a", Stream.ofNullable(original).toArray(String[]::new));

        assertThat(verdict(query("A", "A", recorded(1)), protectedSite, has("vc-b", recovered)))
                .isEqualTo(expected);
    }

    @Test
    void anotherVmReplacesOneThatIsGone() {
        VmQuery query = query("A", "A", recorded(1));

        assertThat(verdict(query, has("vc-a", "vm-2 A"), NOTHING)).isEqualTo("vm-2");
        assertThat(verdict(query, has("vc-a", "vm-2 A"), SLOW)).isEqualTo("pending");
    }

    @Test
    void aSecondVmThatAppearsLaterChangesNothing() {
        VmQuery query = query(null, "A");
        Vm first = ((VmLookup.Found)
                        IdentityPolicy.decide(query, List.of(has("vc-a", "vm-1 A"), silent("vc-b")), NameMatching.OFF))
                .vm();

        VmLookup later = IdentityPolicy.decide(
                query.withRecorded(RecordedVm.of(first)),
                List.of(has("vc-a", "vm-1 A"), has("vc-b", "vm-2 A")),
                NameMatching.OFF);

        assertThat(later).isInstanceOfSatisfying(VmLookup.Found.class, found -> {
            assertThat(found.vm()).isEqualTo(first);
            assertThat(found.remark())
                    .hasValueSatisfying(remark -> assertThat(remark.code()).isEqualTo(VsphereReason.VM_DUPLICATE));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"vm-1 A template", "vm-1 A placeholder", "vm-1 A outside"})
    void anIneligibleVmProvesNothingWhileAVcenterIsSilent(String vm) {
        assertThat(verdict(query(null, "A"), has("vc-a", vm), silent("vc-b"))).isEqualTo("unknown");
        assertThat(verdict(query(null, "A"), has("vc-a", vm), SLOW)).isEqualTo("pending");
    }

    @Test
    void aVmIsMissingOnlyIfEveryVcenterAnswered() {
        assertThat(IdentityPolicy.decide(query(null, "A"), List.of(has("vc-a"), NOTHING), NameMatching.OFF))
                .isEqualTo(new VmLookup.Missing(List.of("vc-a", "vc-b")));
        assertThat(IdentityPolicy.decide(query(null, "A"), List.of(NOTHING, silent("vc-c")), NameMatching.OFF))
                .isEqualTo(new VmLookup.Unknown(List.of(silence("vc-c"))));
        assertThat(verdict(query(null, "A"), NOTHING, SLOW, silent("vc-c"))).isEqualTo("pending");
    }

    @Test
    void theVmOfTheProviderIdIsNotAcceptedWhileTheKubeletsVmMayBeHidden() {
        assertThat(verdict(query("A", "B"), has("vc-a", "vm-1 A"), silent("vc-b")))
                .isEqualTo("unknown");
        assertThat(verdict(query("A", "B"), has("vc-a", "vm-1 A"), SLOW)).isEqualTo("pending");
        assertThat(verdict(query("A", "B"), has("vc-a", "vm-2 B"), silent("vc-b")))
                .isEqualTo("conflict");
    }

    @Test
    @Conforms("J14")
    void aConflictNamesBothSides() {
        VmLookup lookup =
                IdentityPolicy.decide(query("A", "B'"), List.of(has("vc-a", "vm-1 A", "vm-2 B")), NameMatching.OFF);

        assertThat(lookup).isInstanceOfSatisfying(VmLookup.Conflict.class, conflict -> {
            assertThat(conflict.namedUuid()).isEqualTo(uuid("A"));
            assertThat(conflict.reportedUuid()).isEqualTo(uuid("B'"));
            assertThat(conflict.namedVms()).extracting(Vm::name).containsExactly("vm-1");
            assertThat(conflict.runningVms()).extracting(Vm::name).containsExactly("vm-2");
        });
    }

    // Match by name, the Node reports no UUID

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vm-1 w-1                     | vm-1",
                "vm-1 W-1                     | vm-1",
                "vm-1 w-1.example             | vm-1",
                "vm-1 w-1, vm-2 w-1           | ambiguous",
                "vm-1 w-1, vm-2 w-1 off       | ambiguous",
                "vm-1 w-1, vm-2 w-1 template  | vm-1",
                "vm-1 w-1, vm-2 w-1 outside   | vm-1",
                "vm-1 w-1, vm-2 w-1.example   | vm-1",
                "vm-1 W-1.EXAMPLE, vm-2 w-1.example | ambiguous",
                "vm-1 w-1, vm-2 unreadable    | unreadable",
                "vm-1 w-1 template            | template",
                "vm-1 w-1 outside             | elsewhere",
            })
    @Conforms("VN04")
    void aNameCountsOnlyWhenExactlyOneVmAnswers(String vms, String expected) {
        assertThat(verdict(query(null, null), has("vc-a", vms.split(", ")), NOTHING))
                .isEqualTo(expected);
    }

    @Test
    void aNameCountsOnlyWhenEveryVcenterAnswers() {
        assertThat(verdict(query(null, null), has("vc-a", "vm-1 w-1"), silent("vc-b")))
                .isEqualTo("unknown");
        assertThat(verdict(query(null, null), has("vc-a", "vm-1 w-1"), SLOW)).isEqualTo("pending");
    }

    // Match by name, although the Node reports a UUID

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vm-1 B w-1                         | vm-1",
                "vm-1 B W-1                         | vm-1",
                "vm-1 B w-1.example                 | vm-1",
                "vm-1 B off w-1                     | vm-1",
                "vm-1 B w-2                         | missing",
                "vm-1 B                             | missing",
                "vm-1 B w-1, vm-2 C w-1             | ambiguous",
                "vm-1 B w-1, vm-2 C off w-1         | ambiguous",
                "vm-1 B w-1, vm-2 C template w-1    | vm-1",
                "vm-1 B w-1, vm-2 C outside w-1     | vm-1",
                "vm-1 B w-1, vm-2 C w-1.example     | vm-1",
                "vm-1 B w-1.a, vm-2 C w-1.b         | ambiguous",
                "vm-1 B template w-1                | missing",
                "vm-1 B outside w-1                 | missing",
                // Any VM with the UUID outweighs a VM with the name.
                "vm-1 A w-2, vm-2 B w-1             | vm-1",
                "vm-1 A' off w-2, vm-2 B w-1        | vm-1",
                "vm-1 A template w-2, vm-2 B w-1    | template",
                "vm-1 A outside w-2, vm-2 B w-1     | elsewhere",
                "vm-1 A, vm-2 A, vm-3 B w-1         | ambiguous",
                "vm-1 unreadable, vm-2 B w-1        | unreadable",
            })
    void theNameCountsIfItIsAllowedAndNoVmHasTheUuid(String vms, String expected) {
        assertThat(named(query(null, "A"), has("vc-a", vms.split(", ")), NOTHING))
                .isEqualTo(expected);
    }

    @Test
    void aNamesakeIsNamedAndNotTakenUnlessThatIsAllowed() {
        assertThat(namesake(query(null, "A"), NameMatching.OFF, has("vc-a", "vm-1 B w-1"), NOTHING))
                .hasValueSatisfying(namesake -> {
                    assertThat(namesake.vm().name()).isEqualTo("vm-1");
                    assertThat(namesake.owner()).isEmpty();
                });
        assertThat(namesake(query(null, "A"), NameMatching.OFF, has("vc-a", "vm-1 B w-1"), has("vc-b", "vm-2 C w-1")))
                .isEmpty();
    }

    @Test
    void namesakesInTwoVcentersAreLikeTwoInOne() {
        assertThat(named(query(null, "A"), has("vc-a", "vm-1 B w-1"), has("vc-b", "vm-2 C w-1")))
                .isEqualTo("ambiguous");
        assertThat(named(query(null, "A"), has("vc-a"), has("vc-b", "vm-2 C w-1")))
                .isEqualTo("vm-2");
    }

    @Test
    void aNamesakeIsTakenOnlyWhenEveryVcenterAnswers() {
        assertThat(named(query(null, "A"), has("vc-a", "vm-1 B w-1"), silent("vc-b")))
                .isEqualTo("unknown");
        assertThat(named(query(null, "A"), has("vc-a", "vm-1 B w-1"), SLOW)).isEqualTo("pending");
        assertThat(named(query(null, "A"), has("vc-a", "vm-1 B w-1"), ASKED)).isEqualTo("pending");
    }

    @Test
    void theVmOfAnotherNodeIsNotTakenByItsName() {
        var owned = new NameMatching(
                true,
                vm -> vm.identity().biosUuid().equals(uuid("B")) ? Optional.of(new NodeName("w-9")) : Optional.empty());

        assertThat(namesake(query(null, "A"), owned, has("vc-a", "vm-1 B w-1")))
                .hasValueSatisfying(namesake -> assertThat(namesake.owner()).contains(new NodeName("w-9")));
        assertThat(inShort(IdentityPolicy.decide(query(null, "A"), List.of(has("vc-a", "vm-1 C w-1")), owned)))
                .isEqualTo("vm-1");
    }

    @Test
    void aNodeThatWasMatchedBeforeIsNotMatchedByItsName() {
        assertThat(named(query("A", null), has("vc-a", "vm-1 B w-1"))).isEqualTo("missing");
        assertThat(named(query("A", "A"), has("vc-a", "vm-1 B w-1"))).isEqualTo("missing");
        assertThat(named(query("A", "C"), has("vc-a", "vm-1 B w-1"))).isEqualTo("missing");
        assertThat(named(query(null, "A", recorded(7)), has("vc-a", "vm-1 B w-1")))
                .isEqualTo("missing");
    }

    private static String named(VmQuery query, VcenterAnswer... answers) {
        return inShort(IdentityPolicy.decide(query, List.of(answers), new NameMatching(true, _ -> Optional.empty())));
    }

    private static Optional<Namesake> namesake(VmQuery query, NameMatching names, VcenterAnswer... answers) {
        return ((VmLookup.Missing) IdentityPolicy.decide(query, List.of(answers), names)).namesake();
    }

    // Explanations

    @Test
    void theExplanationSaysWhyThisVmMatchesAndNoOther() {
        assertThat(why(query(null, "A"), has("vc-a", "vm-1 A")))
                .isEqualTo("it has the system UUID of the Node; no other eligible VM has it");
        assertThat(why(query(null, "A'"), has("vc-a", "vm-1 A"), silent("vc-b")))
                .isEqualTo("it has the system UUID of the Node, in the other byte order; no other eligible VM has it;"
                        + " vCenter vc-b did not answer");
        assertThat(why(query("A", "B"), has("vc-a", "vm-1 A", "vm-2 A template", "vm-3 A outside")))
                .isEqualTo("the Node's provider ID names it: vsphere://" + uuid("A")
                        + " (no VM has the Node's system UUID); no other eligible VM has it; left out: vm-2 (vm-2 on vc-a),"
                        + " a template; left out: vm-3 (vm-3 on vc-a), in datacenter \"/dc-9\"");
        assertThat(why(query("A", "A", recorded(1)), has("vc-a", "vm-1 A", "vm-2 A")))
                .endsWith("; 2 VMs have it, this is the one that the provider found before");
        assertThat(why(query("A", "A"), has("vc-a", "vm-1 A", "vm-2 A off")))
                .endsWith("; 2 VMs have it, this is the only one that is powered on");
        assertThat(why(query(null, null), has("vc-a", "vm-1 w-1.example")))
                .isEqualTo(
                        "the Node reports no system UUID, and this guest is the only one with the Node's name, \"w-1.example\"");
        VmLookup byName = IdentityPolicy.decide(
                query(null, "A"),
                List.of(has("vc-a", "vm-1 B w-1.example")),
                new NameMatching(true, _ -> Optional.empty()));
        assertThat(((VmLookup.Found) byName).why())
                .isEqualTo("no VM has the system UUID of the Node, %s; this guest is the only one with the Node's name,"
                                .formatted(uuid("A"))
                        + " \"w-1.example\", and nodes.matchByName is true");
    }

    @Test
    void aHarmlessCopyIsRemarkedAndATemplateIsNot() {
        assertThat(remark(has("vc-a", "vm-1 A", "vm-2 A off")))
                .hasValueSatisfying(remark -> assertThat(remark.message())
                        .startsWith("its VM vm-1 (vm-1 on vc-a) is not the only VM with BIOS UUID")
                        .contains("vm-2 (vm-2 on vc-a) has it too"));
        assertThat(remark(has("vc-a", "vm-1 A", "vm-2 A template", "vm-3 A placeholder", "vm-4 A outside")))
                .isEmpty();
    }

    private static Optional<Reason> remark(VcenterAnswer answer) {
        return ((VmLookup.Found) IdentityPolicy.decide(query("A", "A"), List.of(answer), NameMatching.OFF)).remark();
    }

    private static String why(VmQuery query, VcenterAnswer... answers) {
        return ((VmLookup.Found) IdentityPolicy.decide(query, List.of(answers), NameMatching.OFF)).why();
    }

    private static String verdict(VmQuery query, VcenterAnswer... answers) {
        return inShort(IdentityPolicy.decide(query, List.of(answers), NameMatching.OFF));
    }

    /// Returns the reference of the found VM, or the kind of result.
    static String inShort(VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Found(Vm vm, var _, var _) -> vm.identity().ref().moref();
            case VmLookup.Missing _ -> "missing";
            case VmLookup.Ambiguous _ -> "ambiguous";
            case VmLookup.Conflict _ -> "conflict";
            case VmLookup.Elsewhere(var _, var datacenter) -> {
                assertThat(datacenter.path()).isEqualTo("/dc-9");
                yield "elsewhere";
            }
            case VmLookup.Placeholder _ -> "placeholder";
            case VmLookup.Template _ -> "template";
            case VmLookup.Unreadable _ -> "unreadable";
            case VmLookup.Unknown _ -> "unknown";
            case VmLookup.Pending _ -> "pending";
        };
    }

    private static VmQuery query(@Nullable String named, @Nullable String reported, RecordedVm... recorded) {
        return new VmQuery(
                new NodeName("w-1"),
                Optional.ofNullable(named).map(Fleet::uuid),
                Optional.ofNullable(reported).map(Fleet::uuid),
                Stream.of(recorded).findFirst());
    }
}
