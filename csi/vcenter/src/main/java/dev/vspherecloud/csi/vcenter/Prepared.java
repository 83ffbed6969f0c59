package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.operations.VolumeFailure;

/// What a call needs before it can begin, or why it cannot.
public sealed interface Prepared<T> {
    record Ready<T>(T value) implements Prepared<T> {}

    record Failed<T>(VolumeFailure failure) implements Prepared<T> {}
}
