package dev.vspherecloud.csi.domain.attachment;

/// A volume that is to be attached or detached.
///
/// @param handle   the handle, as in its PersistentVolume
/// @param volumeId the id in CNS
/// @param vcenter  the name of the vCenter that has the volume
public record VolumeToAttach(String handle, String volumeId, String vcenter) {}
