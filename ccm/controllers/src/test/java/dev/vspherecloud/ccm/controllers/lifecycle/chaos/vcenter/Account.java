package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import java.util.HashSet;
import java.util.Set;

/// What our account may see of one vCenter, and what vCenter says of the rest.
///
/// What may not be read is left out of every search and every page without a word. Read by its reference it answers
/// `NoPermission`, or, as some versions do, that there is no such object.
public final class Account {
    /// Nothing can be read, the root folder included.
    public boolean blind;

    /// Events and tasks can't be read.
    public boolean noHistory;

    /// What may not be read is denied.
    public boolean denies;

    /// Folders and pools with all that is in them.
    public final Set<String> hiddenPlaces = new HashSet<>();

    /// References of VMs that may not be read though what holds them may; never [#denies].
    public final Set<String> hiddenVms = new HashSet<>();

    /// References of VMs that vCenter itself denies, in every answer, though it has them. No evidence tells that from
    /// a VM that was unregistered: only that it passes, that the kubelet lives, or that it befalls many.
    public final Set<String> denied = new HashSet<>();

    /// What was denied once is not denied again by itself: two short lies in a row are a long one.
    public final Set<String> everDenied = new HashSet<>();

    /// References of VMs that are missing from pages, and from nothing else.
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
