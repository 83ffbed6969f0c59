package dev.vspherecloud.domain.identity;

import static dev.vspherecloud.domain.Fixtures.BIOS;
import static dev.vspherecloud.domain.Fixtures.INSTANCE_UUID;
import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static dev.vspherecloud.domain.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
    @Test
    void swapsTheBytesOfTheFirstThreeGroups() {
        SystemUuid uuid =
                SystemUuid.parse("11223344-5566-7788-99aa-bbccddeeff00").orElseThrow();

        assertThat(uuid.swapped()).hasToString("44332211-6655-8877-99aa-bbccddeeff00");
        assertThat(uuid.swapped().swapped()).isEqualTo(uuid);
    }

    @Test
    void swapsGroupsWithTheHighestBitSet() {
        SystemUuid uuid =
                SystemUuid.parse("ff0000fe-80ff-ff81-ffff-ffffffffffff").orElseThrow();

        assertThat(uuid.swapped()).hasToString("fe0000ff-ff80-81ff-ffff-ffffffffffff");
    }

    @Test
    void readsAUuidInAnyCaseWithBlanksAround() {
        assertThat(SystemUuid.parse(" 4237558D-A1B2-C3D4-E5F6-0123456789AB\n").orElseThrow())
                .hasToString("4237558d-a1b2-c3d4-e5f6-0123456789ab");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1-2-3-4-5", "4237558d-a1b2-c3d4-e5f6-0123456789a", "4237558da1b2c3d4e5f60123456789ab", "x"})
    void takesNothingElseForAUuid(String text) {
        assertThat(SystemUuid.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aws:///i-1",
                "k3s://w-1",
                "metal3://x",
                "vsphere:/x",
                "VSPHERE://42000000-0000-0000-0000-0000000000a1"
            })
    void anIdOfAnotherProviderIsForeign(String id) {
        assertThat(node(id, BIOS.toString(), true, Map.of(), List.of()).claim()).isEqualTo(new NodeClaim.Foreign(id));
    }

    @Test
    void anIdOfOursWithoutAUuidIsMalformed() {
        assertThat(node("vsphere://w-1", BIOS.toString(), true, Map.of(), List.of())
                        .claim())
                .isEqualTo(new NodeClaim.Malformed("vsphere://w-1"));
    }

    @Test
    void theProviderIdDecidesWhenThereIsOne() {
        String other = "43000000-0000-0000-0000-0000000000ff";

        NodeClaim claim =
                node("vsphere://" + BIOS, other, false, Map.of(), List.of()).claim();

        assertThat(claim)
                .isEqualTo(new NodeClaim.OnVsphere(new VmQuery(new NodeName("w-1"), List.of(BIOS), Optional.empty())));
    }

    @Test
    void theSystemUuidIsTriedInBothByteOrders() {
        NodeClaim claim = node("", BIOS.toString(), true, Map.of(), List.of()).claim();

        assertThat(claim)
                .isEqualTo(new NodeClaim.OnVsphere(
                        new VmQuery(new NodeName("w-1"), List.of(BIOS, BIOS.swapped()), Optional.empty())));
    }

    @Test
    void aRecordSurvivesBeingWrittenAndRead() {
        var recorded = new RecordedVm(new VmRef(VCENTER, "vm-62"), INSTANCE_UUID);

        assertThat(RecordedVm.from(recorded.annotations())).contains(recorded);
    }

    @Test
    void aDamagedRecordCountsAsNone() {
        var recorded = new RecordedVm(new VmRef(VCENTER, "vm-62"), INSTANCE_UUID);
        for (String key : recorded.annotations().keySet()) {
            var damaged = new java.util.HashMap<>(recorded.annotations());
            damaged.put(key, " ");

            assertThat(RecordedVm.from(damaged)).isEmpty();
        }
    }

    @Test
    void aReferenceThatNamesAnotherVmNowIsNotBelieved() {
        var ref = new VmRef(VCENTER, "vm-62");
        var query = new VmQuery(new NodeName("w-1"), List.of(BIOS), Optional.of(new RecordedVm(ref, INSTANCE_UUID)));

        assertThat(query.confirms(new VmIdentity(ref, BIOS, INSTANCE_UUID))).isTrue();
        assertThat(query.confirms(new VmIdentity(ref, BIOS.swapped(), INSTANCE_UUID)))
                .isFalse();
        assertThat(query.confirms(new VmIdentity(ref, BIOS, new UUID(1, 2)))).isFalse();
        assertThat(query.confirms(new VmIdentity(new VmRef(new UUID(3, 4), "vm-62"), BIOS, INSTANCE_UUID)))
                .isFalse();
    }
}
