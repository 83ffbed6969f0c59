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

/// What happens to vCenters and their neighbourhood while every VM lives: the reports of wrongly deleted Nodes that
/// operators filed against other cloud providers, one by one.
public enum VcenterFault {
    /// Connections are refused.
    REFUSED(target -> {
        FaultProxy proxy = target.site().proxy();
        proxy.cutAll();
        return proxy::restore;
    }),

    /// Calls are taken and never answered.
    BLACK_HOLE(target -> planted(target, Stream.of(VcenterRules.blackHole()))),

    /// The certificate is one that nobody trusts.
    UNTRUSTED(target -> {
        FaultProxy proxy = target.site().proxy();
        ServerIdentity trusted = proxy.identity();
        proxy.useIdentity(ServerIdentity.generate());
        return () -> proxy.useIdentity(trusted);
    }),

    /// The account is locked, say; sessions have ended.
    LOGIN_REFUSED(target -> {
        ActiveFault trouble = planted(target, VcenterRules.loginsRefused().stream());
        target.site().vcenter().terminateSessions();
        return trouble;
    }),

    /// Every other read and search ends with a lost session.
    SESSION_LOST(target -> planted(target, Stream.of(VcenterRules.sessionLost().withProbability(0.5)))),

    /// The account may not see these VMs any more.
    NO_PERMISSION(target -> {
        target.site().vcenter().rights().hide(target.objects());
        return permitted(target);
    }),

    /// The same, where reads by reference fail as a whole.
    PERMISSION_REFUSED(target -> {
        target.site().vcenter().rights().refuse(target.objects());
        return permitted(target);
    }),

    /// The account may not see the folder of the VMs.
    NO_PERMISSION_ON_FOLDER(target -> {
        String folder = home(target).vmFolder();
        target.site().vcenter().rights().hide(TaggedObject.folder(folder));
        return permitted(target);
    }),

    /// The account may not see anything.
    NO_PERMISSION_AT_ALL(target -> {
        target.site().vcenter().rights().hideEverything();
        return permitted(target);
    }),

    /// Searches find nothing, and what was watched leaves.
    EMPTY_RESULTS(target -> {
        ActiveFault empty = planted(target, Stream.of(VcenterRules.searchesFindNothing()));
        target.site().vcenter().rights().hide(target.objects());
        return both(empty, permitted(target));
    }),

    /// vCenter claims for two reads of each VM that it does not exist, and searches find nothing.
    HIDDEN(target -> {
        ActiveFault lies = planted(
                target,
                Stream.concat(
                        target.vms().stream().flatMap(vm -> VcenterRules.noSuchVm(vm).stream()
                                .map(rule -> rule.times(2))),
                        Stream.of(VcenterRules.searchesFindNothing())));
        target.site().vcenter().rights().hide(target.objects());
        return both(lies, permitted(target));
    }),

    /// Answers lack what comes after the first object.
    TRUNCATED(target -> planted(target, Stream.of(VcenterRules.pagesCutTo(1)))),

    /// Reads of the VMs repeat an answer of long ago.
    STALE(target -> planted(target, target.vms().stream().map(VcenterRules::staleReads))),

    /// Only SOAP works.
    REST_DOWN(target -> planted(target, Stream.of(VcenterRules.failRest()))),

    /// Another vCenter that has nothing answers at this address.
    SWAPPED(target -> changeThenRestore(target, SimulatedVcenter::replaceWithEmpty)),

    /// A backup from before these VMs was restored.
    RESTORED(target -> changeThenRestore(target, vcenter -> vcenter.restore(target.older()))),

    /// The VMs were moved to a datacenter that no configuration names.
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

    /// The hosts of the VMs were taken out of the inventory; the VMs run on.
    HOST_REMOVED(target -> {
        List<String> hosts = target.hosts();
        return changeThenRestore(target, vcenter -> hosts.forEach(vcenter.operations()::removeHost));
    }),

    /// The VMs' datastore is away.
    INACCESSIBLE(target -> {
        connection(target, "inaccessible");
        return () -> connection(target, "connected");
    }),

    /// The VMs were unregistered; they run on.
    UNREGISTERED(
            target -> changeThenRestore(target, vcenter -> vcenter.operations().unregister(target.vms())));

    private final Function<Target, ActiveFault> onset;

    VcenterFault(Function<Target, ActiveFault> onset) {
        this.onset = onset;
    }

    /// Makes it happen.
    public ActiveFault apply(Target target) {
        return onset.apply(target);
    }

    private static ActiveFault planted(Target target, Stream<Rule> rules) {
        var planted = rules.map(target.site().proxy()::add).toList();
        target.site().proxy().cutConnections();
        return () -> planted.forEach(ActiveRule::close);
    }

    private static ActiveFault permitted(Target target) {
        return () -> target.site().vcenter().rights().restore();
    }

    private static ActiveFault both(ActiveFault one, ActiveFault other) {
        return () -> {
            one.close();
            other.close();
        };
    }

    /// It ends with vCenter as it is now: the VMs are back under their references. To whoever noted events
    /// meanwhile that is a vCenter that was restored from a backup.
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
