package dev.vspherecloud.csi.domain.metadata;

/// Decides about a PersistentVolume whose volume CNS does not have.
///
/// The registration of a disk can be repeated without harm: CNS identifies the volume by the id of the disk, and
/// refuses to register it twice. If the disk does not exist any more, for example because etcd was restored from a
/// backup that is older than CNS, the volume is only reported.
///
/// Rule from: csi 4.2 and 4.3 step 3, csi-production 14 (scenario 18).
public final class LostVolumePolicy {
    /// A volume that the driver created is registered again only after this many passes.
    private static final int PASSES = 2;

    private LostVolumePolicy() {}

    public static LostVolumeDecision decide(LostVolumeFacts facts) {
        if (!facts.isUsable()) {
            return LostVolumeDecision.WAIT;
        }
        boolean mayRegister = facts.form() == VolumeForm.BLOCK && !facts.wasRefused();
        if (facts.isStatic() && mayRegister) {
            return LostVolumeDecision.REGISTER;
        }
        if (facts.passes() < PASSES) {
            return LostVolumeDecision.WAIT;
        }
        return mayRegister ? LostVolumeDecision.REGISTER : LostVolumeDecision.REPORT;
    }
}
