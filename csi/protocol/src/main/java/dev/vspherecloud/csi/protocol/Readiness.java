package dev.vspherecloud.csi.protocol;

/// Says what a Probe answers.
///
/// A controller is ready when it is active and has succeeded once: its configuration is read, and a first login
/// worked. A failure after that does not make it unready, because the livenessprobe sidecar would let the
/// kubelet restart the Pod, and each restart is another login. A standby is not ready, which holds its sidecars
/// before their own election. So all sidecars lead in the Pod of the active controller.
///
/// A Probe of a node plugin depends on nothing remote, so it is always ready.
///
/// Threads: any.
public final class Readiness {
    private volatile boolean isActive;
    private volatile boolean hasSucceeded;

    private Readiness(boolean isReady) {
        this.isActive = isReady;
        this.hasSucceeded = isReady;
    }

    /// Returns the readiness of a controller, which starts as a standby.
    public static Readiness ofController() {
        return new Readiness(false);
    }

    /// Returns the readiness of a node plugin.
    public static Readiness ofNode() {
        return new Readiness(true);
    }

    /// Called when this process becomes the active one. A process that is no longer active exits, so there is no way
    /// back.
    public void onActive() {
        isActive = true;
    }

    /// Called when the configuration is read and a login has worked.
    public void onSuccess() {
        hasSucceeded = true;
    }

    public boolean isReady() {
        return isActive && hasSucceeded;
    }
}
