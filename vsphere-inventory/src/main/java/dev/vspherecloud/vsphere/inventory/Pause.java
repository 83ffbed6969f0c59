package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;

/// Waits a while. Passed in, so that tests need not.
@FunctionalInterface
public interface Pause {
    void of(Duration duration) throws InterruptedException;
}
