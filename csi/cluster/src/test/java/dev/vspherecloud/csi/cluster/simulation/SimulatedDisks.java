package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.operations.ForgottenVolumes;
import dev.vspherecloud.csi.operations.RegistrationRecords;
import java.time.Duration;
import java.util.Optional;

/// The catalogue of First Class Disks, which does not forget when CNS does. No volume is attached.
record SimulatedDisks(Replica replica) implements ForgottenVolumes {
    @Override
    public DiskPresence find(String volumeId, Duration budget) {
        if (replica.disabled == Safeguard.DISKS) {
            return new DiskPresence.Absent();
        }
        return replica.exchange(
                budget,
                new DiskPresence.Unknown("the catalogue does not answer"),
                () -> replica.cns.disk(volumeId)
                        ? new DiskPresence.Present("the catalogue has its disk")
                        : new DiskPresence.Absent());
    }

    @Override
    public String register(String volumeId, Optional<String> name, Duration budget) {
        var registrations = new RegistrationRecords(new SimulatedRecords(replica), replica::wallTime);
        if (replica.disabled != Safeguard.REGISTRATION_RECORDS
                && registrations.begin(volumeId, Replica.budget()).isPresent()) {
            return "it cannot be recorded";
        }
        return replica.exchange(budget, "there is no answer", () -> replica.cns.register(volumeId));
    }
}
