package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.doctor.AddressRuleCheck;
import dev.vspherecloud.ccm.application.doctor.ConnectionCheck;
import dev.vspherecloud.ccm.application.doctor.Diagnosis.Gap;
import dev.vspherecloud.ccm.application.doctor.DoctorArea;
import dev.vspherecloud.ccm.application.doctor.Finding;
import dev.vspherecloud.ccm.application.doctor.FindingCode;
import dev.vspherecloud.ccm.application.doctor.LeaderFacts;
import dev.vspherecloud.ccm.application.doctor.LoginCheck;
import dev.vspherecloud.ccm.application.doctor.LoginCheck.LoginFacts;
import dev.vspherecloud.ccm.application.doctor.NodeCheck;
import dev.vspherecloud.ccm.application.doctor.NodeCheck.ExaminedNode;
import dev.vspherecloud.ccm.application.doctor.RightsCheck;
import dev.vspherecloud.ccm.application.doctor.VcenterFacts;
import dev.vspherecloud.ccm.application.doctor.VcenterFacts.ListedVm;
import dev.vspherecloud.ccm.application.doctor.VmFacts;
import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.ccm.cluster.TaintedNode;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Examines the vCenters in which a login can be tried, and the Nodes in them. It reads in the sessions of the
/// watchers, so there is one login for each vCenter and protocol.
///
/// Threads: the main thread.
final class VcenterExaminer {
    private static final Duration FACTS_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration VMS_TIMEOUT = Duration.ofSeconds(6);

    /// The areas that need a login.
    static final List<DoctorArea> AFTER_LOGIN = List.of(
            DoctorArea.RIGHTS,
            DoctorArea.TAGS,
            DoctorArea.UUID,
            DoctorArea.VM,
            DoctorArea.TOOLS,
            DoctorArea.ADDRESSES,
            DoctorArea.DISK);

    private final CloudConfig config;
    private final LeaderFacts leader;
    private final boolean isComplete;
    private final InstantSource clock;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<ConfiguredDatacenter> datacenters = new ArrayList<>();

    /// @param config with the vCenters in which a login can be tried
    /// @param isComplete false if other vCenters are configured
    VcenterExaminer(CloudConfig config, LeaderFacts leader, boolean isComplete, InstantSource clock) {
        this.config = config;
        this.leader = leader;
        this.isComplete = isComplete;
        this.clock = clock;
    }

    /// The findings, what could not be examined, and what the configured datacenters name.
    record VcenterDiagnosis(List<Finding> findings, List<Gap> gaps, List<ConfiguredDatacenter> datacenters) {}

    /// The logins of this run.
    ///
    /// @param refused returns true if this run sent a login to the vCenter, and the vCenter refused it
    /// @param user returns the user of a vCenter, if it is known
    record Logins(Function<String, Boolean> refused, Function<VcenterConfig, Optional<String>> user) {}

    /// Examines everything; empty if a signal stopped the lookup.
    Optional<VcenterDiagnosis> examine(OneShotLookup lookup, List<TaintedNode> nodes, Logins logins)
            throws InterruptedException {
        lookup.apply(config);
        Map<String, VcenterFacts> facts =
                lookup.query((_, session) -> VcenterFacts.read(session, clock), FACTS_TIMEOUT);
        List<NodeView> views = nodes.stream().map(TaintedNode::view).toList();
        Optional<List<Explanation>> explained = lookup.lookUp(config, views);
        if (explained.isEmpty()) {
            return Optional.empty();
        }
        var examined = new ArrayList<ExaminedNode>();
        for (int i = 0; i < nodes.size(); i++) {
            examined.add(
                    new ExaminedNode(nodes.get(i), Optional.of(explained.get().get(i))));
        }
        Set<String> silent = silent(lookup.silentVcenters(), logins);
        Map<String, VmFacts> vms = vmFacts(lookup, examined, silent);
        boolean hidesVms = rights(facts, vms, examined, silent);
        boolean showsEverything = isComplete && silent.isEmpty() && !hidesVms;
        findings.addAll(new NodeCheck(leader, showsEverything, clock.instant()).findings(examined));
        findings.addAll(NodeCheck.duplicates(examined, listedVms(facts)));
        findings.addAll(AddressRuleCheck.findings(examined, config.nodes().networks(), findings));
        tags(lookup.vcentersWithoutTagCategories());
        findings.addAll(NodeCheck.disks(examined, disks(examined, vms)));
        return Optional.of(new VcenterDiagnosis(findings, gaps, datacenters));
    }

    /// Returns the VMs of each vCenter, and adds a gap for a vCenter with too many of them.
    private Map<String, List<ListedVm>> listedVms(Map<String, VcenterFacts> facts) {
        var vms = new HashMap<String, List<ListedVm>>();
        facts.forEach((vcenter, read) -> {
            if (read.failure().isEmpty() && read.vms().isEmpty()) {
                gaps.add(new Gap(
                        List.of(DoctorArea.UUID),
                        ConnectionCheck.object(vcenter),
                        "it has more than 10,000 VMs, so their UUIDs were not compared with those of the Nodes"));
            }
            vms.put(vcenter, read.vms().orElse(List.of()));
        });
        return vms;
    }

    /// Adds the findings about vCenters that could not be read.
    ///
    /// @return the names of these vCenters
    private Set<String> silent(List<VmLookup.Silence> silences, Logins logins) {
        List<LoginFacts> all = silences.stream()
                .flatMap(silence -> vcenter(silence.vcenter()).stream()
                        .map(vcenter -> new LoginFacts(
                                vcenter,
                                silence,
                                logins.user().apply(vcenter),
                                logins.refused().apply(vcenter.name()))))
                .toList();
        all.forEach(login -> {
            LoginCheck.finding(login, all).ifPresent(findings::add);
            gaps.add(new Gap(
                    AFTER_LOGIN,
                    ConnectionCheck.object(login.vcenter().name()),
                    "there is no session (%s)".formatted(login.silence().code().text())));
            gaps.add(new Gap(
                    List.of(DoctorArea.CLOCK),
                    ConnectionCheck.object(login.vcenter().name()),
                    "the clock is read in a session"));
        });
        return all.stream().map(login -> login.vcenter().name()).collect(Collectors.toSet());
    }

    private Optional<VcenterConfig> vcenter(String name) {
        return config.vcenters().stream()
                .filter(vcenter -> vcenter.name().equals(name))
                .findFirst();
    }

    /// Reads more about the VMs of the Nodes, with few calls for each vCenter.
    private static Map<String, VmFacts> vmFacts(OneShotLookup lookup, List<ExaminedNode> nodes, Set<String> silent)
            throws InterruptedException {
        Map<String, List<String>> found = nodes.stream()
                .flatMap(node -> node.vm().stream())
                .distinct()
                .collect(Collectors.groupingBy(
                        Vm::vcenter,
                        Collectors.mapping(vm -> vm.identity().ref().moref(), Collectors.toList())));
        List<RecordedVm> missing = missing(nodes);
        return lookup.query(
                (vcenter, session) -> silent.contains(vcenter)
                        ? VmFacts.NONE
                        : vmFacts(session, found.getOrDefault(vcenter, List.of()), missing),
                VMS_TIMEOUT);
    }

    private static VmFacts vmFacts(VcenterSession session, List<String> found, List<RecordedVm> missing) {
        try {
            return VmFacts.read(
                    session,
                    found,
                    missing.stream()
                            .filter(vm -> vm.ref()
                                    .vcenter()
                                    .equals(session.content().about().instanceUuid()))
                            .map(vm -> vm.ref().moref())
                            .toList());
        } catch (VcenterException _) {
            return VmFacts.NONE;
        }
    }

    private static List<RecordedVm> missing(List<ExaminedNode> nodes) {
        return nodes.stream()
                .filter(VcenterExaminer::isWithoutVm)
                .flatMap(node -> node.view().recordedVm().stream())
                .toList();
    }

    private static boolean isWithoutVm(ExaminedNode node) {
        return node.explanation()
                .flatMap(Explanation::lookup)
                .filter(lookup -> lookup instanceof VmLookup.Missing || lookup instanceof VmLookup.Unreadable)
                .isPresent();
    }

    /// Adds the findings about clocks and rights, and what the configured datacenters name.
    ///
    /// @return true if a vCenter hides VMs from its account
    private boolean rights(
            Map<String, VcenterFacts> facts, Map<String, VmFacts> vms, List<ExaminedNode> nodes, Set<String> silent) {
        boolean hasNodesWithoutVm = nodes.stream().anyMatch(VcenterExaminer::isWithoutVm);
        boolean hides = false;
        for (VcenterConfig vcenter : config.vcenters()) {
            VcenterFacts read = facts.get(vcenter.name());
            if (silent.contains(vcenter.name())) {
                continue;
            }
            if (read == null) {
                gaps.add(new Gap(
                        List.of(DoctorArea.RIGHTS, DoctorArea.CLOCK, DoctorArea.UUID),
                        ConnectionCheck.object(vcenter.name()),
                        "it did not answer within %d s".formatted(FACTS_TIMEOUT.toSeconds())));
                continue;
            }
            findings.addAll(RightsCheck.clock(ConnectionCheck.object(vcenter.name()), read.skew()));
            if (read.failure().isEmpty()) {
                RightsCheck.datacenters(vcenter, read)
                        .forEach(match -> datacenters.add(new ConfiguredDatacenter(vcenter.name(), match)));
            }
            List<Finding> missing = RightsCheck.findings(vcenter, read, hasNodesWithoutVm);
            Optional<Finding> hidden = missing.isEmpty()
                    ? RightsCheck.hiddenVms(
                            vcenter.name(), hiddenVms(vms.getOrDefault(vcenter.name(), VmFacts.NONE), nodes))
                    : Optional.empty();
            findings.addAll(missing);
            hidden.ifPresent(findings::add);
            hides |= hidden.isPresent() || (RightsCheck.isBlind(read) && !missing.isEmpty());
        }
        return hides;
    }

    private static List<String> hiddenVms(VmFacts vms, List<ExaminedNode> nodes) {
        return nodes.stream()
                .filter(VcenterExaminer::isWithoutVm)
                .flatMap(node -> node.view().recordedVm().stream()
                        .map(vm -> vm.ref().moref())
                        .filter(vms.hidden()::contains)
                        .map(ref -> "%s, the VM of Node %s"
                                .formatted(ref, node.view().name())))
                .toList();
    }

    /// An account that sees no tag category at all most likely may not read tags: that finding replaces the one
    /// about the missing categories.
    private void tags(Set<String> withoutCategories) {
        withoutCategories.forEach(vcenter -> {
            findings.removeIf(finding -> finding.code() == FindingCode.CATEGORY_MISSING
                    && finding.places().getFirst().object().equals(ConnectionCheck.object(vcenter)));
            findings.add(RightsCheck.tagsHidden(
                    vcenter,
                    config.labels().topology().stream()
                            .flatMap(topology -> topology.categories().names().stream())
                            .toList()));
        });
    }

    private static Map<Vm, Optional<Boolean>> disks(List<ExaminedNode> nodes, Map<String, VmFacts> facts) {
        var disks = new HashMap<Vm, Optional<Boolean>>();
        nodes.stream().flatMap(node -> node.vm().stream()).distinct().forEach(vm -> {
            Map<String, Optional<Boolean>> read =
                    facts.getOrDefault(vm.vcenter(), VmFacts.NONE).diskUuids();
            String ref = vm.identity().ref().moref();
            if (read.containsKey(ref)) {
                disks.put(vm, read.getOrDefault(ref, Optional.empty()));
            }
        });
        return disks;
    }
}
