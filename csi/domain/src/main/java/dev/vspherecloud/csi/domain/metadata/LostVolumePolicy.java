package dev.vspherecloud.csi.domain.metadata;

/// Decides about a PersistentVolume whose volume CNS does not have.
///
/// The registration of a disk can be repeated without harm: CNS identifies the volume by the id of the disk, and
/// refuses to register it twice. If the disk does not exist any more, for example because etcd was restored from a
/// backup that is older than CNS, the volume is only reported.
///
/// Rule from: csi 4.2 and 4.3 step 3, csi-production 14 (scenario 18).
public final class LostVolumePolicy {
    /// A volume that the driver created is registered again after one full pass, because it may have been created after
    /// CNS was asked; and is reported after two.
    private static final int PASSES_UNTIL_REGISTERED = 1;

    private static final int PASSES_UNTIL_REPORTED = 2;

    private LostVolumePolicy() {}

    public static LostVolumeDecision decide(LostVolumeFacts facts) {
        if (!facts.isUsable()) {
            return LostVolumeDecision.WAIT;
        }
        boolean mayRegister = facts.form() == VolumeForm.BLOCK && !facts.wasRefused();
        if (mayRegister && (facts.isStatic() || facts.passes() >= PASSES_UNTIL_REGISTERED)) {
            return LostVolumeDecision.REGISTER;
        }
        return facts.passes() < PASSES_UNTIL_REPORTED ? LostVolumeDecision.WAIT : LostVolumeDecision.REPORT;
    }
}
