package dev.vspherecloud.config.document;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The keys and sections by which the configuration of another cloud provider is recognised.
///
/// Rule from: kubernetes/legacy-cloud-providers (vsphere, aws, azure, gce), cloud-provider-openstack, and
/// cloud-init.
final class OtherPrograms {
    /// @param names in lower case and without dashes and underscores
    private record Program(String name, Set<String> names) {}

    private static final List<Program> PROGRAMS = List.of(
            new Program(
                    "the cloud provider of OpenStack",
                    Set.of(
                            "authurl",
                            "tenantname",
                            "oscloud",
                            "userdomainname",
                            "domainname",
                            "applicationcredentialid",
                            "applicationcredentialsecret",
                            "floatingnetworkid",
                            "blockstorage",
                            "oskeyauthtype",
                            "trustid")),
            new Program(
                    "the cloud provider of AWS",
                    Set.of(
                            "kubernetesclusterid",
                            "kubernetesclustertag",
                            "disablesecuritygroupingress",
                            "roleiam",
                            "nodeipfamilies",
                            "serviceoverride")),
            new Program(
                    "the cloud provider of Azure",
                    Set.of(
                            "cloud",
                            "subscriptionid",
                            "resourcegroup",
                            "aadclientid",
                            "aadclientsecret",
                            "vnetname",
                            "usemanagedidentityextension",
                            "vmtype")),
            new Program(
                    "the cloud provider of Google Cloud",
                    Set.of(
                            "projectid",
                            "networkprojectid",
                            "tokenurl",
                            "nodetags",
                            "nodeinstanceprefix",
                            "multizone",
                            "alphafeatures")),
            new Program(
                    "cloud-init",
                    Set.of("users", "writefiles", "runcmd", "packages", "sshauthorizedkeys", "bootcmd", "chpasswd")));

    /// The keys of the in-tree provider of Kubernetes that no later program reads.
    private static final Set<String> IN_TREE = Set.of(
            "workingdir",
            "vmuuid",
            "vmname",
            "datastore",
            "defaultdatastore",
            "resourcepoolpath",
            "scsicontrollertype",
            "publicnetwork",
            "serviceaccount",
            "folder");

    private OtherPrograms() {}

    /// Returns what to do about an unknown name that another program reads.
    static Optional<String> advice(String typed) {
        String name = typed.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
        return IN_TREE.contains(name)
                ? Optional.of("remove it: only the in-tree provider of Kubernetes used it")
                : PROGRAMS.stream()
                        .filter(program -> program.names().contains(name))
                        .map(program -> "it belongs to the configuration of " + program.name()
                                + "; check that this file is the vSphere configuration")
                        .findFirst();
    }
}
