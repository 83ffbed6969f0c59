package dev.vspherecloud.ccm.domain.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReasonCodeTest {
    static List<ReasonCode> table() {
        return NodeReason.table();
    }

    @Test
    void theTableHoldsEachReasonOnce() {
        assertThat(table())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.<ReasonCode>concat(Stream.of(VsphereReason.values()), Stream.of(NodeReason.values()))
                                .toList());
    }

    @Test
    void noTwoReasonsShareACode() {
        assertThat(table().stream().map(ReasonCode::text)).doesNotHaveDuplicates();
    }

    /// A search for the word of an Event finds the constant in the source, and the other way round.
    @ParameterizedTest
    @MethodSource("table")
    void theWordIsTheConstantInCamelCase(Enum<?> code) {
        assertThat(((ReasonCode) code).text().replaceAll("(?<=.)(?=[A-Z])", "_").toUpperCase(Locale.ROOT))
                .isEqualTo(code.name());
    }

    @ParameterizedTest
    @MethodSource("table")
    void everyReasonIsExplainedInShort(ReasonCode code) {
        assertThat(code.title()).matches("(vC|[A-Z])[^.]{5,70}");
        assertThat(List.of(code.description(), code.cause(), code.remedy()))
                .allSatisfy(text -> assertThat(text).endsWith(".").hasSizeBetween(20, 330));
        assertThat(code.remedy().split("\\. ")).hasSizeLessThanOrEqualTo(4);
    }

    /// Without a guest's report or a tag, an initialised Node keeps what it has, and another reason says so:
    /// `AddressesUnreported`, `ZoneUntagged`.
    @Test
    void everyOtherReasonOfANodeIsReportedWhenItIsInitialised() {
        assertThat(table())
                .filteredOn(code -> code.scope() == ReasonCode.Scope.OBJECT && !code.isReportedWhenInitialised())
                .containsExactlyInAnyOrder(
                        NodeReason.VM_POWERED_OFF,
                        NodeReason.TOOLS_NOT_RUNNING,
                        NodeReason.GUEST_HOST_NAME_MISSING,
                        NodeReason.GUEST_NIC_MISSING,
                        VsphereReason.ZONE_MISSING);
    }

    @Test
    void groupsStandTogether() {
        var groups = new ArrayList<ReasonGroup>();
        table().stream()
                .map(ReasonCode::group)
                .filter(group -> groups.isEmpty() || !groups.getLast().equals(group))
                .forEach(groups::add);

        assertThat(groups).hasSize(7).doesNotHaveDuplicates();
    }
}
