package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureReasonTest {
    /// No failure proves anything about a VM, in particular not that it is missing.
    @ParameterizedTest
    @EnumSource
    void everyFailureHasTheScopeOfTheVcenter(Kind kind) {
        assertThat(FailureReason.of(kind).scope()).isEqualTo(ReasonCode.Scope.VCENTER);
    }

    @Test
    void failuresThatNeedAPersonHaveTheirOwnReason() {
        assertThat(FailureReason.of(Kind.TLS)).isEqualTo(VsphereReason.VCENTER_UNTRUSTED);
        assertThat(FailureReason.of(Kind.LOGIN_REFUSED)).isEqualTo(VsphereReason.LOGIN_REFUSED);
        assertThat(FailureReason.of(Kind.NO_PERMISSION)).isEqualTo(VsphereReason.PERMISSION_MISSING);
        assertThat(FailureReason.of(Kind.PROXY)).isEqualTo(VsphereReason.VCENTER_UNREACHABLE);
    }
}
