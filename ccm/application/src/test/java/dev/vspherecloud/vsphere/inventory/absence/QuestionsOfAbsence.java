package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that a vCenter is asked about VMs that are not to be seen, for a test of several modules.
///
/// @param vcenter its name
/// @param newest  the newest event of the vCenter
public record QuestionsOfAbsence(String vcenter, VcenterSession session, EventMark newest) {
    public void examine(AbsenceQuestion question) {
        var examination = new Examination(vcenter, session, question);
        var _ = examination.lookFor();
        var _ = examination.search();
    }

    public Map<AbsenceQuestion, HomeAnswer> hold(List<AbsenceQuestion> questions) {
        var history = new TolerantHistory(
                session.history(),
                e -> {
                    throw new AssertionError("a history that answers can be read", e);
                },
                () -> 0);
        history.beginRound();
        return new Inquest(vcenter, session, history, Optional.of(newest), Map.of()).hold(questions);
    }
}
