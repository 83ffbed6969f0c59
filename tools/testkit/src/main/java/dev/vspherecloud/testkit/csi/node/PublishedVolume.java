package dev.vspherecloud.testkit.csi.node;

/// A volume that is published to a Pod.
///
/// @param pod the UID of the Pod
public record PublishedVolume(String pod, PodVolume volume) {}
