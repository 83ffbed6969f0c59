package dev.vspherecloud.testkit.bed;

import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.proxy.VcenterRules;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// Faults of vCenters, of accounts and of the network while every VM exists. Each is one of the reports of wrongly
/// deleted Nodes that operators filed against other cloud providers.
public enum VcenterFault {
    /// vCenter refuses connections.
    REFUSED(target -> {
        FaultProxy proxy = target.site().proxy();
        proxy.cutAll();
        return proxy::restore;
    }),

    /// vCenter accepts calls and never responds.
    BLACK_HOLE(target -> withRules(target, Stream.of(VcenterRules.blackHole()))),

    /// vCenter shows a certificate that the client does not trust.
    UNTRUSTED(target -> {
        FaultProxy proxy = target.site().proxy();
        ServerIdentity trusted = proxy.identity();
        proxy.useIdentity(ServerIdentity.generate());
        return () -> proxy.useIdentity(trusted);
    }),

    /// vCenter refuses logins, for example because the account is locked; existing sessions have ended.
    LOGIN_REFUSED(target -> {
        ActiveFault trouble = withRules(target, VcenterRules.loginsRefused().stream());
        target.site().vcenter().terminateSessions();
        return trouble;
    }),

    /// Half of all reads and searches end with a lost session.
    SESSION_LOST(
            target -> withRules(target, Stream.of(VcenterRules.sessionLost().withProbability(0.5)))),

    /// The account cannot see these VMs any more.
    NO_PERMISSION(target -> {
        target.site().vcenter().rights().hide(target.objects());
        return untilRightsAreRestored(target);
    }),

    /// The same, and reads by reference fail as a whole.
    PERMISSION_REFUSED(target -> {
        target.site().vcenter().rights().refuse(target.objects());
        return untilRightsAreRestored(target);
    }),

    /// The account cannot see the folder of the VMs.
    NO_PERMISSION_ON_FOLDER(target -> {
        String folder = home(target).vmFolder();
        target.site().vcenter().rights().hide(TaggedObject.folder(folder));
        return untilRightsAreRestored(target);
    }),

    /// The account cannot see any object.
    NO_PERMISSION_AT_ALL(target -> {
        target.site().vcenter().rights().hideEverything();
        return untilRightsAreRestored(target);
    }),

    /// Searches find nothing, and watched objects leave the filter.
    EMPTY_RESULTS(target -> {
        ActiveFault empty = withRules(target, Stream.of(VcenterRules.searchesFindNothing()));
        target.site().vcenter().rights().hide(target.objects());
        return both(empty, untilRightsAreRestored(target));
    }),

    /// vCenter reports for the first two reads of each VM that it does not exist, and searches find nothing.
    HIDDEN(target -> {
        ActiveFault lies = withRules(
                target,
                Stream.concat(
                        target.vms().stream().flatMap(vm -> VcenterRules.noSuchVm(vm).stream()
                                .map(rule -> rule.times(2))),
                        Stream.of(VcenterRules.searchesFindNothing())));
        target.site().vcenter().rights().hide(target.objects());
        return both(lies, untilRightsAreRestored(target));
    }),

    /// Pages of objects end after the first object.
    TRUNCATED(target -> withRules(target, Stream.of(VcenterRules.pagesCutTo(1)))),

    /// Reads of the VMs repeat an old response.
    STALE(target -> withRules(target, target.vms().stream().map(VcenterRules::staleReads))),

    /// REST calls fail; SOAP works.
    REST_DOWN(target -> withRules(target, Stream.of(VcenterRules.failRest()))),

    /// Another vCenter without VMs responds at this address.
    SWAPPED(target -> changeThenRestore(target, SimulatedVcenter::replaceWithEmpty)),

    /// vCenter is restored from a backup from before these VMs.
    RESTORED(target -> changeThenRestore(target, vcenter -> vcenter.restore(target.older()))),

    /// The VMs are moved to a datacenter that the configuration does not name.
    MOVED(target -> {
        SimulatedVcenter vcenter = target.site().vcenter();
        Topology.Datacenter home = home(target);
        vcenter.add(Topology.empty().cluster("elsewhere", "elsewhere-cluster", 1));
        vcenter.operations().relocate(target.vms(), "elsewhere", "elsewhere-cluster");
        return () -> vcenter.operations()
                .relocate(target.vms(), home.name(), home.clusters().getFirst().name());
    }),

    /// The hosts of the VMs do not respond.
    HOST_LOST(target -> {
        List<String> hosts = target.hosts();
        SimulatedVcenter vcenter = target.site().vcenter();
        hosts.forEach(vcenter.operations()::loseHost);
        return () -> hosts.forEach(vcenter.operations()::findHost);
    }),

    /// The hosts of the VMs are removed from the inventory; the VMs keep running.
    HOST_REMOVED(target -> {
        List<String> hosts = target.hosts();
        return changeThenRestore(target, vcenter -> hosts.forEach(vcenter.operations()::removeHost));
    }),

    /// The datastore of the VMs is inaccessible.
    INACCESSIBLE(target -> {
        connection(target, "inaccessible");
        return () -> connection(target, "connected");
    }),

    /// The VMs are unregistered; they keep running.
    UNREGISTERED(
            target -> changeThenRestore(target, vcenter -> vcenter.operations().unregister(target.vms())));

    private final Function<Target, ActiveFault> onset;

    VcenterFault(Function<Target, ActiveFault> onset) {
        this.onset = onset;
    }

    /// Starts the fault.
    public ActiveFault apply(Target target) {
        return onset.apply(target);
    }

    private static ActiveFault withRules(Target target, Stream<Rule> rules) {
        var planted = rules.map(target.site().proxy()::add).toList();
        target.site().proxy().cutConnections();
        return () -> planted.forEach(ActiveRule::close);
    }

    private static ActiveFault untilRightsAreRestored(Target target) {
        return () -> target.site().vcenter().rights().restore();
    }

    private static ActiveFault both(ActiveFault one, ActiveFault other) {
        return () -> {
            one.close();
            other.close();
        };
    }

    /// At the end, vCenter returns to its present state, and the VMs have their references again. For a client that
    /// recorded events in between, this is a vCenter that was restored from a backup.
    private static ActiveFault changeThenRestore(Target target, Consumer<SimulatedVcenter> change) {
        SimulatedVcenter vcenter = target.site().vcenter();
        var now = vcenter.backUp();
        change.accept(vcenter);
        return () -> vcenter.restore(now);
    }

    private static Topology.Datacenter home(Target target) {
        return target.site().vcenter().inventory().datacenters().getFirst();
    }

    private static void connection(Target target, String state) {
        target.site()
                .vcenter()
                .change(target.vms().stream()
                        .map(vm -> VmSpec.change(vm).connectionState(state))
                        .toList());
    }
}
