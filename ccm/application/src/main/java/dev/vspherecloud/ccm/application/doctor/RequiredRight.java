package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.kubernetes.review.AccessRight;
import dev.vspherecloud.vsphere.connection.LeaseLoginStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A right of the provider in the cluster, and the role of the chart and the manifest that grants it.
///
/// @param role as in `ClusterRole system:cloud-controller-manager`
public record RequiredRight(AccessRight right, String role) {
    private static final String ACCOUNT = "system:cloud-controller-manager";
    private static final String CLUSTER_ROLE = "ClusterRole " + ACCOUNT;
    private static final String LEASE_GROUP = "coordination.k8s.io";
    private static final String EVENTS_NAMESPACE = "default";
    private static final String NODE_LEASES = "kube-node-lease";

    /// Returns the rights that the provider needs with these flags and this configuration, except those for the
    /// clients of its HTTPS port, which can be turned off.
    ///
    /// @param config empty if the configuration cannot be used
    public static List<RequiredRight> of(Options options, Optional<CloudConfig> config) {
        var rights = new ArrayList<RequiredRight>();
        Stream.of("get", "list", "watch", "patch", "delete").forEach(verb -> rights.add(cluster(verb, "nodes")));
        rights.add(cluster("patch", "nodes/status"));
        Stream.of("list", "watch").forEach(verb -> rights.add(cluster(verb, "services")));
        Options.LeaderElectionOptions election = options.leaderElection();
        String namespace = election.namespace();
        Stream.of(EVENTS_NAMESPACE, namespace).distinct().forEach(place -> Stream.of("create", "patch")
                .forEach(verb -> rights.add(
                        in(place, "", verb, "events", "", place.equals(namespace) ? "leader-election" : "events"))));
        rights.add(in(namespace, LEASE_GROUP, "create", "leases", "", "leader-election"));
        Stream.of("get", "update").forEach(verb -> {
            if (election.enabled()) {
                rights.add(in(namespace, LEASE_GROUP, verb, "leases", election.name(), "leader-election"));
            }
            rights.add(in(namespace, LEASE_GROUP, verb, "leases", LeaseLoginStore.NAME, "leader-election"));
        });
        if (election.enabled()) {
            rights.add(in(namespace, LEASE_GROUP, "watch", "leases", election.name(), "leader-election"));
        }
        rights.add(in(NODE_LEASES, LEASE_GROUP, "get", "leases", "", "node-leases"));
        secrets(config).forEach(secret -> Stream.of("get", "watch")
                .forEach(
                        verb -> rights.add(in(secret.namespace(), "", verb, "secrets", secret.name(), "credentials"))));
        return rights;
    }

    private static List<CredentialsSource.KubernetesSecret> secrets(Optional<CloudConfig> config) {
        return config.stream()
                .flatMap(each -> each.vcenters().stream())
                .map(VcenterConfig::credentials)
                .filter(CredentialsSource.KubernetesSecret.class::isInstance)
                .map(CredentialsSource.KubernetesSecret.class::cast)
                .distinct()
                .toList();
    }

    private static RequiredRight cluster(String verb, String resource) {
        return new RequiredRight(new AccessRight(verb, "", resource, "", ""), CLUSTER_ROLE);
    }

    private static RequiredRight in(
            String namespace, String group, String verb, String resource, String name, String role) {
        return new RequiredRight(
                new AccessRight(verb, group, resource, namespace, name),
                "Role %s/%s:%s".formatted(namespace, ACCOUNT, role));
    }

    /// Returns true if the login record cannot be kept without this right.
    public boolean isForLoginRecord() {
        return right.resource().equals("leases")
                && !right.verb().equals("watch")
                && (right.name().equals(LeaseLoginStore.NAME) || right.verb().equals("create"));
    }

    /// Returns true if the credentials in this Secret cannot be read without this right.
    public boolean isForReading(CredentialsSource source) {
        return source instanceof CredentialsSource.KubernetesSecret(String namespace, String name)
                && right.resource().equals("secrets")
                && right.verb().equals("get")
                && right.namespace().equals(namespace)
                && right.name().equals(name);
    }

    /// Returns the finding that the account lacks this right.
    Finding missing() {
        String rule = "apiGroups: [\"%s\"], resources: [%s]%s, verbs: [%s]"
                .formatted(
                        right.group(),
                        right.resource(),
                        right.name().isEmpty() ? "" : ", resourceNames: [" + right.name() + "]",
                        right.verb());
        return Finding.of(
                FindingCode.RBAC_MISSING,
                role,
                "the account may not %s %s%s%s; the role needs the rule %s"
                        .formatted(
                                right.verb(),
                                right.resource(),
                                right.name().isEmpty() ? "" : " " + right.name(),
                                right.namespace().isEmpty() ? "" : " in namespace " + right.namespace(),
                                rule));
    }

    /// Returns the findings for these missing rights.
    public static List<Finding> findings(List<RequiredRight> missing) {
        return missing.stream().map(RequiredRight::missing).toList();
    }
}
