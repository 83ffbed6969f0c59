package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.NaiveRetention.Ip;
import dev.vspherecloud.ccm.domain.address.NaiveRetention.Nic;
import dev.vspherecloud.ccm.domain.address.NaiveRetention.Report;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests a random series of reports. After each report, the policy keeps exactly those addresses of the Node
/// that [NaiveRetention] has no reason to drop.
class RandomRetentionTest {
    private static final int REPORTS = 5_000;
    private static final List<Ip> ALL = Stream.of(
                    "10.1.0.5/24", "10.1.0.6/24", "10.1.0.7/32", "10.1.0.8/32", "172.20.0.9/16", "169.254.7.7/16")
            .map(RandomRetentionTest::ip)
            .toList();
    private static final List<Ip> ALL_V6 = Stream.of("fd00::5/64", "fd00::6/64", "fd00::7/128", "fe80::1/64")
            .map(RandomRetentionTest::ip)
            .toList();

    private final NaiveRetention naive = new NaiveRetention();
    private ReportHistory memory = ReportHistory.EMPTY;
    private Set<String> node = new LinkedHashSet<>(Set.of("10.1.0.5"));
    private long second;
    private int kept;
    private int dropped;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void exactlyTheAddressesWithoutAReasonToDropThemAreKept(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < REPORTS; i++) {
            if (random.nextInt(200) == 0) {
                naive.restart();
                memory = ReportHistory.EMPTY;
            }
            report(random);
        }

        assertThat(kept).isGreaterThan(100);
        assertThat(dropped).isGreaterThan(100);
    }

    private void report(Random random) {
        second += random.nextInt(4) == 0 ? 60 : random.nextInt(25);
        Report report = randomReport(random);
        naive.report(report);

        AddressRetentionPolicy.Retained retained = AddressRetentionPolicy.retain(
                guest(report),
                new Hardware(2, 4096, "ubuntu64Guest", report.nicCount()),
                node.stream()
                        .map(ip -> new NodeAddress(NodeAddress.Type.INTERNAL_IP, ip))
                        .toList(),
                new VirtualIpHints(
                        report.possiblyVirtual().stream()
                                .collect(Collectors.toMap(InetAddress::ofLiteral, Function.identity())),
                        Map.of()),
                memory,
                Duration.ofSeconds(second).toNanos());

        memory = retained.history();
        if (report.hasNoUsableAddress()) {
            assertThat(retained.guest()).isEqualTo(guest(report));
            return;
        }
        Set<String> held = texts(retained.guest());
        for (String ip : node) {
            boolean isKept = naive.isKept(ip);
            assertThat(held.contains(ip)).as("%s in %s", ip, report).isEqualTo(report.contains(ip) || isKept);
            kept += isKept ? 1 : 0;
            dropped += report.contains(ip) || isKept ? 0 : 1;
        }
        assertThat(held).allMatch(ip -> report.contains(ip) || node.contains(ip));
        if (random.nextInt(3) > 0 || !held.containsAll(node)) {
            updateNode(held, random);
        }
    }

    /// Returns a complete or an incomplete report: NICs and addresses come and go. Most reports contain most of
    /// the Node's addresses, as the report before does.
    private Report randomReport(Random random) {
        int nicCount = random.nextInt(4);
        var nics = new ArrayList<Nic>();
        for (int device = 4000; device < 4003; device++) {
            if (random.nextInt(3) > 0) {
                nics.add(new Nic(device, randomIps(random)));
            }
        }
        Set<String> possiblyVirtual = new HashSet<>();
        Stream.concat(ALL.stream(), ALL_V6.stream())
                .filter(_ -> random.nextInt(6) == 0)
                .forEach(ip -> possiblyVirtual.add(ip.text()));
        return new Report(second, nics, nicCount, random.nextInt(8) > 0, Set.copyOf(node), possiblyVirtual);
    }

    private static List<Ip> randomIps(Random random) {
        return Stream.of(ALL, ALL_V6)
                .flatMap(pool -> Stream.generate(() -> pool.get(random.nextInt(pool.size())))
                        .limit(random.nextInt(3)))
                .distinct()
                .toList();
    }

    /// Sets the addresses of the Node to some or all addresses of the report that the policy returned.
    private void updateNode(Set<String> held, Random random) {
        node = held.stream()
                .filter(ip -> !ip.startsWith("fe80") && !ip.startsWith("169.254"))
                .filter(_ -> random.nextBoolean())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Guest guest(Report report) {
        List<GuestNic> nics = report.nics().stream()
                .map(nic -> new GuestNic(
                        "net",
                        nic.device(),
                        nic.ips().stream().map(RandomRetentionTest::address).toList()))
                .toList();
        return new Guest("w-1", nics, report.toolsRunning(), List.of(), new StaticAddresses.None());
    }

    private static GuestAddress address(Ip ip) {
        return new GuestAddress(
                ip.text(),
                InetAddress.ofLiteral(ip.text()),
                OptionalInt.of(ip.prefix()),
                GuestAddress.Origin.UNKNOWN,
                GuestAddress.State.UNKNOWN);
    }

    private static Set<String> texts(Guest guest) {
        return guest.nics().stream()
                .flatMap(nic -> nic.addresses().stream())
                .map(GuestAddress::text)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Ip ip(String cidr) {
        String[] parts = cidr.split("/");
        return new Ip(parts[0], Integer.parseInt(parts[1]));
    }
}
