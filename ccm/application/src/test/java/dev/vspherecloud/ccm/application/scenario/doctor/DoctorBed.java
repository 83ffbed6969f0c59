package dev.vspherecloud.ccm.application.scenario.doctor;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.ccm.application.scenario.privilege.DeployedRights;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.LoginAttempts;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A healthy cluster on two vCenters: two Nodes that the provider initialised, a leader, the deployed rights. A fault
/// changes it, and [#heal] restores it.
final class DoctorBed implements AutoCloseable {
    static final String LEASE = "cloud-controller-manager";
    static final String NAMESPACE = DeployedRights.NAMESPACE;
    static final String SECRET = DeployedRights.SECRET;
    static final String USER = "doctor@vsphere.local";
    static final String PASSWORD = "Right-password-1!";

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String NODES = "/api/v1/nodes/";
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The rights that the provider does not have, and that `doctor` uses if it has them.
    private static final String MORE_RIGHTS = """
            {"metadata":{"name":"doctor"},"rules":[
            {"apiGroups":[""],"resources":["pods"],"verbs":["list"]},
            {"apiGroups":["apps"],"resources":["daemonsets","deployments"],"verbs":["list"]},
            {"apiGroups":["coordination.k8s.io"],"resources":["leases"],"verbs":["get"],
            "resourceNames":["k3s-cloud-controller-manager","rke2-cloud-controller-manager"]}]}
            """;

    private static final String BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";

    private static final String MORE_RIGHTS_BINDING = """
            {"metadata":{"name":"doctor"},
            "subjects":[{"kind":"ServiceAccount","name":"cloud-controller-manager","namespace":"kube-system"}],
            "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"doctor"}}
            """;

    final TestBed bed;
    final VcenterSite site;
    final VcenterSite other;
    final DeployedRights rights = new DeployedRights();
    final KubeUser account;
    private final VcenterAccount vcenterAccount = VcenterAccount.of(USER, PASSWORD);
    private final Map<String, JsonNode> healthyNodes = new HashMap<>();
    private final List<Runnable> cures = new ArrayList<>();

    private DoctorBed(TestBed bed) {
        this.bed = bed;
        this.site = bed.addVcenter("vc-a");
        this.other = bed.addVcenter("vc-b");
        this.account = rights.to(bed.objects());
    }

    static DoctorBed start() {
        var doctorBed = new DoctorBed(TestBed.start());
        doctorBed.initialise();
        return doctorBed;
    }

    private void initialise() {
        bed.objects().create("/apis/rbac.authorization.k8s.io/v1/clusterroles", MORE_RIGHTS);
        bed.objects().create(BINDINGS, MORE_RIGHTS_BINDING);
        bed.sites().forEach(each -> each.requireAccount(vcenterAccount));
        putSecret(USER, PASSWORD);
        site.vcenter().addVms(List.of(healthyVm(0), healthyVm(1)));
        bed.objects().createNodes(site.nodes("w", 0, 2));
        Program provider = bed.launch()
                .with("--kubeconfig=" + bed.kubeconfig(account))
                .config(bed.write("provider.conf", config()))
                .start();
        bed.objects().awaitNodes(TIMEOUT, nodes -> nodes.stream().allMatch(NodeAssertions::isInitialised));
        provider.terminate();
        bed.objects().nodes().forEach(node -> healthyNodes.put(NodeAssertions.name(node), node));
    }

    private VmSpec healthyVm(int number) {
        return site.vm("w", number).extraConfig("disk.EnableUUID", "TRUE");
    }

    /// Returns the reference of the VM of this name.
    String ref(String vm) {
        return site.vcenter().vms().stream()
                .filter(each -> each.name().equals(vm))
                .map(SimulatedVm::ref)
                .findFirst()
                .orElseThrow();
    }

    /// Returns a change of the VM of this number, without any value.
    VmSpec change(int number) {
        return VmSpec.change(ref("w-" + number));
    }

    /// Changes the VM of Node `w-<number>` until the fault is over.
    void changeVm(int number, VmSpec change) {
        site.vcenter().change(change);
        cures.add(() -> site.vcenter()
                .change(change(number)
                        .toolsRunning(true)
                        .hostName("w-" + number)
                        .address(VcenterSite.address(number) + "/16")
                        .extraConfig("disk.EnableUUID", "TRUE")));
    }

    /// Adds a VM without a Node until the fault is over.
    VmSpec addVm(int number, VmSpec vm) {
        String ref = site.vcenter().addVm(vm);
        cures.add(() -> site.vcenter().removeWithoutEvents(List.of(ref)));
        return vm;
    }

    void putSecret(String user, String password) {
        var values = new HashMap<String, String>();
        for (String server : List.of("127.0.0.1", "vc.test")) {
            values.put(server + ".username", user);
            values.put(server + ".password", password);
        }
        bed.objects().putSecret(NAMESPACE, SECRET, values);
    }

    /// Changes the Secret until the fault is over, and counts the logins of its user.
    VcenterAccount useAccount(String user, String right, String written) {
        var changed = VcenterAccount.of(user, right);
        bed.sites().forEach(each -> each.requireAccount(changed));
        putSecret(user, written);
        cureBy(() -> putSecret(USER, PASSWORD));
        return changed;
    }

    void cureBy(Runnable cure) {
        cures.add(cure);
    }

    String config() {
        return "vcenter:\n" + entry(site) + TestBed.labels();
    }

    String config(String entry) {
        return "vcenter:\n" + entry + TestBed.labels();
    }

    /// The entry of a vCenter, with these lines after those that every entry has.
    String entry(VcenterSite of, String... lines) {
        var all = new ArrayList<>(List.of("secretName: " + SECRET, "secretNamespace: " + NAMESPACE));
        all.addAll(
                lines.length == 0 ? List.of(of.trust(), "datacenters: [%s-dc]".formatted(of.name())) : List.of(lines));
        return of.entry(all.toArray(String[]::new));
    }

    void patchNode(String name, String patch) {
        bed.objects().patchNode(name, patch);
    }

    void patchStatus(String name, String patch) {
        bed.objects().patch(NODES + name + "/status", patch);
    }

    /// Adds a taint to a Node.
    ///
    /// @param taint as JSON
    void taint(String node, String taint) {
        patchNode(node, "{\"spec\":{\"taints\":[%s]}}".formatted(taint));
    }

    void uninitialise(String node) {
        taint(node, """
                {"key":"node.cloudprovider.kubernetes.io/uninitialized","value":"true","effect":"NoSchedule"}""");
    }

    /// Takes away the rights that the provider does not have, until the fault is over.
    void withoutMoreRights() {
        bed.objects().delete(BINDINGS + "/doctor");
        awaitRight(false, "list", "", "pods", NAMESPACE, "");
        cureBy(() -> {
            bed.objects().create(BINDINGS, MORE_RIGHTS_BINDING);
            awaitRight(true, "list", "", "pods", NAMESPACE, "");
        });
    }

    LoginAttempts logins() {
        return vcenterAccount.attempts();
    }

    /// Makes the Lease look as if a leader renewed it at this time.
    void lead(Instant renewed) {
        bed.objects().renewLease(NAMESPACE, LEASE, "vsphere-cloud-controller-manager-1", renewed);
    }

    /// Prepares the next fault: a leader, and no record of logins.
    void prepare() {
        RunInvariants.forgetLogins(bed);
        lead(InstantSource.system().instant());
    }

    /// Ends the fault.
    void heal() {
        cures.reversed().forEach(Runnable::run);
        cures.clear();
        bed.sites().forEach(each -> {
            each.proxy().clearRules();
            each.proxy().restore();
            each.vcenter().rights().restore();
        });
        bed.apiProxy().clearRules();
        bed.objects().nodes().forEach(this::healNode);
        healthyNodes.forEach((name, node) -> {
            if (bed.objects().findNode(name).isEmpty()) {
                create(node);
            }
        });
    }

    private void healNode(JsonNode node) {
        String name = NodeAssertions.name(node);
        JsonNode healthy = healthyNodes.get(name);
        if (healthy == null || !healthy.at("/metadata/resourceVersion").equals(node.at("/metadata/resourceVersion"))) {
            bed.objects().deleteNode(name);
        }
    }

    private void create(JsonNode node) {
        ObjectNode fresh = node.deepCopy();
        fresh.withObject("/metadata").remove(List.of("resourceVersion", "uid", "creationTimestamp", "managedFields"));
        bed.objects().create("/api/v1/nodes", fresh.toString());
        ObjectNode status = JSON.createObjectNode();
        status.set("status", node.path("status"));
        patchStatus(NodeAssertions.name(node), status.toString());
        healthyNodes.put(NodeAssertions.name(node), bed.objects().node(NodeAssertions.name(node)));
    }

    /// Waits until the API server applies the rights of the roles.
    void awaitRight(boolean isAllowed, String verb, String group, String resource, String namespace, String name) {
        String[] parts = resource.split("/", 2);
        String review = """
                {"spec":{"resourceAttributes":{"verb":"%s","group":"%s","resource":"%s","subresource":"%s",
                "namespace":"%s","name":"%s"}}}""".formatted(verb, group, parts[0], parts.length == 2 ? parts[1] : "", namespace, name);
        await().atMost(TIMEOUT)
                .until(() -> bed.api()
                                .objectsAs(account)
                                .create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review)
                                .at("/status/allowed")
                                .asBoolean()
                        == isAllowed);
    }

    static JsonNode json(String log) throws JsonProcessingException {
        int begin = log.indexOf("{\n");
        return JSON.readTree(begin < 0 ? log : log.substring(begin));
    }

    @Override
    public void close() {
        bed.close();
    }
}
