package dev.vspherecloud.domain.identity;

import static dev.vspherecloud.domain.Fixtures.INSTANCE_UUID;
import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static dev.vspherecloud.domain.Fixtures.place;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedVmTest {
    private static final EventPosition MARK = new EventPosition(5030, Instant.parse("2026-01-02T03:04:05Z"));
    private static final Placement PLACED = new Placement(
            List.of(place("HostSystem", "h1")),
            List.of(place("ResourcePool", "p1")),
            List.of(place("VirtualMachine", "w-1"), place("Folder", "f1")),
            List.of());
    private static final RecordedVm RECORD = RecordedVm.of(vm(PLACED, Optional.of(MARK)));

    @Test
    void aRecordIsWrittenAsDocumented() {
        assertThat(RECORD.annotations())
                .isEqualTo(Map.of(
                        "vspherecloud.dev/vcenter", "b23fb785-e059-5295-b656-1ce619201f0c",
                        "vspherecloud.dev/vm", "vm-62",
                        "vspherecloud.dev/vm-instance-uuid", "50000000-0000-0000-0000-0000000000a1",
                        "vspherecloud.dev/vm-home", "Folder:f1-ref ResourcePool:p1-ref HostSystem:h1-ref",
                        "vspherecloud.dev/vm-seen", "5030 2026-01-02T03:04:05Z"));
        assertThat(RecordedVm.from(RECORD.annotations())).contains(RECORD);
    }

    @Test
    void aNewRecordReplacesTheOldOneCompletely() {
        var annotations = new HashMap<>(RECORD.annotations());
        var other = new RecordedVm(
                new VmRef(VCENTER, "vm-99"),
                UUID.fromString("50000000-0000-0000-0000-0000000000b2"),
                Optional.empty(),
                Optional.empty());

        annotations.putAll(other.annotations());

        assertThat(RecordedVm.from(annotations)).contains(other);
    }

    @ParameterizedTest
    @ValueSource(strings = {RecordedVm.VCENTER, RecordedVm.VM, RecordedVm.INSTANCE_UUID})
    void aRecordWithoutItsVmCountsAsNone(String key) {
        assertThat(RecordedVm.from(with(key, " "))).isEmpty();
        assertThat(RecordedVm.from(without(key))).isEmpty();
    }

    @Test
    void malformedParentsOrEventAreUnknownAndTheRestIsRead() {
        assertThat(RecordedVm.from(with(RecordedVm.HOME, "Folder:f1-ref")))
                .contains(new RecordedVm(RECORD.ref(), INSTANCE_UUID, Optional.empty(), Optional.of(MARK)));
        assertThat(RecordedVm.from(with(RecordedVm.SEEN, "yesterday")))
                .contains(new RecordedVm(RECORD.ref(), INSTANCE_UUID, RECORD.parents(), Optional.empty()));
        assertThat(RecordedVm.from(without(RecordedVm.HOME, RecordedVm.SEEN)))
                .contains(new RecordedVm(RECORD.ref(), INSTANCE_UUID, Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vm-1\uFFFE",
                "vm-1\u0000",
                "vm-1\n",
                " vm-1",
                "vm 1",
                "vm-\u00e4",
                "vm-\uD83D\uDE00",
                "vm-\uD83D",
                "vm-1\u202E",
                "\u007F"
            })
    void aReferenceWithInvalidCharactersCountsAsNone(String moref) {
        assertThat(RecordedVm.from(with(RecordedVm.VM, moref))).isEmpty();
        assertThat(RecordedVm.invalid(with(RecordedVm.VM, moref)))
                .singleElement()
                .satisfies(invalid -> {
                    assertThat(invalid.key()).isEqualTo(RecordedVm.VM);
                    assertThat(invalid.printableValue()).matches("[ -~]{1,83}");
                    assertThat(invalid.expected()).contains("128");
                });
    }

    @Test
    void markupInAReferenceIsPlainText() {
        assertThat(RecordedVm.from(with(RecordedVm.VM, "<vm>&\"1\"</vm>")))
                .hasValueSatisfying(vm -> assertThat(vm.ref().moref()).isEqualTo("<vm>&\"1\"</vm>"));
    }

    @Test
    void aReferenceHasAtMost128Characters() {
        assertThat(RecordedVm.from(with(RecordedVm.VM, "v".repeat(128)))).isPresent();
        assertThat(RecordedVm.from(with(RecordedVm.VM, "v".repeat(129)))).isEmpty();
        assertThat(RecordedVm.from(with(RecordedVm.VM, "v".repeat(200_000)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "B23FB785-E059-5295-B656-1CE619201F0C",
                " b23fb785-e059-5295-b656-1ce619201f0c",
                "b23fb785-e059-5295-b656-1ce619201f0c\n",
                "b23fb785e0595295b6561ce619201f0c",
                "00000000-0000-0000-0000-000000000000",
                "x"
            })
    void aMalformedUuidCountsAsNone(String uuid) {
        assertThat(RecordedVm.from(with(RecordedVm.VCENTER, uuid))).isEmpty();
        assertThat(RecordedVm.from(with(RecordedVm.INSTANCE_UUID, uuid))).isEmpty();
        assertThat(RecordedVm.invalid(with(RecordedVm.VCENTER, uuid)))
                .extracting(InvalidAnnotation::key)
                .containsExactly(RecordedVm.VCENTER);
    }

    @Test
    void eachMalformedAnnotationIsNamedAndNoOther() {
        assertThat(RecordedVm.invalid(RECORD.annotations())).isEmpty();
        assertThat(RecordedVm.invalid(Map.of())).isEmpty();
        assertThat(RecordedVm.invalid(
                        new RecordedVm(RECORD.ref(), INSTANCE_UUID, Optional.empty(), Optional.empty()).annotations()))
                .isEmpty();
        assertThat(RecordedVm.invalid(Map.of(
                        RecordedVm.VCENTER, "1",
                        RecordedVm.VM, "a b",
                        RecordedVm.INSTANCE_UUID, "2",
                        RecordedVm.HOME, "here",
                        RecordedVm.SEEN, "5 +1000000000-12-31T23:59:59Z")))
                .extracting(InvalidAnnotation::key)
                .containsExactly(
                        RecordedVm.VCENTER, RecordedVm.VM, RecordedVm.INSTANCE_UUID, RecordedVm.HOME, RecordedVm.SEEN);
    }

    @Test
    void anInvalidValueIsShownInOneShortLine() {
        assertThat(new InvalidAnnotation("key", "a\nb\u001B[31m\uFFFE\uD83D\uDE00", "").printableValue())
                .isEqualTo("a?b?[31m??");
        assertThat(new InvalidAnnotation("key", "x".repeat(80), "").printableValue())
                .isEqualTo("x".repeat(80));
        assertThat(new InvalidAnnotation("key", "x".repeat(200_000), "").printableValue())
                .isEqualTo("x".repeat(80) + "...");
    }

    @Test
    void valuesThatCannotBeParsedAgainAreNotRecorded() {
        var tooLarge = new EventPosition(1L << 31, MARK.time());

        assertThat(RecordedVm.of(vm(PLACED, Optional.of(tooLarge))).seenAt()).isEmpty();
        assertThat(RECORD.isCurrent(vm(PLACED, Optional.of(tooLarge)))).isTrue();
    }

    @Test
    void incompleteParentsAreNotRecorded() {
        assertThat(RecordedVm.of(vm(Fixtures.nowhere(), Optional.empty())).parents())
                .isEmpty();
    }

    @Test
    void aRecordNamesTheReferenceAndTheInstanceUuid() {
        Vm vm = vm(PLACED, Optional.empty());

        assertThat(RECORD.refersTo(vm)).isTrue();
        assertThat(new RecordedVm(new VmRef(VCENTER, "vm-63"), INSTANCE_UUID, Optional.empty(), Optional.empty())
                        .refersTo(vm))
                .isFalse();
        assertThat(new RecordedVm(RECORD.ref(), new UUID(1, 2), Optional.empty(), Optional.empty()).refersTo(vm))
                .isFalse();
    }

    // Updates of the record

    @Test
    void aRecordIsCurrentWhileTheVmIsWhereItWas() {
        assertThat(RECORD.isCurrent(vm(PLACED, Optional.of(MARK)))).isTrue();
        assertThat(new RecordedVm(new VmRef(VCENTER, "vm-63"), INSTANCE_UUID, RECORD.parents(), RECORD.seenAt())
                        .isCurrent(vm(PLACED, Optional.of(MARK))))
                .isFalse();
    }

    @Test
    void newParentsAreRecordedAndUnknownOnesAreNot() {
        var moved =
                new Placement(List.of(place("HostSystem", "h2")), PLACED.poolPath(), PLACED.folderPath(), List.of());

        assertThat(RECORD.isCurrent(vm(moved, Optional.of(MARK)))).isFalse();
        assertThat(RECORD.isCurrent(vm(Fixtures.nowhere(), Optional.of(MARK)))).isTrue();
    }

    @Test
    void anEventStaysValidHoweverOldItIs() {
        assertThat(RECORD.isCurrent(vm(PLACED, later(9999, 3600)))).isTrue();
        assertThat(RECORD.isCurrent(vm(PLACED, Optional.empty()))).isTrue();
    }

    @Test
    void anEventBeyondAllOfVcenterIsReplacedWhileTheVmExists() {
        assertThat(RECORD.isCurrent(vm(PLACED, later(5000, -60)))).isFalse();
        assertThat(RECORD.isCurrent(vm(PLACED, later(5030, -1)))).isFalse();
        assertThat(RECORD.isCurrent(vm(PLACED, later(5029, 0)))).isFalse();
    }

    @Test
    void anEventFromBeforeARestoreIsReplacedWhileTheVmExists() {
        assertThat(RECORD.isCurrent(vm(PLACED, later(4000, 3600)))).isFalse();
    }

    @Test
    void anEventIsAddedAsSoonAsEventsAreReadable() {
        var markless = new RecordedVm(RECORD.ref(), INSTANCE_UUID, RECORD.parents(), Optional.empty());

        assertThat(markless.isCurrent(vm(PLACED, Optional.of(MARK)))).isFalse();
        assertThat(markless.isCurrent(vm(PLACED, Optional.empty()))).isTrue();
    }

    private static Optional<EventPosition> later(long key, int seconds) {
        return Optional.of(new EventPosition(key, MARK.time().plusSeconds(seconds)));
    }

    private static Vm vm(Placement placement, Optional<EventPosition> seen) {
        Vm vm = Fixtures.vm(Fixtures.guest(), placement);
        return new Vm(
                vm.vcenter(),
                vm.name(),
                vm.identity(),
                vm.role(),
                vm.connection(),
                vm.power(),
                vm.guest(),
                vm.hardware(),
                placement,
                seen);
    }

    private static Map<String, String> with(String key, String text) {
        var annotations = new HashMap<>(RECORD.annotations());
        annotations.put(key, text);
        return annotations;
    }

    private static Map<String, String> without(String... keys) {
        var annotations = new HashMap<>(RECORD.annotations());
        annotations.keySet().removeAll(List.of(keys));
        return annotations;
    }
}
