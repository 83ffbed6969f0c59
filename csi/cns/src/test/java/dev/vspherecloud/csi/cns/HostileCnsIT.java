package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.testkit.script.HostileAnswer;
import dev.vspherecloud.testkit.script.HostileAnswers;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Sends all hostile answers of the testkit to CNS calls and to the discovery of the version. None of them is taken for
/// a started task, a complete list of volumes, an absent disk or a version. `HostileVcenterIT` of the client checks the
/// deadlines.
class HostileCnsIT {
    private static final CnsVolumeId ID = new CnsVolumeId("6ee2b7d5");

    static List<HostileAnswer> answers() {
        return HostileAnswers.all();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void noAnswerIsTakenForATaskOrACompleteList(HostileAnswer hostile) {
        try (var vcenter = new ScriptedCns(ScriptedCns.versions("8.0.3.0"), timeouts(hostile))) {
            CnsClient cns = vcenter.cns();
            vcenter.reply("CnsDeleteVolume", hostile.reply());
            assertThatThrownBy(() -> cns.deleteVolume(ID, true))
                    .isInstanceOf(VcenterException.class)
                    .hasMessageContaining("vc-a")
                    .hasMessageNotContaining("s3cret");

            vcenter.reply("CnsQueryVolume", hostile.reply());
            assertThat(isComplete(cns)).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void noAnswerIsTakenForADiskOrForItsAbsence(HostileAnswer hostile) {
        try (var vcenter = new ScriptedCns(ScriptedCns.versions("8.0.3.0"), timeouts(hostile))) {
            var disks = new FirstClassDiskClient(vcenter.session());
            vcenter.reply("RetrieveVStorageObject", hostile.reply());
            assertThatThrownBy(() -> disks.find(ID, new MoRef("Datastore", "datastore-11")))
                    .isInstanceOf(VcenterException.class)
                    .hasMessageNotContaining("s3cret");
        }
    }

    private static boolean isComplete(CnsClient cns) {
        try {
            return cns.query(CnsQuery.everything(), 100, 3) instanceof CnsQueryResult.Complete;
        } catch (VcenterException _) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void noAnswerIsTakenForAVersion(HostileAnswer hostile) {
        assertThatThrownBy(() -> {
                    try (var vcenter = new ScriptedCns(hostile.reply(), timeouts(hostile))) {
                        vcenter.cns();
                    }
                })
                .isInstanceOf(VcenterException.class)
                .hasMessageContaining("vc-a")
                .hasMessageNotContaining("s3cret");
    }

    /// Returns short deadlines if only the deadline ends the answer.
    private static Timeouts timeouts(HostileAnswer hostile) {
        var call = Duration.ofSeconds(hostile.end() == HostileAnswer.End.DEADLINE ? 2 : 20);
        return new Timeouts(Duration.ofSeconds(10), call, call, call, call);
    }
}
