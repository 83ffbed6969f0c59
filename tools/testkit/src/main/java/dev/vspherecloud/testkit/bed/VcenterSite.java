package dev.vspherecloud.testkit.bed;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;

import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One vCenter of a [TestBed]: the simulator, the proxy in front of it, its zones, and numbered VMs. A test knows the
/// address and the zone of VM n from its number.
///
/// Threads: one.
public final class VcenterSite implements AutoCloseable {
    private final String name;
    private final SimulatedVcenter vcenter;
    private final FaultProxy proxy;
    private final Path certificate;

    private VcenterSite(String name, SimulatedVcenter vcenter, FaultProxy proxy, Path certificate) {
        this.name = name;
        this.vcenter = vcenter;
        this.proxy = proxy;
        this.certificate = certificate;
    }

    /// Starts a vCenter with one datacenter, tagged as region, and two clusters of two hosts, tagged as zones.
    ///
    /// @param folder gets the file with its certificate
    public static VcenterSite start(String name, Path folder) {
        return start(name, VcenterOptions.defaults(), folder);
    }

    /// The same, with these options.
    public static VcenterSite start(String name, VcenterOptions options, Path folder) {
        String datacenter = name + "-dc";
        Topology topology = Topology.empty()
                .cluster(datacenter, name + "-cluster-a", 2)
                .cluster(datacenter, name + "-cluster-b", 2);
        return start(name, SimulatedVcenter.start(options, topology), folder);
    }

    private static VcenterSite start(String name, SimulatedVcenter vcenter, Path folder) {
        var proxy = FaultProxy.inFrontOf(vcenter.url()).named(name).start();
        try {
            Path file = Files.writeString(
                    folder.resolve(name + ".pem"), proxy.identity().certificatePem());
            var site = new VcenterSite(name, vcenter, proxy, file);
            site.tagZones();
            return site;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tagZones() {
        Topology.Datacenter datacenter = vcenter.inventory().datacenters().getFirst();
        TagCategory zones = vcenter.addCategory(TestBed.ZONE, "zone-a", "zone-b");
        TagCategory regions = vcenter.addCategory(TestBed.REGION, name + "-region");
        vcenter.attach(regions.tag(name + "-region"), datacenter.tagged());
        vcenter.attach(zones.tag("zone-a"), datacenter.clusters().get(0).tagged());
        vcenter.attach(zones.tag("zone-b"), datacenter.clusters().get(1).tagged());
    }

    public String name() {
        return name;
    }

    public SimulatedVcenter vcenter() {
        return vcenter;
    }

    public FaultProxy proxy() {
        return proxy;
    }

    /// This vCenter's entry below `vcenter:`, through the proxy.
    public String config() {
        return config(proxy.port(), certificate);
    }

    /// The same, without the proxy.
    String directConfig() {
        return config(vcenter.port(), vcenter.certificateFile());
    }

    private String config(int port, Path caFile) {
        return entry(
                port,
                "user: \"" + vcenter.username() + "\"",
                "password: \"" + vcenter.password() + "\"",
                trust(caFile));
    }

    /// This vCenter's entry through the proxy, with these lines instead of account and CA certificate.
    ///
    /// @param lines such as `secretName: vcenter`
    public String entry(String... lines) {
        return entry(proxy.port(), lines);
    }

    private String entry(int port, String... lines) {
        String first = """
                  %s:
                    server: 127.0.0.1
                    port: %d
                """.formatted(name, port);
        return Stream.of(lines).map(line -> "    " + line + "\n").collect(Collectors.joining("", first, ""));
    }

    /// The line of an entry that trusts the first certificate of the proxy.
    public String trust() {
        return trust(certificate);
    }

    private static String trust(Path caFile) {
        return "caFile: \"" + caFile + "\"";
    }

    /// Lets this account accept and refuse logins, instead of the account of the simulator.
    public void requireAccount(VcenterAccount account) {
        proxy.addLoginFilter(account.before(name, vcenter.username(), vcenter.password()));
    }

    /// The n-th VM: `<prefix>-<n>`, alternately in the two clusters, powered on, with an address of its own.
    public VmSpec vm(String prefix, int n) {
        String cluster = name + "-cluster-" + (n % 2 == 0 ? "a" : "b");
        return aVm(prefix + "-" + n)
                .uuid(uuid(prefix, n, 1))
                .instanceUuid(uuid(prefix, n, 2))
                .in(name + "-dc", cluster)
                .onHost(cluster + "-host-" + (1 + n / 2 % 2))
                .poweredOn()
                .guestId("ubuntu64Guest")
                .cpus(2)
                .memoryMb(4096)
                .hostName(prefix + "-" + n)
                .toolsRunning(true)
                .address(address(n) + "/16");
    }

    /// Creates the VMs `from` to `to - 1`.
    ///
    /// @return their references
    public List<String> addVms(String prefix, int from, int to) {
        return vcenter.addVms(
                IntStream.range(from, to).mapToObj(n -> vm(prefix, n)).toList());
    }

    /// The Nodes `from` to `to - 1`, as kubelets on these VMs register them.
    public List<NodeSpec> nodes(String prefix, int from, int to) {
        var nodes = new ArrayList<NodeSpec>();
        for (int n = from; n < to; n++) {
            nodes.add(NodeSpec.aNode(prefix + "-" + n)
                    .systemUuid(uuid(prefix, n, 1))
                    .uninitialized());
        }
        return nodes;
    }

    /// The address of the n-th VM.
    public static String address(int n) {
        return "10.%d.%d.%d".formatted(20 + n / 62_500, n / 250 % 250, 1 + n % 250);
    }

    /// A UUID that is computed from the name of the vCenter, the prefix and the number.
    ///
    /// @param kind 1 for the BIOS UUID, 2 for the instance UUID
    public String uuid(String prefix, int n, int kind) {
        return "%08x-0000-4000-800%d-%012x".formatted((name + prefix).hashCode(), kind, n);
    }

    @Override
    public void close() {
        proxy.close();
        vcenter.close();
    }
}
