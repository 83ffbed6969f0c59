package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;

/// The truth about one machine, whatever any vCenter says of it: whether it runs, and what its kubelet can do.
///
/// It outlives its place in an inventory: one that was unregistered, or whose host was removed, runs on.
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
    /// @param changed told of whatever its kubelet notices
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

    /// For how many nanoseconds it has been running, or not.
    public long steadyFor() {
        return time.nanos() - turned;
    }

    /// Whether its kubelet works and can reach the API server.
    public boolean isReaching() {
        return isRunning() && booted && !cutOff;
    }

    /// What its kubelet says when it can.
    public boolean isWell() {
        return well;
    }

    /// Whether its kubelet renews its Lease and does nothing else.
    public boolean isHung() {
        return hung;
    }

    boolean isCutOff() {
        return cutOff;
    }

    /// What runs is booted by then, or later: see [#boot].
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

    /// Its guest stops, and it still runs.
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

    /// Its files are deleted.
    public void destroy() {
        turn(PowerState.OFF);
        destroyed = true;
    }

    @Override
    public String toString() {
        return "machine " + node + " (" + uuid.toString().substring(0, 8) + ")";
    }
}
