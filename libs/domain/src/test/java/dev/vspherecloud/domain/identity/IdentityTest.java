package dev.vspherecloud.domain.identity;

import static dev.vspherecloud.domain.Fixtures.BIOS;
import static dev.vspherecloud.domain.Fixtures.INSTANCE_UUID;
import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
    private static final SystemUuid OTHER =
            SystemUuid.parse("42000000-0000-0000-0000-0000000000b2").orElseThrow();

    @Test
    @Conforms("VN01")
    void swapsTheBytesOfTheFirstThreeGroups() {
        SystemUuid uuid =
                SystemUuid.parse("11223344-5566-7788-99aa-bbccddeeff00").orElseThrow();

        assertThat(uuid.byteSwapped()).hasToString("44332211-6655-8877-99aa-bbccddeeff00");
        assertThat(uuid.byteSwapped().byteSwapped()).isEqualTo(uuid);
    }

    @Test
    void swapsGroupsWithTheHighestBitSet() {
        SystemUuid uuid =
                SystemUuid.parse("ff0000fe-80ff-ff81-ffff-ffffffffffff").orElseThrow();

        assertThat(uuid.byteSwapped()).hasToString("fe0000ff-ff80-81ff-ffff-ffffffffffff");
    }

    @Test
    @Conforms("VN01")
    void readsAUuidInAnyCaseWithBlanksAround() {
        assertThat(SystemUuid.parse(" 4237558D-A1B2-C3D4-E5F6-0123456789AB\n").orElseThrow())
                .hasToString("4237558d-a1b2-c3d4-e5f6-0123456789ab");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-2-3-4-5",
                "4237558d-a1b2-c3d4-e5f6-0123456789a",
                "4237558da1b2c3d4e5f60123456789ab",
                "{4237558d-a1b2-c3d4-e5f6-0123456789ab}",
                "VMware-42 37 55 8d a1 b2 c3 d4-e5 f6 01 23 45 67 89 ab",
                "4237558d-a1b2-c3d4-e5f6-0123456789ag",
                "Not Settable",
                "00000000-0000-0000-0000-000000000000",
                "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
                "x"
            })
    void takesNothingElseForAUuid(String text) {
        assertThat(SystemUuid.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aws:///i-1",
                "azure:///subscriptions/x",
                "gce://project/zone/w-1",
                "k3s://w-1",
                "kubemark://w-1",
                "openstack:///x",
                "baremetal://x",
                "metal3://x",
                "vsphere:/x",
                "VSPHERE://42000000-0000-0000-0000-0000000000a1"
            })
    void anIdOfAnotherProviderIsForeign(String id) {
        assertThat(identity(id)).isEqualTo(new NodeIdentity.Foreign(id));
    }

    @Test
    void aVsphereIdWithoutAUuidIsMalformed() {
        assertThat(identity("vsphere://w-1")).isEqualTo(new NodeIdentity.Malformed("vsphere://w-1"));
    }

    private static NodeIdentity identity(String providerId) {
        return NodeIdentity.of(new NodeName("w-1"), providerId, BIOS.toString(), Optional.empty());
    }

    @ParameterizedTest(name = "provider id of {0}, system UUID of {1}: {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "A, A, A",
                "A, swapped A, A",
                "swapped A, A, swapped A",
                "A, -, A",
                "-, A, A",
                "-, swapped A, swapped A",
                "A, B, A B",
                "A, swapped B, A swapped B",
                "-, -, -",
            })
    void aNodeNamesOneMachineUnlessProviderIdAndKubeletDisagree(
            @Nullable String named, @Nullable String reported, @Nullable String machines) {
        VmQuery query = query(named, reported, Optional.empty());

        assertThat(query.uuids().stream().map(IdentityTest::letter).collect(Collectors.joining(" ")))
                .isEqualTo(machines == null ? "" : machines);
        assertThat(query.isByName()).isEqualTo(machines == null);
    }

    @Test
    void theQueryIsTheSameForEachSourceAndByteOrderOfAUuid() {
        VmQuery before = query(null, "swapped A", Optional.empty());

        assertThat(before.isSameQuery(query("A", "swapped A", Optional.empty())))
                .isTrue();
        assertThat(before.isSameQuery(query(null, "B", Optional.empty()))).isFalse();
        assertThat(before.isSameQuery(query("A", "B", Optional.empty()))).isFalse();
        assertThat(before.isSameQuery(query(null, null, Optional.empty()))).isFalse();
    }

    @Test
    void aRecordIsTrustedWhileTheNodeNamesOneMachine() {
        var recorded = Optional.of(
                new RecordedVm(new VmRef(VCENTER, "vm-62"), INSTANCE_UUID, Optional.empty(), Optional.empty()));

        assertThat(query("A", "swapped A", recorded).trustsRecord()).isTrue();
        assertThat(query("A", "B", recorded).trustsRecord()).isFalse();
        assertThat(query(null, null, recorded).trustsRecord()).isFalse();
        assertThat(query("A", "A", Optional.empty()).trustsRecord()).isFalse();
    }

    @ParameterizedTest(name = "provider id of {0}, system UUID of {1}, recorded {2}: {3}")
    @CsvSource(
            nullValues = "-",
            value = {
                "-, A, false, true",
                "-, A, true, false",
                "A, A, false, false",
                "A, B, false, false",
                "A, -, false, false",
                "-, -, false, false",
            })
    void onlyANodeThatWasNeverMatchedAndReportsAUuidMayBeMatchedByItsNameAfterIt(
            @Nullable String named, @Nullable String reported, boolean isRecorded, boolean expected) {
        var recorded = Optional.of(
                new RecordedVm(new VmRef(VCENTER, "vm-62"), INSTANCE_UUID, Optional.empty(), Optional.empty()));
        VmQuery query = query(named, reported, isRecorded ? recorded : Optional.empty());
        var other = new VmIdentity(
                new VmRef(VCENTER, "vm-7"), new SystemUuid(new UUID(0x4200_0000_0000_0000L, 7)), new UUID(5, 7));

        assertThat(query.mayMatchByName()).isEqualTo(expected);
        assertThat(query.isNameOnlyMatch(other, "w-1.example")).isEqualTo(expected);
        assertThat(query.isNameOnlyMatch(other, "w-2")).isFalse();
        assertThat(query.isNameOnlyMatch(other, "")).isFalse();
    }

    private static VmQuery query(@Nullable String named, @Nullable String reported, Optional<RecordedVm> recorded) {
        return new VmQuery(new NodeName("w-1"), uuid(named), uuid(reported), recorded);
    }

    private static Optional<SystemUuid> uuid(@Nullable String words) {
        return Optional.ofNullable(words).map(text -> {
            SystemUuid uuid = text.endsWith("A") ? BIOS : OTHER;
            return text.startsWith("swapped") ? uuid.byteSwapped() : uuid;
        });
    }

    private static String letter(SystemUuid uuid) {
        String letter = uuid.isSameMachineAs(BIOS) ? "A" : "B";
        return uuid.equals(BIOS) || uuid.equals(OTHER) ? letter : "swapped " + letter;
    }

    @Test
    @Conforms("VN02")
    void everyUuidIsReadInEitherOrderAnyCaseAndWithBlanks() {
        var random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            var uuid = new SystemUuid(new UUID(random.nextLong(), random.nextLong()));
            String text = " ".repeat(random.nextInt(3))
                    + (random.nextBoolean() ? uuid.toString() : uuid.toString().toUpperCase(Locale.ROOT))
                    + "\n".repeat(random.nextInt(2));

            assertThat(SystemUuid.parse(text)).contains(uuid);
            assertThat(ProviderId.parse(new ProviderId(uuid).toString())).contains(new ProviderId(uuid));
            assertThat(uuid.byteSwapped()).hasToString(swappedBySplitting(uuid.toString()));
            assertThat(uuid.isSameMachineAs(uuid.byteSwapped())).isTrue();
            assertThat(serialForm(uuid))
                    .satisfies(serial -> assertThat(SystemUuid.parse(serial)).isEmpty());
        }
    }

    /// Swaps the bytes of the groups as text.
    private static String swappedBySplitting(String uuid) {
        String[] groups = uuid.split("-");
        for (int group = 0; group < 3; group++) {
            var pairs = new StringBuilder();
            for (int at = groups[group].length() - 2; at >= 0; at -= 2) {
                pairs.append(groups[group], at, at + 2);
            }
            groups[group] = pairs.toString();
        }
        return String.join("-", groups);
    }

    /// Formats the UUID as VMware's firmware does in the serial number.
    private static String serialForm(SystemUuid uuid) {
        String pairs = uuid.toString().replace("-", "").replaceAll("..", "$0 ").strip();
        return "VMware-" + pairs.substring(0, 23) + "-" + pairs.substring(24);
    }

    @Test
    void aReferenceThatNamesAnotherVmNowDoesNotMatch() {
        var ref = new VmRef(VCENTER, "vm-62");
        var query = new VmQuery(
                new NodeName("w-1"),
                Optional.of(BIOS),
                Optional.empty(),
                Optional.of(new RecordedVm(ref, INSTANCE_UUID, Optional.empty(), Optional.empty())));

        assertThat(query.matchesRecord(new VmIdentity(ref, BIOS, INSTANCE_UUID)))
                .isTrue();
        assertThat(query.matchesRecord(new VmIdentity(ref, OTHER, INSTANCE_UUID)))
                .isFalse();
        assertThat(query.matchesRecord(new VmIdentity(ref, BIOS, new UUID(1, 2))))
                .isFalse();
        assertThat(query.matchesRecord(new VmIdentity(new VmRef(new UUID(3, 4), "vm-62"), BIOS, INSTANCE_UUID)))
                .isFalse();
    }
}
