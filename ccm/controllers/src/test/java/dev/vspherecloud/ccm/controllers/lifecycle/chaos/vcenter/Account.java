package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import java.util.HashSet;
import java.util.Set;

/// What the account of the provider may read in one vCenter, and how vCenter answers about the rest.
///
/// Searches and pages omit an unreadable object without an error. A read by its reference fails with
/// `NoPermission`, or in some versions as if no such object existed.
public final class Account {
    /// True if nothing can be read, the root folder included.
    public boolean blind;

    /// True if events and tasks cannot be read.
    public boolean noHistory;

    /// True if vCenter answers for unreadable objects that they do not exist.
    public boolean denies;

    /// Unreadable folders and pools; their content is unreadable, too.
    public final Set<String> hiddenPlaces = new HashSet<>();

    /// References of unreadable VMs in readable folders; [#denies] does not apply to them.
    public final Set<String> hiddenVms = new HashSet<>();

    /// References of VMs that vCenter denies in every answer, though it has them. No evidence distinguishes such a
    /// VM from an unregistered one, except that the denial ends, that the kubelet is alive, or that many VMs are
    /// affected.
    public final Set<String> denied = new HashSet<>();

    /// VMs that were denied once. They are not denied again alone, since two short denials in a row would be a long
    /// one.
    public final Set<String> everDenied = new HashSet<>();

    /// References of VMs that only pages omit.
    public final Set<String> truncated = new HashSet<>();

    void recover() {
        blind = false;
        noHistory = false;
        hiddenPlaces.clear();
        hiddenVms.clear();
        denied.clear();
        truncated.clear();
    }

    boolean sees(ModelVm vm) {
        return canRead(vm.folder()) && !hiddenVms.contains(vm.moref()) && !denied.contains(vm.moref());
    }

    public boolean canRead(String place) {
        return !blind && !hiddenPlaces.contains(place);
    }

    boolean denies(ModelVm vm) {
        return denied.contains(vm.moref()) || (denies && !hiddenVms.contains(vm.moref()));
    }
}
