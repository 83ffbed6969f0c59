package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A vCenter in the configuration: an address at which another vCenter, or none, may answer later.
///
/// A failure of the REST API has no effect on existence checks; see `areTagsUnreadable` in `World`.
public final class Site {
    private final String name;
    private final List<Runnable> listeners = new ArrayList<>();
    private final Set<UUID> watched = new HashSet<>();
    private final ModelVcenter own;
    private ModelVcenter vcenter;
    private Optional<VsphereReason> silence = Optional.empty();
    private Duration delay = Duration.ZERO;

    public Site(String name, ModelVcenter vcenter) {
        this.name = name;
        this.own = vcenter;
        this.vcenter = vcenter;
        watch(vcenter);
    }

    public String name() {
        return name;
    }

    public ModelVcenter vcenter() {
        return vcenter;
    }

    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    void changed() {
        listeners.forEach(Runnable::run);
    }

    /// Returns the vCenter that belongs to the address.
    public ModelVcenter own() {
        return own;
    }

    public void recover() {
        delay = Duration.ZERO;
        silence = Optional.empty();
        swap(own);
    }

    /// Replaces the vCenter at the address.
    public void swap(ModelVcenter other) {
        vcenter = other;
        watch(other);
        changed();
    }

    private void watch(ModelVcenter each) {
        if (watched.add(each.instance())) {
            each.onChange(() -> {
                if (vcenter == each) {
                    changed();
                }
            });
        }
    }

    public void fallSilent(VsphereReason why) {
        silence = Optional.of(why);
        changed();
    }

    public void answerAgain() {
        silence = Optional.empty();
        changed();
    }

    public Optional<VmLookup.Silence> silence() {
        return silence.map(code -> new VmLookup.Silence(name, code, "as the run has it"));
    }

    /// Returns the additional time of every call.
    public Duration delay() {
        return delay;
    }

    public void slowDown(Duration by) {
        delay = by;
    }
}
