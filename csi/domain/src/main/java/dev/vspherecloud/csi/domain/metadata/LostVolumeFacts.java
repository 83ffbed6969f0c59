package dev.vspherecloud.csi.domain.metadata;

/// The facts about a PersistentVolume whose volume no vCenter has.
///
/// @param isStatic   true if a person created the PersistentVolume for an existing disk
/// @param isUsable   true if it is available for a claim or bound to one, and not being deleted
/// @param passes     how many full passes in a row found no volume
/// @param wasRefused true if vCenter has no such disk, or refused to register it
public record LostVolumeFacts(VolumeForm form, boolean isStatic, boolean isUsable, int passes, boolean wasRefused) {}
