package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;

/// The true state of one machine, whatever any vCenter shows: whether it runs, and what its kubelet can do.
///
/// A machine exists independently of its place in an inventory: after it was unregistered, or its host was removed,
/// it continues to run.
public final class Machine {
    private final NodeName node;
    private final SystemUuid uuid;
    private final VirtualTime time;
    private final Runnable changed;

    private PowerState power = PowerState.ON;
    private boolean booted = true;
    private boolean well = true;
    private boolean hung;
    private boolean cutOff;
    private boolean destroyed;
    private long turned;

    /// @param node    the name under which its kubelet registers
    /// @param changed called after each change that its kubelet notices
    public Machine(NodeName node, SystemUuid uuid, VirtualTime time, Runnable changed) {
        this.node = node;
        this.uuid = uuid;
        this.time = time;
        this.changed = changed;
        this.turned = Long.MIN_VALUE / 2;
    }

    public NodeName node() {
        return node;
    }

    public SystemUuid uuid() {
        return uuid;
    }

    PowerState power() {
        return power;
    }

    public boolean isRunning() {
        return power == PowerState.ON;
    }

    public boolean isDestroyed() {
        return destroyed;
    }

    /// Returns for how many nanoseconds it has been running, or has not been running.
    public long steadyFor() {
        return time.nanos() - turned;
    }

    /// Returns true if its kubelet works and can reach the API server.
    public boolean isReaching() {
        return isRunning() && booted && !cutOff;
    }

    /// Returns the readiness that its kubelet reports.
    public boolean isWell() {
        return well;
    }

    /// Returns true if its kubelet only renews its Lease.
    public boolean isHung() {
        return hung;
    }

    boolean isCutOff() {
        return cutOff;
    }

    /// Changes the power state. After a resume the machine is booted; otherwise see [#boot].
    public void turn(PowerState to) {
        if (!destroyed && power != to) {
            if (to == PowerState.ON != isRunning()) {
                turned = time.nanos();
            }
            booted = power == PowerState.SUSPENDED && to == PowerState.ON;
            power = to;
            changed.run();
        }
    }

    public void boot() {
        if (isRunning() && !booted) {
            booted = true;
            changed.run();
        }
    }

    /// Stops the guest; the machine still runs.
    public void halt() {
        booted = false;
        changed.run();
    }

    public void cutOff(boolean isSo) {
        cutOff = isSo;
        changed.run();
    }

    public void well(boolean isSo) {
        well = isSo;
        changed.run();
    }

    public void hang(boolean isSo) {
        hung = isSo;
        changed.run();
    }

    /// Deletes the files of the machine.
    public void destroy() {
        turn(PowerState.OFF);
        destroyed = true;
    }

    @Override
    public String toString() {
        return "machine " + node + " (" + uuid.toString().substring(0, 8) + ")";
    }
}
