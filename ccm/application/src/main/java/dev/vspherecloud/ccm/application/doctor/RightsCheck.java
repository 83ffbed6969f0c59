package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.domain.datacenter.DatacenterMatch;
import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.domain.datacenter.DatacenterRule;
import dev.vspherecloud.domain.datacenter.DatacenterSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Decides which rights the account lacks in a vCenter that it could log in to, and whether the clocks agree. Pure.
public final class RightsCheck {
    private static final Duration MAX_SKEW = Duration.ofSeconds(60);

    private RightsCheck() {}

    /// Returns the sentence that says how to give the role.
    static String grantAdvice(String path) {
        return "To give the role (privileges System.Anonymous, System.View, System.Read): `govc permissions.set -principal <user> -role ReadOnly -propagate=true %s`."
                .formatted(path);
    }

    /// Returns true if the account sees so little of this vCenter that Nodes without a VM prove nothing.
    public static boolean isBlind(VcenterFacts facts) {
        return facts.failure().isPresent() || facts.datacenters().isEmpty() || !facts.seesVms();
    }

    /// Returns the findings about the rights to inventory objects.
    ///
    /// @param hasNodesWithoutVm true if the VM of a Node was found nowhere
    public static List<Finding> findings(VcenterConfig vcenter, VcenterFacts facts, boolean hasNodesWithoutVm) {
        String object = ConnectionCheck.object(vcenter.name());
        if (facts.failure().isPresent()) {
            return List.of(Finding.of(
                            FindingCode.PERMISSION_MISSING,
                            object,
                            String.valueOf(facts.failure().get().getMessage()))
                    .withAdvice(grantAdvice("/")));
        }
        if (facts.datacenters().isEmpty()) {
            String which = vcenter.datacenters().isEmpty()
                    ? "no datacenter"
                    : "not the datacenter " + String.join(", ", vcenter.datacenters());
            return List.of(Finding.of(
                            FindingCode.PERMISSION_MISSING,
                            object,
                            "the account sees %s: it lacks System.View and System.Read on it and above it"
                                    .formatted(which))
                    .withAdvice(grantAdvice("/")));
        }
        if (!facts.seesVms() && hasNodesWithoutVm) {
            return List.of(Finding.of(
                            FindingCode.PERMISSION_MISSING,
                            object,
                            "the account sees the datacenter %s, but no VM below it: its role does not propagate to children"
                                    .formatted(texts(facts.datacenters())))
                    .withAdvice(grantAdvice(facts.datacenters().getFirst().path())));
        }
        return unresolved(vcenter, facts, object);
    }

    /// Returns which of the visible datacenters each configured value names.
    public static List<DatacenterMatch> datacenters(VcenterConfig vcenter, VcenterFacts facts) {
        return selection(vcenter, facts).matches();
    }

    private static DatacenterSelection selection(VcenterConfig vcenter, VcenterFacts facts) {
        return DatacenterRule.of(vcenter.datacenters()).select(facts.datacenters());
    }

    private static List<Finding> unresolved(VcenterConfig vcenter, VcenterFacts facts, String object) {
        DatacenterSelection selection = selection(vcenter, facts);
        String values =
                selection.unresolved().stream().map(DatacenterMatch::text).collect(Collectors.joining("; "));
        return values.isEmpty()
                ? List.of()
                : List.of(Finding.of(
                        FindingCode.DATACENTER_MISSING,
                        object,
                        "found a value of datacenters that names none: %s. The account sees %s"
                                .formatted(values, texts(selection.visible()))));
    }

    private static String texts(List<DatacenterPath> datacenters) {
        return datacenters.stream().map(DatacenterPath::toString).collect(Collectors.joining(", "));
    }

    /// Returns the finding about VMs that exist, but are hidden from the account.
    ///
    /// @param vms as in `vm-12, the VM of Node w-0`
    public static Optional<Finding> hiddenVms(String vcenter, List<String> vms) {
        return vms.isEmpty()
                ? Optional.empty()
                : Optional.of(Finding.of(
                                FindingCode.PERMISSION_MISSING,
                                ConnectionCheck.object(vcenter),
                                "the account may not read %s: it lacks System.Read there, for example because a role above does not propagate"
                                        .formatted(String.join("; ", vms)))
                        .withAdvice(grantAdvice("<VM or folder>")));
    }

    /// Returns the finding about an account that may not read tags.
    public static Finding tagsHidden(String vcenter, List<String> categories) {
        return Finding.of(
                        FindingCode.PERMISSION_MISSING,
                        ConnectionCheck.object(vcenter),
                        "the account sees no tag category at all, and so not %s: tags are not below the inventory, so it needs a global permission"
                                .formatted(String.join(" and ", categories)))
                .withAdvice(
                        "In the vSphere Client: Administration > Access Control > Global Permissions > Add, role Read-only, Propagate to children. govc cannot give global permissions.");
    }

    /// Returns the finding about a clock.
    ///
    /// @param skew how much the clock is ahead of this machine's; negative if it is behind
    public static List<Finding> clock(String object, Duration skew) {
        var findings = new ArrayList<Finding>();
        if (skew.abs().compareTo(MAX_SKEW) > 0) {
            findings.add(Finding.of(
                    FindingCode.CLOCK_SKEW,
                    object,
                    "its clock is %s %s the clock of this machine"
                            .formatted(text(skew.abs()), skew.isNegative() ? "behind" : "ahead of")));
        }
        return findings;
    }

    private static String text(Duration time) {
        return time.toMinutes() > 0
                ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
                : time.toSeconds() + " s";
    }
}
