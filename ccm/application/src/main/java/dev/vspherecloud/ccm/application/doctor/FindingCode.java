package dev.vspherecloud.ccm.application.doctor;

import static dev.vspherecloud.ccm.application.doctor.FindingSeverity.ERROR;
import static dev.vspherecloud.ccm.application.doctor.FindingSeverity.NOTICE;
import static dev.vspherecloud.ccm.application.doctor.FindingSeverity.WARNING;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.Arrays;
import java.util.Optional;

/// The table of all findings. The names are stable, because scripts use them. A finding that is also a reason of the
/// provider has the name, the texts and the meaning of that reason.
public enum FindingCode {
    CONFIGURATION_INVALID(
            DoctorArea.CONFIGURATION,
            ERROR,
            "ConfigurationInvalid",
            "The configuration cannot be used",
            "The file has an error, so the provider does not start, or does not apply the change.",
            "Correct the place that the message names. `config check FILE` shows all problems and the effective"
                    + " settings."),
    CONFIGURATION_DOUBTFUL(
            DoctorArea.CONFIGURATION,
            WARNING,
            "ConfigurationDoubtful",
            "A part of the configuration has no effect, or another effect than it seems to have",
            "The provider uses the file, but not everything in it does what it says.",
            "Correct or remove the place that the message names. `config check FILE` shows the effective settings."),

    SETTING_NOT_SUPPORTED(
            DoctorArea.UNSUPPORTED,
            ERROR,
            "SettingNotSupported",
            "A setting asks for something that this provider does not do",
            "The section or flag belongs to a feature of cloud-provider-vsphere (Go) that this provider does not have.",
            "Keep cloud-provider-vsphere (Go) for this cluster, or use another controller for the feature and remove"
                    + " the setting. `plan` shows what depends on it."),
    SETTING_WITHOUT_EFFECT(
            DoctorArea.UNSUPPORTED,
            NOTICE,
            "SettingWithoutEffect",
            "A flag has no effect",
            "The provider accepts the flag, so that the command line of cloud-provider-vsphere (Go) works unchanged.",
            "Remove the flag when you next change the command line."),
    FEATURE_NOT_SUPPORTED(
            DoctorArea.UNSUPPORTED,
            ERROR,
            "FeatureNotSupported",
            "A Service has a load balancer of a cloud provider",
            "The service controller of a cloud provider served the Service: it has that controller's finalizer. This"
                    + " provider has no service controller, so it neither updates nor removes the load balancer.",
            "Use another load balancer, for example MetalLB or kube-vip, or keep cloud-provider-vsphere (Go). A Service"
                    + " with this finalizer cannot be deleted until a service controller removes the finalizer."),

    NAME_UNRESOLVED(
            DoctorArea.DNS,
            ERROR,
            "NameUnresolved",
            "The name of a vCenter does not resolve",
            "The resolver of this machine or Pod has no address for the name.",
            "Correct the name in `server`, or add it to the DNS server that `/etc/resolv.conf` names. In a Pod with"
                    + " `hostNetwork`, that is the file of the machine; see `dnsPolicy`."),
    ADDRESS_UNREACHABLE(
            DoctorArea.DNS,
            ERROR,
            "AddressUnreachable",
            "One of several addresses of a vCenter does not answer",
            "The name resolves to several addresses, and at least one accepts no connection. The provider uses one of"
                    + " them, so its connections fail now and then.",
            "Remove the address from DNS, or let the vCenter answer on it. `getent ahosts <server>` lists the"
                    + " addresses."),
    CONNECTION_REFUSED(
            DoctorArea.TCP,
            ERROR,
            "ConnectionRefused",
            "Nothing accepts connections on the port of a vCenter",
            "The machine answers, but no program listens on the port.",
            "Correct `server` or `port`, or start the vCenter services. `curl -kv https://<server>:<port>/sdk` shows"
                    + " the same from a shell."),
    CONNECTION_TIMED_OUT(
            DoctorArea.TCP,
            ERROR,
            "ConnectionTimedOut",
            "The address of a vCenter does not answer",
            "The packets get lost: there was neither a connection nor a refusal in time.",
            "Open the firewall between the control plane and the vCenter for this port, or correct `server` or `port`."),
    PROXY_REFUSED(
            DoctorArea.TCP,
            ERROR,
            "ProxyRefused",
            "The proxy refuses the connection to a vCenter",
            "The connection goes through an HTTP proxy, and the proxy does not open it.",
            "If the vCenter is reachable directly, add it to `noProxy` or to the environment variable `NO_PROXY`."
                    + " Otherwise allow the connection in the proxy, or correct `proxyUrl` or `HTTPS_PROXY`."),
    VCENTER_UNREACHABLE(DoctorArea.TCP, VsphereReason.VCENTER_UNREACHABLE),
    VCENTER_SILENT(DoctorArea.TCP, VsphereReason.VCENTER_SILENT),
    API_SERVER_UNREACHABLE(
            DoctorArea.TCP,
            ERROR,
            "ApiServerUnreachable",
            "The API server cannot be used",
            "There is no usable connection to the API server, or it does not accept the identity.",
            "Check `--kubeconfig` and `--master`, or the service account of the Pod. `kubectl get nodes"
                    + " --kubeconfig FILE` uses the same connection."),
    VCENTER_UNTRUSTED(DoctorArea.TLS, VsphereReason.VCENTER_UNTRUSTED),
    CERTIFICATE_EXPIRES_SOON(
            DoctorArea.TLS,
            WARNING,
            "CertificateExpiresSoon",
            "The certificate of a vCenter expires soon",
            "After that time the provider does not connect to the vCenter any more.",
            "Renew the Machine SSL certificate of the vCenter (vSphere Client: Administration > Certificates). If the"
                    + " configuration has a thumbprint, add the new one first."),
    CERTIFICATE_NOT_CHECKED(
            DoctorArea.TLS,
            WARNING,
            "CertificateNotChecked",
            "The certificate of a vCenter is not checked",
            "The provider sends user and password to any server that answers at the address.",
            "Set `caFile` to the CA certificate of the vCenter (`https://<server>/certs/download.zip` contains it), or"
                    + " set `thumbprint`, and remove the key."),

    VCENTER_TOO_OLD(
            DoctorArea.VERSION,
            ERROR,
            "VcenterTooOld",
            "A vCenter is older than the oldest supported version",
            "The provider is written for the APIs of later versions.",
            "Upgrade the vCenter to 6.7 Update 3 or later."),
    NOT_VCENTER(
            DoctorArea.VERSION,
            ERROR,
            "NotVcenter",
            "The server is not a vCenter",
            "The server answers, but it is another product, for example a single ESXi host.",
            "Set `server` to the vCenter that manages the host."),
    API_SERVER_TOO_OLD(
            DoctorArea.VERSION,
            ERROR,
            "ApiServerTooOld",
            "The API server is older than the oldest supported version",
            "The provider is written for the APIs of later versions.",
            "Upgrade Kubernetes to 1.28 or later."),

    RBAC_MISSING(
            DoctorArea.RBAC,
            ERROR,
            "RbacMissing",
            "The account lacks a right in the cluster",
            "The API server says that the account of this command may not do what the provider does.",
            "Add the rule that the message shows to the role, or install the roles of the chart or the manifest again."
                    + " The page about privileges says what does not work without it."),

    CREDENTIALS_MISSING(DoctorArea.LOGIN, VsphereReason.CREDENTIALS_MISSING),
    LOGIN_HELD_BACK(
            DoctorArea.LOGIN,
            ERROR,
            "LoginHeldBack",
            "The login record permits no login at the moment",
            "A login failed lately. So that the account is not locked, no login may be sent before the time in the"
                    + " message, and `doctor` sent none.",
            "Wait until that time, or correct user and password: changed credentials may be tried earlier. If you know"
                    + " that they are right, delete the Lease that the message names."),
    LOGIN_REFUSED(DoctorArea.LOGIN, VsphereReason.LOGIN_REFUSED),
    LOGIN_UNRECORDED(DoctorArea.LOGIN, VsphereReason.LOGIN_UNRECORDED),

    PERMISSION_MISSING(DoctorArea.RIGHTS, VsphereReason.PERMISSION_MISSING),
    PLACE_UNREADABLE(DoctorArea.RIGHTS, VsphereReason.PLACE_UNREADABLE),
    VM_UNREADABLE(DoctorArea.RIGHTS, NodeReason.VM_UNREADABLE),
    DATACENTER_MISSING(
            DoctorArea.RIGHTS,
            ERROR,
            "DatacenterMissing",
            "A configured datacenter is not there",
            "A value of `datacenters` names none of the datacenters that the vCenter shows the account, or is a pattern that"
                    + " fits several of them.",
            "Write the inventory path of the datacenter, or its reference if a name has a comma, in `datacenters`; or"
                    + " give the account the role Read-only on the datacenter and the folders above, with propagation."),

    CLOCK_SKEW(
            DoctorArea.CLOCK,
            WARNING,
            "ClockSkew",
            "Two clocks differ",
            "The clock of a server differs from the clock of this machine. Certificates, tokens, Leases and Events"
                    + " depend on the clocks.",
            "Let both machines use the same NTP servers. If several servers show the same difference, the clock of this"
                    + " machine is wrong."),

    TAGS_UNREAD(DoctorArea.TAGS, VsphereReason.TAGS_UNREAD),
    CATEGORY_MISSING(
            DoctorArea.TAGS,
            VsphereReason.CATEGORY_MISSING,
            " To create the category: `govc tags.category.create -t ClusterComputeResource -t Datacenter <category>`."),
    ZONE_MISSING(
            DoctorArea.TAGS,
            VsphereReason.ZONE_MISSING,
            " For example: `govc tags.attach -c <category> <tag> /<datacenter>/host/<cluster>`."),
    ZONE_UNTAGGED(
            DoctorArea.TAGS,
            WARNING,
            NodeReason.ZONE_UNTAGGED,
            " For example: `govc tags.attach -c <category> <tag> /<datacenter>/host/<cluster>`."),
    TAG_AMBIGUOUS(
            DoctorArea.TAGS,
            VsphereReason.TAG_AMBIGUOUS,
            " For example: `govc tags.detach -c <category> <tag> <object>`."),
    ZONE_INVALID(
            DoctorArea.TAGS,
            VsphereReason.ZONE_INVALID,
            " For example: `govc tags.update -n <name> -c <category> <tag>`."),

    VM_NOT_FOUND(DoctorArea.UUID, NodeReason.VM_NOT_FOUND),
    VM_AMBIGUOUS(DoctorArea.UUID, NodeReason.VM_AMBIGUOUS),
    VM_DUPLICATE(DoctorArea.UUID, WARNING, VsphereReason.VM_DUPLICATE),
    IDENTITY_CONFLICT(DoctorArea.UUID, NodeReason.IDENTITY_CONFLICT),
    NODES_SHARE_UUID(
            DoctorArea.UUID,
            ERROR,
            "NodesShareUuid",
            "Two Nodes have one system UUID",
            "The kubelets of several Nodes report the same UUID, so the provider finds the same VM for all of them.",
            "Each machine must report the UUID of its own VM: compare `cat /sys/class/dmi/id/product_uuid` on the"
                    + " machines. If one is a clone, give its VM a UUID of its own: power it off, then `govc vm.change -vm"
                    + " <VM> -uuid <new UUID>`. If a machine registered under a second name, delete the old Node."),
    VM_IN_OTHER_DATACENTER(DoctorArea.VM, NodeReason.VM_IN_OTHER_DATACENTER),
    VM_IS_TEMPLATE(DoctorArea.VM, NodeReason.VM_IS_TEMPLATE),
    VM_IS_PLACEHOLDER(DoctorArea.VM, NodeReason.VM_IS_PLACEHOLDER),
    VM_INACCESSIBLE(DoctorArea.VM, NodeReason.VM_INACCESSIBLE),
    VM_ORPHANED(DoctorArea.VM, NodeReason.VM_ORPHANED),
    VM_DISCONNECTED(DoctorArea.VM, NodeReason.VM_DISCONNECTED),
    VM_POWERED_OFF(DoctorArea.VM, NodeReason.VM_POWERED_OFF),
    TOPOLOGY_DRIFT(DoctorArea.TAGS, WARNING, NodeReason.TOPOLOGY_DRIFT),
    INSTANCE_TYPE_DRIFT(DoctorArea.VM, NOTICE, NodeReason.INSTANCE_TYPE_DRIFT),
    LABEL_INVALID(DoctorArea.VM, WARNING, VsphereReason.LABEL_INVALID),

    TOOLS_NOT_RUNNING(DoctorArea.TOOLS, NodeReason.TOOLS_NOT_RUNNING),
    GUEST_HOST_NAME_MISSING(DoctorArea.TOOLS, NodeReason.GUEST_HOST_NAME_MISSING),
    ADDRESSES_UNREPORTED(DoctorArea.TOOLS, WARNING, NodeReason.ADDRESSES_UNREPORTED),

    GUEST_NIC_MISSING(DoctorArea.ADDRESSES, NodeReason.GUEST_NIC_MISSING),
    NO_USABLE_ADDRESS(DoctorArea.ADDRESSES, NodeReason.NO_USABLE_ADDRESS),
    NETWORK_MISSING(DoctorArea.ADDRESSES, NodeReason.NETWORK_MISSING),
    ADDRESSES_EXCLUDED(
            DoctorArea.ADDRESSES,
            NodeReason.ADDRESSES_EXCLUDED,
            " In a file in INI form, the keys are `exclude-internal-network-subnet-cidr` and"
                    + " `exclude-external-network-subnet-cidr`."),
    FAMILY_MISSING(DoctorArea.ADDRESSES, NodeReason.FAMILY_MISSING),
    ADDRESS_RULE_UNMATCHED(DoctorArea.ADDRESSES, WARNING, NodeReason.ADDRESS_RULE_UNMATCHED),
    ADDRESS_RULE_UNUSED(
            DoctorArea.ADDRESSES,
            WARNING,
            "AddressRuleUnused",
            "A rule of section nodes matches no NIC of any VM",
            "No VM of a Node has a NIC on the network or an address in the subnet, so the rule selects or excludes"
                    + " nothing.",
            "Correct the network name or the subnet, or remove it. `explain node NAME` shows the addresses and networks"
                    + " of a VM."),
    STATIC_ADDRESSES_UNREADABLE(DoctorArea.ADDRESSES, NodeReason.STATIC_ADDRESSES_UNREADABLE),
    NODE_IP_UNMATCHED(DoctorArea.ADDRESSES, NodeReason.NODE_IP_UNMATCHED),

    DISK_UUID_DISABLED(
            DoctorArea.DISK,
            WARNING,
            "DiskUuidDisabled",
            "A VM does not show the UUIDs of its disks to its guest",
            "The setting `disk.EnableUUID` of the VM is missing or FALSE. The vSphere CSI driver finds a disk in the guest by its UUID,"
                    + " so Pods with volumes do not start on this Node. The provider itself does not need the setting.",
            "The VM must be off to change the setting: drain the Node, shut the machine down, then `govc vm.change -vm"
                    + " <VM> -e disk.enableUUID=TRUE`, and power it on. Set it in the template of the machines, too."),

    KUBELET_NOT_EXTERNAL(
            DoctorArea.KUBELET,
            ERROR,
            "KubeletNotExternal",
            "A kubelet runs without `--cloud-provider=external`",
            "The Node has neither a provider ID nor the taint that asks a cloud provider to initialise it.",
            "Start the kubelet with `--cloud-provider=external`, then delete the Node object, so that the kubelet"
                    + " registers the Node again: `kubectl delete node <node>`."),
    PROVIDER_ID_FOREIGN(
            DoctorArea.KUBELET,
            WARNING,
            "ProviderIdForeign",
            "A Node belongs to another cloud provider",
            "The provider ID of the Node has the form of another provider, so this provider leaves the Node alone.",
            "If the machine is not a VM in vSphere, do nothing. If k3s or RKE2 set the provider ID, start its"
                    + " servers with `--disable-cloud-controller` (in config.yaml: `disable-cloud-controller: true`), and"
                    + " every machine with `kubelet-arg: [cloud-provider=external]`. Then delete the Node object, so that"
                    + " its kubelet registers it again: a provider ID cannot be changed."),
    PROVIDER_ID_MALFORMED(DoctorArea.KUBELET, VsphereReason.PROVIDER_ID_MALFORMED),
    NODE_IP_MALFORMED(DoctorArea.KUBELET, NodeReason.NODE_IP_MALFORMED),

    NODE_UNINITIALISED(
            DoctorArea.TAINTS,
            ERROR,
            "NodeUninitialised",
            "A Node waits for a cloud provider",
            "The Node has the taint of a Node that no cloud provider has initialised, and nothing in vSphere or in the"
                    + " Node prevents it.",
            "Check that the provider runs: `kubectl -n kube-system get pods -l component=cloud-controller-manager`. Its"
                    + " log and the holder of the Lease say why it does not lead."),
    SHUTDOWN_TAINT_STALE(
            DoctorArea.TAINTS,
            WARNING,
            "ShutdownTaintStale",
            "A Node has the shutdown taint, but its VM runs",
            "The taint `node.cloudprovider.kubernetes.io/shutdown` keeps Pods away from the Node. It belongs to a VM"
                    + " that is off.",
            "If a provider runs, it removes the taint within seconds. Otherwise: `kubectl taint node <node>"
                    + " node.cloudprovider.kubernetes.io/shutdown-`."),
    TAINT_UNKNOWN(
            DoctorArea.TAINTS,
            WARNING,
            "TaintUnknown",
            "A taint of cloud providers has another form than Kubernetes sets",
            "The kubelet did not set this taint. This provider removes it whatever its form, but other programs may"
                    + " not recognize it.",
            "Find out which program or configuration sets the taint (`--register-with-taints` of the kubelet, a"
                    + " bootstrap template), and correct it there."),

    LEADER_MISSING(
            DoctorArea.PROVIDERS,
            ERROR,
            "LeaderMissing",
            "No cloud controller manager leads",
            "The Lease of the leader has expired: the process that held it has stopped, and no other has taken over.",
            "Check that the provider runs: `kubectl -n kube-system get pods -l component=cloud-controller-manager`."),
    OTHER_PROVIDER_RUNS(
            DoctorArea.PROVIDERS,
            ERROR,
            "OtherProviderRuns",
            "Another cloud provider runs in the cluster",
            "Two cloud providers overwrite each other's addresses, labels and taints, and may delete each other's Nodes.",
            "Run only one. cloud-provider-vsphere (Go): delete its DaemonSet or Deployment. kube-controller-manager: replace"
                    + " `--cloud-provider=vsphere` by `--cloud-provider=external`. k3s and RKE2: start the"
                    + " servers with `--disable-cloud-controller` (in config.yaml: `disable-cloud-controller: true`).");

    private final DoctorArea area;
    private final FindingSeverity severity;
    private final String text;
    private final String title;
    private final String description;
    private final String remedy;
    private final Optional<ReasonCode> reason;

    FindingCode(
            DoctorArea area, FindingSeverity severity, String text, String title, String description, String remedy) {
        this.area = area;
        this.severity = severity;
        this.text = text;
        this.title = title;
        this.description = description;
        this.remedy = remedy;
        this.reason = Optional.empty();
    }

    FindingCode(DoctorArea area, ReasonCode reason) {
        this(area, ERROR, reason, "");
    }

    FindingCode(DoctorArea area, FindingSeverity severity, ReasonCode reason) {
        this(area, severity, reason, "");
    }

    FindingCode(DoctorArea area, ReasonCode reason, String command) {
        this(area, ERROR, reason, command);
    }

    FindingCode(DoctorArea area, FindingSeverity severity, ReasonCode reason, String command) {
        this.area = area;
        this.severity = severity;
        this.text = reason.text();
        this.title = reason.title();
        this.description = reason.description();
        this.remedy = reason.remedy() + command;
        this.reason = Optional.of(reason);
    }

    /// Returns the finding for a reason of the provider; empty if `doctor` does not report it.
    public static Optional<FindingCode> of(ReasonCode reason) {
        return Arrays.stream(values())
                .filter(code -> code.reason.filter(reason::equals).isPresent())
                .findFirst();
    }

    public DoctorArea area() {
        return area;
    }

    public FindingSeverity severity() {
        return severity;
    }

    /// Returns the stable name of the finding, in upper camel case.
    public String text() {
        return text;
    }

    public String title() {
        return title;
    }

    /// Returns sentences that say what is known when this finding is reported.
    public String description() {
        return description;
    }

    /// Returns sentences that say what to do.
    public String remedy() {
        return remedy;
    }

    /// Returns the page of the documentation about the finding.
    public String page() {
        return (reason.isPresent() ? "docs/reference/reasons.md#" : "docs/reference/doctor.md#")
                + text.toLowerCase(java.util.Locale.ROOT);
    }
}
