package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A series of reports of one guest, with an assertion of the result after each report.
///
/// A report reads `A 10.1.0.5/24 fd00::5, B 172.20.0.9`: its NICs, by letter, with their addresses. An address
/// may have a prefix length, and a state or an origin as in `10.1.0.5(deprecated)`.
final class RetentionScenario {
    private static final long START = Long.MAX_VALUE - 1_000_000_000_000L;

    private final List<NodeAddress> present;
    private int nics = 1;
    private boolean toolsRunning = true;
    private String hostName = "w-1";
    private List<InetAddress> gateways = List.of();
    private VirtualIpHints virtualIpHints = VirtualIpHints.NONE;
    private ReportHistory memory = ReportHistory.EMPTY;
    private List<String> reported = List.of();
    private AddressRetentionPolicy.Retained last = new AddressRetentionPolicy.Retained(
            Fixtures.guest("", List.of()), ReportHistory.EMPTY, Optional.empty(), Optional.empty());

    private RetentionScenario(List<NodeAddress> present) {
        this.present = present;
    }

    /// Starts with a Node that has the host name `w-1` and these internal addresses.
    static RetentionScenario ofNode(String... ips) {
        return new RetentionScenario(Stream.concat(
                        Stream.of(new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1")),
                        Arrays.stream(ips).map(ip -> new NodeAddress(NodeAddress.Type.INTERNAL_IP, ip)))
                .toList());
    }

    RetentionScenario nicCount(int count) {
        nics = count;
        return this;
    }

    RetentionScenario toolsRunning(boolean running) {
        toolsRunning = running;
        return this;
    }

    RetentionScenario hostName(String name) {
        hostName = name;
        return this;
    }

    RetentionScenario inUse(String... ips) {
        virtualIpHints = new VirtualIpHints(each(ips), virtualIpHints.seenOn());
        return this;
    }

    RetentionScenario seenElsewhere(String... ips) {
        virtualIpHints = new VirtualIpHints(virtualIpHints.inUse(), each(ips));
        return this;
    }

    RetentionScenario gateways(String... ips) {
        gateways = Arrays.stream(ips).map(InetAddress::ofLiteral).toList();
        return this;
    }

    RetentionScenario processRestarts() {
        memory = ReportHistory.EMPTY;
        return this;
    }

    /// @param second since the start of the series
    RetentionScenario at(int second, String report) {
        List<GuestNic> interfaces = Arrays.stream(report.split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(RetentionScenario::nic)
                .toList();
        var guest = new Guest(hostName, interfaces, toolsRunning, gateways, new StaticAddresses.None());
        reported = ips(guest);
        last = AddressRetentionPolicy.retain(
                guest,
                new Hardware(2, 4096, "ubuntu64Guest", nics),
                present,
                virtualIpHints,
                memory,
                START + Duration.ofSeconds(second).toNanos());
        memory = last.history();
        return this;
    }

    /// Asserts that the policy added exactly these addresses to the report, each with the letter of its NIC, as
    /// in `A 10.1.0.5`.
    RetentionScenario keeps(String... kept) {
        List<String> added = new ArrayList<>(ips(last.guest()));
        reported.forEach(added::remove);
        assertThat(added).containsExactly(kept);
        return this;
    }

    RetentionScenario revisitsAfter(int seconds) {
        assertThat(last.revisitAfter()).contains(Duration.ofSeconds(seconds));
        return this;
    }

    RetentionScenario neverRevisits() {
        assertThat(last.revisitAfter()).isEmpty();
        return this;
    }

    RetentionScenario hasNoRemark() {
        assertThat(last.remark()).isEmpty();
        return this;
    }

    Guest retained() {
        return last.guest();
    }

    Reason remark() {
        return last.remark().orElseThrow();
    }

    private static List<String> ips(Guest guest) {
        return guest.nics().stream()
                .flatMap(nic -> nic.addresses().stream().map(address -> letter(nic) + " " + address.text()))
                .toList();
    }

    private static String letter(GuestNic nic) {
        return nic.deviceKey() < 4000 ? "?" : Character.toString('A' + nic.deviceKey() - 4000);
    }

    private static GuestNic nic(String text) {
        String[] words = text.split(" ");
        return new GuestNic(
                "net-" + words[0],
                words[0].equals("-") ? GuestNic.NOT_A_DEVICE : 4000 + words[0].charAt(0) - 'A',
                Arrays.stream(words).skip(1).map(RetentionScenario::address).toList());
    }

    private static GuestAddress address(String text) {
        String[] parts = text.split("[/()]");
        return new GuestAddress(
                parts[0],
                InetAddress.ofLiteral(parts[0]),
                text.contains("/") ? OptionalInt.of(Integer.parseInt(parts[1])) : OptionalInt.empty(),
                Arrays.stream(GuestAddress.Origin.values())
                        .filter(origin -> text.toUpperCase(Locale.ROOT).contains("(" + origin + ")"))
                        .findFirst()
                        .orElse(GuestAddress.Origin.UNKNOWN),
                Arrays.stream(GuestAddress.State.values())
                        .filter(state -> text.toUpperCase(Locale.ROOT).contains("(" + state + ")"))
                        .findFirst()
                        .orElse(GuestAddress.State.UNKNOWN));
    }

    private static Map<InetAddress, String> each(String... ips) {
        return Arrays.stream(ips).collect(Collectors.toMap(InetAddress::ofLiteral, _ -> "somebody"));
    }
}
