package dev.vspherecloud.ccm.application.scenario.doctor;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.vspherecloud.ccm.application.scenario.privilege.GrantedRight;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.ConnectProxy;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/// The faults of `faults.txt`, by their numbers: each changes the bed, and says what the finding must be about and
/// contain.
final class DoctorFaults {
    static final String WRONG = "Wrong-password-2!";
    static final String PROXY_PASSWORD = "Proxy-password-3!";

    private static final String OTHER_UUID = "42375500-aaaa-bbbb-cccc-0000000000ff";
    private static final String VC_A = "vCenter vc-a";
    private static final String W0 = "Node w-0";
    private static final String VM_W0 = "w-0 \\(vm-\\d+ on vc-a\\)";

    private static final Map<String, BiConsumer<DoctorBed, DoctorRun>> ALL = new TreeMap<>();

    static {
        configuration();
        dns();
        tcp();
        tls();
        logins();
        versions();
        rights();
        tags();
        clocks();
        uuids();
        tools();
        addresses();
        disks();
        taints();
        kubelets();
        rbac();
        leaders();
        unsupported();
    }

    private DoctorFaults() {}

    /// Returns the fault of this number.
    static BiConsumer<DoctorBed, DoctorRun> of(String number) {
        return Optional.ofNullable(ALL.get(number))
                .orElseThrow(() -> new IllegalArgumentException("no fault has the number " + number));
    }

    static Set<String> numbers() {
        return Set.copyOf(ALL.keySet());
    }

    private static void configuration() {
        ALL.put("config-1", (bed, run) -> run.config(bed.config().replace("server:", "servr:"))
                .finds("\\Q" + run.file() + "\\E:3", "\\Q" + run.file() + "\\E:2")
                .saying(run.file() + ":3", "servr", "did you mean \"server\"?")
                .logins(0));
        ALL.put("config-2", (bed, run) -> run.config(TestBed.labels())
                .finds("\\Q" + run.file() + "\\E(:\\d+)?")
                .saying(run.file(), "vcenter")
                .logins(0));
        ALL.put("config-3", (bed, run) -> run.config(bed.config(bed.entry(bed.site, "caFile: /nowhere/ca.pem")))
                .finds("\\Q" + run.file() + "\\E:\\d+")
                .saying("/nowhere/ca.pem")
                .logins(0));
        ALL.put("config-4", (bed, run) -> {
            bed.bed.objects().deleteSecret(DoctorBed.NAMESPACE, DoctorBed.SECRET);
            bed.cureBy(() -> bed.putSecret(DoctorBed.USER, DoctorBed.PASSWORD));
            run.finds(VC_A)
                    .saying(
                            "kube-system/vsphere-cloud-secret",
                            "kubectl -n kube-system create secret generic vsphere-cloud-secret")
                    .logins(0);
        });
    }

    private static void dns() {
        ALL.put("dns-1", (bed, run) -> run.config(bed.config().replace("server: 127.0.0.1", "server: vcenter.invalid"))
                .finds(VC_A)
                .saying("vcenter.invalid", "/etc/resolv.conf")
                .logins(0));
        ALL.put("dns-2", (bed, run) -> run.config(bed.config(bed.entry(bed.site)
                        + bed.entry(bed.other).replace("server: 127.0.0.1", "server: vcenter.invalid")))
                .finds("vCenter vc-b")
                .saying("vcenter.invalid", "/etc/resolv.conf"));
        ALL.put("dns-3", (bed, run) -> {
            Path hosts = bed.bed.write("hosts", "127.0.0.1 vc.test\n127.0.0.2 vc.test\n");
            run.environment("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + hosts)
                    .config(bed.config(bed.entry(
                                    bed.site,
                                    "thumbprint: " + bed.site.proxy().identity().sha256Thumbprint())
                            .replace("server: 127.0.0.1", "server: vc.test")))
                    .finds(VC_A)
                    .saying("127.0.0.2 does not accept connections", "vc.test");
        });
    }

    private static void tcp() {
        ALL.put("tcp-1", (bed, run) -> {
            int port = bed.bed.reservePort();
            run.config(withPort(bed, port))
                    .finds(VC_A)
                    .saying("127.0.0.1:" + port)
                    .logins(0);
        });
        ALL.put("tcp-2", (bed, run) -> {
            FullQueue queue = FullQueue.open();
            bed.cureBy(queue::close);
            run.config(withPort(bed, queue.port()))
                    .finds(VC_A)
                    .saying("127.0.0.1:" + queue.port(), "firewall")
                    .logins(0);
        });
        ALL.put("tcp-3", (bed, run) -> {
            ConnectProxy proxy = ConnectProxy.start().refuse(403);
            bed.cureBy(proxy::close);
            run.environment("HTTPS_PROXY", "http://someone:%s@127.0.0.1:%d".formatted(PROXY_PASSWORD, proxy.port()))
                    .environment("NO_PROXY", "")
                    .config(bed.config().replace("server: 127.0.0.1", "server: vc.test"))
                    .finds(VC_A)
                    .saying("127.0.0.1:" + proxy.port(), "NO_PROXY")
                    .logins(0);
        });
    }

    private static void tls() {
        ALL.put("tls-1", (bed, run) -> {
            Path other = bed.bed.write("other.pem", ServerIdentity.generate().certificatePem());
            run.config(bed.config(bed.entry(bed.site, "caFile: " + other)))
                    .finds(VC_A)
                    .saying(
                            "openssl s_client -connect 127.0.0.1:"
                                    + bed.site.proxy().port(),
                            "caFile",
                            other.toString())
                    .logins(0);
        });
        ALL.put(
                "tls-2",
                (bed, run) -> identity(
                        bed,
                        run,
                        ServerIdentity.forHosts("127.0.0.1")
                                .valid(Instant.parse("2020-01-01T00:00:00Z"), Instant.parse("2021-02-03T04:05:06Z"))
                                .generate(),
                        "2021-02-03"));
        ALL.put(
                "tls-3",
                (bed, run) -> identity(
                        bed, run, ServerIdentity.forHosts("vc.example.org").generate(), "vc.example.org"));
        ALL.put("tls-4", (bed, run) -> run.config(bed.config(bed.entry(
                        bed.site, "thumbprint: " + ServerIdentity.generate().sha256Thumbprint())))
                .finds(VC_A)
                .saying(bed.site.proxy().identity().sha256Thumbprint())
                .logins(0));
        ALL.put("tls-5", (bed, run) -> {
            var workers = new Workers("plain-http");
            LoopbackListener plain = LoopbackListener.open(workers, Optional.empty(), DoctorFaults::refuseRequest);
            bed.cureBy(() -> {
                plain.close();
                workers.close();
            });
            run.config(withPort(bed, plain.port()))
                    .finds(VC_A)
                    .saying("not TLS")
                    .logins(0);
        });
        ALL.put("tls-6", (bed, run) -> {
            Instant end = now().plus(10, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);
            ServerIdentity identity = ServerIdentity.forHosts("127.0.0.1")
                    .valid(now().minus(1, ChronoUnit.DAYS), end)
                    .generate();
            identity(bed, run, identity, end.toString().substring(0, 10)).logins(1);
        });
        ALL.put("tls-7", (bed, run) -> run.config(bed.config(bed.entry(bed.site, "insecureFlag: true")))
                .finds(VC_A)
                .saying("insecureFlag", "caFile", "thumbprint"));
    }

    /// Answers as a web server does that gets a TLS handshake on a port for HTTP.
    private static void refuseRequest(Connection client) {
        try (client) {
            if (client.input().read() >= 0) {
                client.output().write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
                client.output().flush();
            }
        } catch (IOException _) {
            // The client closed the connection.
        }
    }

    private static DoctorRun identity(DoctorBed bed, DoctorRun run, ServerIdentity shown, String text) {
        ServerIdentity healthy = bed.site.proxy().identity();
        bed.site.proxy().useIdentity(shown);
        bed.cureBy(() -> bed.site.proxy().useIdentity(healthy));
        Path file = bed.bed.write("shown.pem", shown.certificatePem());
        return run.config(bed.config(bed.entry(bed.site, "caFile: " + file)))
                .finds(VC_A)
                .saying(text)
                .logins(0);
    }

    private static void logins() {
        ALL.put("login-1", (bed, run) -> run.of(bed.useAccount("one@vsphere.local", "Right-1!", WRONG))
                .finds(VC_A)
                .saying("one@vsphere.local", "Secret kube-system/vsphere-cloud-secret"));
        ALL.put("login-2", (bed, run) -> run.of(bed.useAccount("two@vsphere.local", "Right-1!", WRONG))
                .config(bed.config(bed.entry(bed.site) + bed.entry(bed.other)))
                .finds(VC_A, "vCenter vc-b")
                .saying("two@vsphere.local"));
        ALL.put("login-3", (bed, run) -> {
            var account = bed.useAccount("three@vsphere.local", "Right-1!", WRONG);
            run.run();
            run.of(account)
                    .finds(VC_A)
                    .saying(
                            " before 20",
                            "Z: vCenter refused these credentials",
                            "kubectl -n kube-system delete lease vsphere-cloud-controller-manager-logins")
                    .logins(0);
        });
        ALL.put("login-4", (bed, run) -> {
            bed.bed
                    .objects()
                    .putSecret(DoctorBed.NAMESPACE, DoctorBed.SECRET, Map.of("127.0.0.1.username", DoctorBed.USER));
            bed.cureBy(() -> bed.putSecret(DoctorBed.USER, DoctorBed.PASSWORD));
            run.finds(VC_A).saying("127.0.0.1.password").logins(0);
        });
        ALL.put("login-5", (bed, run) -> run.of(bed.useAccount("k8s", "Right-1!", WRONG))
                .finds(VC_A)
                .saying("k8s@vsphere.local"));
    }

    private static void versions() {
        ALL.put("version-1", (bed, run) -> {
            serviceContent(bed, text -> text.replaceAll("<version>[^<]*<", "<version>6.0.0<")
                    .replaceAll("<apiVersion>[^<]*<", "<apiVersion>6.0<"));
            run.finds(VC_A).saying("6.0.0", "6.7 Update 3").logins(0);
        });
        ALL.put("version-2", (bed, run) -> {
            serviceContent(bed, text -> text.replace("<apiType>VirtualCenter<", "<apiType>HostAgent<"));
            run.finds(VC_A).saying("ESXi").logins(0);
        });
        ALL.put("version-3", (bed, run) -> {
            bed.bed
                    .apiProxy()
                    .add(Rule.on("GET /version").then(mutating(text -> text.replaceAll("v1\\.[0-9]+\\.", "v1.20."))));
            run.finds("API server https://127.0.0.1:\\d+").saying("v1.20.", "v1.28");
        });
    }

    private static void serviceContent(DoctorBed bed, UnaryOperator<String> change) {
        bed.site.proxy().add(Rule.on("RetrieveServiceContent").then(mutating(change)));
    }

    private static void rights() {
        ALL.put("rights-1", (bed, run) -> {
            bed.site.vcenter().rights().hide(datacenter(bed).tagged());
            run.finds(VC_A).saying("vc-a-dc", "System.Read", "govc permissions.set");
        });
        ALL.put("rights-2", (bed, run) -> {
            bed.site.vcenter().rights().hide(TaggedObject.vm(bed.ref("w-0")), TaggedObject.vm(bed.ref("w-1")));
            run.finds(VC_A).saying("propagate", "vc-a-dc", "govc permissions.set");
        });
        ALL.put("rights-3", (bed, run) -> {
            bed.site
                    .proxy()
                    .add(Rule.when("tags", (name, _) -> name.contains("/tagging/"))
                            .then(Fault.answer(200, "application/json", "[]")));
            bed.uninitialise("w-0");
            run.finds(VC_A).saying("global permission", TestBed.ZONE);
        });
        ALL.put("rights-4", (bed, run) -> {
            String host = datacenter(bed).clusters().getFirst().host("vc-a-cluster-a-host-1");
            bed.site.vcenter().rights().hide(TaggedObject.host(host));
            bed.uninitialise("w-0");
            run.finds(W0).saying("host");
        });
    }

    private static Topology.Datacenter datacenter(DoctorBed bed) {
        return bed.site.vcenter().inventory().datacenters().getFirst();
    }

    private static void tags() {
        ALL.put("tags-1", (bed, run) -> {
            bed.uninitialise("w-0");
            run.config(bed.config().replace("zone: " + TestBed.ZONE, "zone: no-such-category"))
                    .finds(VC_A)
                    .saying("no-such-category", "govc tags.category.create");
        });
        ALL.put("tags-2", (bed, run) -> {
            String zone = zones(bed).tag("zone-a");
            TaggedObject cluster = cluster(bed);
            bed.site.vcenter().detach(zone, cluster);
            bed.cureBy(() -> bed.site.vcenter().attach(zone, cluster));
            bed.uninitialise("w-0");
            run.finds(W0).saying("govc tags.attach", TestBed.ZONE);
        });
        ALL.put("tags-3", (bed, run) -> {
            attachMore(bed, zones(bed).tag("zone-b"));
            bed.uninitialise("w-0");
            run.finds(W0).saying("zone-a", "zone-b", "vc-a-cluster-a", "govc tags.detach");
        });
        ALL.put("tags-4", (bed, run) -> {
            String zone = zones(bed).tag("zone-a");
            bed.site.vcenter().rename(Map.of(zone, "zone a, upstairs"));
            bed.cureBy(() -> bed.site.vcenter().rename(Map.of(zone, "zone-a")));
            bed.uninitialise("w-0");
            run.finds(W0).saying("zone a, upstairs", "letters, digits");
        });
    }

    private static TagCategory zones(DoctorBed bed) {
        return bed.site.vcenter().addCategory(TestBed.ZONE, "zone-a", "zone-b");
    }

    private static TaggedObject cluster(DoctorBed bed) {
        return datacenter(bed).clusters().getFirst().tagged();
    }

    private static void attachMore(DoctorBed bed, String tag) {
        TaggedObject cluster = cluster(bed);
        bed.site.vcenter().attach(tag, cluster);
        bed.cureBy(() -> bed.site.vcenter().detach(tag, cluster));
    }

    private static void clocks() {
        ALL.put("clock-1", (bed, run) -> vcenterClock(bed, run, Duration.ofMinutes(10), "ahead"));
        ALL.put("clock-2", (bed, run) -> vcenterClock(bed, run, Duration.ofMinutes(-10), "behind"));
        ALL.put("clock-3", (bed, run) -> {
            bed.bed
                    .apiProxy()
                    .add(Rule.on("GET /version")
                            .then(Fault.mutate(response -> response.with(
                                    "Date",
                                    DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                            now().plusSeconds(300).atOffset(ZoneOffset.UTC))))));
            run.finds("API server https://127.0.0.1:\\d+").saying("ahead", " min ");
        });
    }

    private static void vcenterClock(DoctorBed bed, DoctorRun run, Duration skew, String direction) {
        bed.site
                .proxy()
                .add(Rule.on("CurrentTime")
                        .then(mutating(
                                text -> text.replaceAll("(<returnval[^>]*>)[^<]*<", "$1" + now().plus(skew) + "<"))));
        run.finds(VC_A).saying(direction, " min ", "NTP");
    }

    private static void uuids() {
        ALL.put("uuid-1", (bed, run) -> {
            bed.bed
                    .objects()
                    .createNode(NodeSpec.aNode("lost").systemUuid(OTHER_UUID).uninitialized());
            run.finds("Node lost").saying(OTHER_UUID);
        });
        ALL.put("uuid-2", (bed, run) -> {
            bed.addVm(7, bed.site.vm("w", 7).uuid(bed.site.uuid("w", 0, 1)).hostName("twin"));
            run.finds(W0).saying("w-7", "w-0");
        });
        ALL.put("uuid-3", (bed, run) -> {
            VmSpec other = bed.addVm(7, healthyVm(bed, 7));
            bed.patchStatus("w-0", "{\"status\":{\"nodeInfo\":{\"systemUUID\":\"%s\"}}}".formatted(other.uuid()));
            run.finds(W0).saying(other.uuid(), bed.site.uuid("w", 0, 1));
        });
        ALL.put("uuid-4", (bed, run) -> {
            bed.bed
                    .objects()
                    .createNode(NodeSpec.aNode("copy")
                            .systemUuid(bed.site.uuid("w", 0, 1))
                            .uninitialized());
            run.finds("Node copy", W0).saying("copy, w-0");
        });
    }

    private static VmSpec healthyVm(DoctorBed bed, int number) {
        return bed.site.vm("w", number).extraConfig("disk.EnableUUID", "TRUE");
    }

    private static void tools() {
        ALL.put("tools-1", (bed, run) -> {
            bed.changeVm(0, bed.change(0).toolsRunning(false));
            run.finds(W0).saying("VM w-0", "systemctl");
        });
        ALL.put("tools-2", (bed, run) -> {
            bed.changeVm(0, bed.change(0).toolsRunning(false).hostName("").noNics());
            run.finds(W0).saying("VM w-0", "open-vm-tools");
        });
        ALL.put("tools-3", (bed, run) -> {
            VmSpec vm = bed.addVm(8, healthyVm(bed, 8).hostName(""));
            bed.bed
                    .objects()
                    .createNode(NodeSpec.aNode("w-8")
                            .providerId("vsphere://" + vm.uuid())
                            .uninitialized());
            run.finds("Node w-8").saying("VM w-8");
        });
    }

    private static void addresses() {
        ALL.put("address-1", (bed, run) -> {
            bed.changeVm(0, bed.change(0).noNics());
            bed.uninitialise("w-0");
            run.finds(W0).saying("VM w-0");
        });
        ALL.put("address-2", (bed, run) -> {
            bed.changeVm(0, bed.change(0).address("169.254.7.7/16", "fe80::7/64"));
            bed.uninitialise("w-0");
            run.finds(W0).saying("169.254.7.7", "fe80::7");
        });
        ALL.put("address-3", (bed, run) -> run.config(bed.config() + """
                        nodes:
                          excludeInternalNetworkSubnetCidr: "10.20.0.0/16"
                          excludeExternalNetworkSubnetCidr: "10.20.0.0/16"
                        """)
                .finds(W0, "Node w-1")
                .saying("excludeInternalNetworkSubnetCidr", "exclude-internal-network-subnet-cidr", "10.20."));
        ALL.put("address-4", (bed, run) -> {
            nodeIp(bed, "10.99.0.9");
            run.finds(W0).saying("10.99.0.9", "--node-ip");
        });
        ALL.put("address-5", (bed, run) -> run.config(bed.config() + """
                        nodes:
                          internalNetworkSubnetCidr: "10.20.0.0/16"
                          externalNetworkSubnetCidr: "%s/32"
                        """.formatted(VcenterSite.address(0)))
                .finds("Node w-1")
                .saying("externalNetworkSubnetCidr", VcenterSite.address(1), "no IPv4 ExternalIP"));
        ALL.put("address-6", (bed, run) -> run.config(bed.config() + """
                        nodes:
                          excludeInternalNetworkSubnetCidr: "10.77.0.0/16"
                        """)
                .finds("section nodes")
                .saying("10.77.0.0/16 (excludeInternalNetworkSubnetCidr)", "VM Network"));
    }

    private static void nodeIp(DoctorBed bed, String text) {
        bed.patchNode(
                "w-0",
                "{\"metadata\":{\"annotations\":{\"alpha.kubernetes.io/provided-node-ip\":\"%s\"}}}".formatted(text));
    }

    private static void disks() {
        ALL.put("disk-1", (bed, run) -> {
            bed.changeVm(0, bed.change(0).extraConfig("disk.EnableUUID", ""));
            run.finds("VM " + VM_W0).saying("govc vm.change", "-e disk.enableUUID=TRUE");
        });
        ALL.put("disk-2", (bed, run) -> {
            bed.changeVm(0, bed.change(0).extraConfig("disk.EnableUUID", "FALSE"));
            run.finds("VM " + VM_W0).saying("FALSE", "must be off");
        });
        ALL.put("disk-3", (bed, run) -> {
            bed.changeVm(0, bed.change(0).extraConfig("disk.EnableUUID", ""));
            bed.changeVm(1, bed.change(1).extraConfig("disk.EnableUUID", ""));
            run.finds("VM " + VM_W0, "VM " + VM_W0.replace("w-0", "w-1"))
                    .saying("govc vm.change", "-e disk.enableUUID=TRUE");
        });
    }

    private static void taints() {
        ALL.put("taint-1", (bed, run) -> {
            bed.lead(now().minusSeconds(600));
            bed.uninitialise("w-0");
            run.finds(W0).saying("Lease kube-system/cloud-controller-manager");
        });
        ALL.put("taint-2", (bed, run) -> {
            bed.taint("w-0", """
                    {"key":"node.cloudprovider.kubernetes.io/shutdown","effect":"NoSchedule"}""");
            run.finds(W0).saying("VM w-0", "kubectl taint node");
        });
        ALL.put("taint-3", (bed, run) -> {
            bed.taint("w-0", """
                    {"key":"node.cloudprovider.kubernetes.io/uninitialized","value":"yes","effect":"NoExecute"}""");
            run.finds(W0)
                    .saying(
                            "node.cloudprovider.kubernetes.io/uninitialized=yes:NoExecute",
                            "node.cloudprovider.kubernetes.io/uninitialized=true:NoSchedule");
        });
    }

    private static void kubelets() {
        ALL.put("kubelet-1", (bed, run) -> {
            VmSpec vm = bed.addVm(7, healthyVm(bed, 7));
            bed.bed.objects().createNode(NodeSpec.aNode("w-7").systemUuid(vm.uuid()));
            run.finds("Node w-7").saying("--cloud-provider=external", "kubectl delete node");
        });
        ALL.put("kubelet-2", (bed, run) -> {
            bed.bed.objects().createNode(NodeSpec.aNode("k3s-1").providerId("k3s://k3s-1"));
            run.finds("Node k3s-1").saying("k3s://k3s-1", "--disable-cloud-controller");
        });
        ALL.put("kubelet-3", (bed, run) -> {
            nodeIp(bed, "10.20.0.1/24");
            run.finds(W0).saying("10.20.0.1/24");
        });
        ALL.put("kubelet-4", (bed, run) -> {
            bed.bed.objects().createNode(NodeSpec.aNode("odd").providerId("vsphere://" + OTHER_UUID + "/extra"));
            run.finds("Node odd").saying("vsphere://" + OTHER_UUID + "/extra");
        });
    }

    private static void rbac() {
        ALL.put("rbac-1", (bed, run) -> {
            withoutRight(bed, "patch nodes/status");
            run.finds("ClusterRole system:cloud-controller-manager")
                    .saying("resources: [nodes/status]", "verbs: [patch]");
        });
        ALL.put("rbac-2", (bed, run) -> {
            withoutRight(bed, "create events in default");
            run.finds("Role default/system:cloud-controller-manager:events")
                    .saying("resources: [events]", "verbs: [create]");
        });
        ALL.put("rbac-3", (bed, run) -> {
            withoutRight(bed, "get secrets vsphere-cloud-secret in kube-system");
            run.finds("Role kube-system/system:cloud-controller-manager:credentials")
                    .saying("resourceNames: [vsphere-cloud-secret]", "verbs: [get]")
                    .logins(0);
        });
        ALL.put("rbac-4", (bed, run) -> {
            withoutRight(bed, "update leases cloud-controller-manager in kube-system");
            run.finds("Role kube-system/system:cloud-controller-manager:leader-election")
                    .saying("resourceNames: [cloud-controller-manager]", "verbs: [update]");
        });
    }

    private static void withoutRight(DoctorBed bed, String name) {
        GrantedRight right = bed.rights.rights().stream()
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElseThrow();
        bed.rights.takeAway(right, bed.bed.objects());
        awaitRight(bed, false, right);
        bed.cureBy(() -> {
            bed.bed.objects().apply(right.role());
            awaitRight(bed, true, right);
        });
    }

    private static void awaitRight(DoctorBed bed, boolean isAllowed, GrantedRight right) {
        bed.awaitRight(isAllowed, right.verb(), right.group(), right.resource(), right.namespace(), right.name());
    }

    private static void leaders() {
        ALL.put("leader-1", (bed, run) -> {
            Instant last = now().minusSeconds(600).truncatedTo(ChronoUnit.SECONDS);
            bed.lead(last);
            run.finds("Lease kube-system/cloud-controller-manager")
                    .saying("has expired", last.toString().substring(0, 16));
        });
        ALL.put("leader-2", (bed, run) -> {
            create(bed, "/apis/apps/v1/namespaces/kube-system/daemonsets", "vsphere-cpi", """
                    {"metadata":{"name":"vsphere-cpi"},"spec":{"selector":{"matchLabels":{"a":"b"}},
                    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"cpi",
                    "image":"registry.k8s.io/cloud-pv-vsphere/cloud-provider-vsphere:v1.34.0",
                    "args":["--leader-elect-resource-name=vsphere-cpi"]}]}}}}
                    """);
            run.finds("DaemonSet kube-system/vsphere-cpi")
                    .saying("cloud-provider-vsphere:v1.34.0", "with the Lease vsphere-cpi");
        });
        ALL.put("leader-3", (bed, run) -> {
            create(bed, "/api/v1/namespaces/kube-system/pods", "kube-controller-manager-cp-1", """
                    {"metadata":{"name":"kube-controller-manager-cp-1"},"spec":{"containers":[{"name":"kcm",
                    "image":"registry.k8s.io/kube-controller-manager:v1.28.0",
                    "command":["kube-controller-manager","--cloud-provider=vsphere"]}]}}
                    """);
            run.finds("Pod kube-system/kube-controller-manager-cp-1").saying("--cloud-provider=vsphere");
        });
        ALL.put("leader-4", (bed, run) -> {
            bed.bed.objects().renewLease("kube-system", "k3s-cloud-controller-manager", "k3s-server-1", now());
            bed.cureBy(() -> bed.bed.objects().deleteLease("kube-system", "k3s-cloud-controller-manager"));
            run.finds("Lease kube-system/k3s-cloud-controller-manager")
                    .saying("k3s-server-1", "--disable-cloud-controller");
        });
    }

    /// Creates an object until the fault is over.
    private static void create(DoctorBed bed, String collection, String name, String object) {
        bed.bed.objects().create(collection, object);
        bed.cureBy(() -> bed.bed.objects().delete(collection + "/" + name + "?gracePeriodSeconds=0"));
    }

    private static void unsupported() {
        ALL.put("unsupported-1", (bed, run) -> {
            String config = bed.config() + "loadBalancer:\n  ipPoolName: pool\n";
            long line =
                    config.substring(0, config.indexOf("loadBalancer:")).lines().count() + 1;
            run.config(config)
                    .finds("\\Q" + run.file() + "\\E:" + line)
                    .saying("loadBalancer", run.file() + ":" + line);
        });
        ALL.put("unsupported-2", (bed, run) -> run.flag("--cloud-provider=vsphere-paravirtual")
                .finds("--cloud-provider=vsphere-paravirtual")
                .saying("--cloud-provider=vsphere-paravirtual", "Supervisor"));
        ALL.put("unsupported-3", (bed, run) -> {
            create(bed, "/api/v1/namespaces/default/services", "shop", """
                    {"metadata":{"name":"shop","finalizers":["service.kubernetes.io/load-balancer-cleanup"]},
                    "spec":{"type":"LoadBalancer","ports":[{"port":80}]}}
                    """);
            bed.cureBy(() -> bed.bed
                    .objects()
                    .patch("/api/v1/namespaces/default/services/shop", "{\"metadata\":{\"finalizers\":null}}"));
            run.finds("Service default/shop").saying("default/shop", "MetalLB");
        });
    }

    private static String withPort(DoctorBed bed, int port) {
        return bed.config().replace("port: " + bed.site.proxy().port(), "port: " + port);
    }

    private static Fault mutating(UnaryOperator<String> change) {
        return Fault.mutate((Response response) ->
                response.withBody(Content.of(change.apply(response.body().text()))));
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    /// A listener whose queue is full, so that the kernel drops further connections without an answer, as a firewall
    /// does.
    private record FullQueue(ServerSocket listener, List<Socket> waiting) {
        static FullQueue open() {
            try {
                var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var waiting = new ArrayList<Socket>();
                while (waiting.size() < 16 && connect(listener, waiting)) {}
                return new FullQueue(listener, waiting);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /// Returns false if the queue is full.
        private static boolean connect(ServerSocket listener, List<Socket> waiting) throws IOException {
            var socket = new Socket();
            waiting.add(socket);
            try {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()), 300);
                return true;
            } catch (SocketTimeoutException _) {
                return false;
            }
        }

        int port() {
            return listener.getLocalPort();
        }

        void close() {
            try {
                for (Socket socket : waiting) {
                    socket.close();
                }
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
