package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.DatacenterPaths;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The facts about one vCenter that its account sees, apart from the VMs of Nodes.
///
/// @param skew how much the clock of the vCenter is ahead of this machine's; negative if it is behind
/// @param datacenters the datacenters that the account may see
/// @param vms the VMs that the account may see; empty if there are more than [#MAX_VMS]
/// @param failure why something could not be read; then the other values mean nothing
public record VcenterFacts(
        Duration skew,
        List<DatacenterPath> datacenters,
        Optional<List<ListedVm>> vms,
        Optional<VcenterException> failure) {
    /// The largest number of VMs that are compared with those of the Nodes.
    static final int MAX_VMS = 10_000;

    private static final int PAGE = 1_000;
    private static final String UUID = "config.uuid";
    private static final String TEMPLATE = "config.template";
    private static final String MANAGED_BY = "config.managedBy.type";

    public VcenterFacts {
        datacenters = List.copyOf(datacenters);
        vms = vms.map(List::copyOf);
    }

    /// A VM of the vCenter, whether or not a Node runs on it.
    ///
    /// @param moref its reference
    /// @param biosUuid as vCenter writes it
    public record ListedVm(String name, String moref, String biosUuid) {}

    /// Returns true if the account may see at least one VM.
    boolean seesVms() {
        return vms.map(all -> !all.isEmpty()).orElse(true);
    }

    /// Reads the facts, with seven calls and one more for each thousand VMs, ten thousand at most.
    public static VcenterFacts read(VcenterSession session, InstantSource clock) {
        try {
            Instant before = clock.instant();
            Instant theirs = session.currentTime();
            Duration trip = Duration.between(before, clock.instant());
            Duration skew = Duration.between(before.plus(trip.dividedBy(2)), theirs);
            List<DatacenterPath> datacenters = DatacenterPaths.read(session);
            Optional<List<ListedVm>> vms = members(
                    session, "VirtualMachine", List.of("name", UUID, TEMPLATE, MANAGED_BY), vm -> Optional.of(vm)
                            .filter(VcenterFacts::isVisible)
                            .map(VcenterFacts::vm));
            return new VcenterFacts(skew, datacenters, vms, Optional.empty());
        } catch (VcenterException e) {
            return new VcenterFacts(Duration.ZERO, List.of(), Optional.empty(), Optional.of(e));
        }
    }

    /// Returns true if the VM may be that of a Node: not a template, and not the placeholder of a VM that runs
    /// elsewhere.
    private static boolean isVisible(ObjectContent vm) {
        return vm.value(UUID).text().isPresent()
                && !vm.value(TEMPLATE).flag().orElse(false)
                && !vm.value(MANAGED_BY).text().filter("placeholderVm"::equals).isPresent();
    }

    private static ListedVm vm(ObjectContent vm) {
        return new ListedVm(
                vm.value("name").text().orElse(""),
                vm.object().value(),
                vm.value(UUID).text().orElse(""));
    }

    /// Returns the visible objects of a type; empty if there are more than [#MAX_VMS].
    ///
    /// @param fact returns what is kept of an object
    private static <T> Optional<List<T>> members(
            VcenterSession session, String type, List<String> paths, Function<ObjectContent, Optional<T>> fact) {
        var facts = new ArrayList<T>();
        MoRef view = session.createContainerView(session.content().rootFolder(), type);
        try {
            RetrieveQuery query = RetrieveQuery.ofView(view, type, paths);
            boolean isComplete = session.retrieve(
                    query, PAGE, MAX_VMS / PAGE, object -> fact.apply(object).ifPresent(facts::add));
            return isComplete ? Optional.of(facts) : Optional.empty();
        } finally {
            session.destroyView(view);
        }
    }
}
