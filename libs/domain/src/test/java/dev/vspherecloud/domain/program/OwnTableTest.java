package dev.vspherecloud.domain.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonCode.Scope;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnTableTest {
    @Test
    void aReasonHasTheTextsOfItsTable() {
        ReasonCode code = DiskReason.DISK_IN_USE;

        assertThat(code.text()).isEqualTo("DiskInUse");
        assertThat(code.title()).isEqualTo("The disk is attached to another VM");
        assertThat(code.description()).isEqualTo("vCenter refuses to attach the disk, since another VM has it.");
        assertThat(code.cause()).isEqualTo("The Node of the other VM is gone, and its VM is not.");
        assertThat(code.remedy()).isEqualTo("Detach the disk from the other VM.");
        assertThat(code.group()).isEqualTo(new ReasonGroup("Disks"));
        assertThat(code.isReportedWhenInitialised()).isTrue();
        assertThat(DiskReason.QUOTA_EXCEEDED.isReportedWhenInitialised()).isFalse();
    }

    @Test
    void theScopeOfAReasonDoesNotDependOnTheKindOfObject() {
        assertThat(DiskReason.table())
                .extracting(ReasonCode::scope)
                .containsExactly(
                        Scope.VCENTER, Scope.VCENTER, Scope.VCENTER, Scope.VCENTER, Scope.OBJECT, Scope.CLUSTER);
    }

    @Test
    void oneTableHasGroupsOfTheLibraryAndOfTheProgram() {
        assertThat(DiskReason.table().stream().map(ReasonCode::group).distinct().map(ReasonGroup::title))
                .containsExactly("Access to vCenter", "Disks");
    }

    @Test
    void theReasonOfASilentVcenterIsInTheTableOfTheProgram() {
        var away = new VmLookup.Silence("vc-a", VsphereReason.VCENTER_UNREACHABLE, "nothing listens");
        var refused = new VmLookup.Silence("vc-b", VsphereReason.LOGIN_REFUSED, "wrong password");
        VmLookup.Silence worst = new VmLookup.Unknown(List.of(refused, away)).mostSevere();

        assertThat(List.of(
                        new Reason(worst.code(), worst.why()),
                        new Reason(DiskReason.DATASTORE_HIDDEN, "no datastore has ds:///vmfs/volumes/1/")))
                .allSatisfy(reason -> assertThat(DiskReason.table()).contains(reason.code()))
                .extracting(Reason::toString)
                .containsExactly(
                        "LoginRefused: wrong password", "DatastoreHidden: no datastore has ds:///vmfs/volumes/1/");
    }
}
