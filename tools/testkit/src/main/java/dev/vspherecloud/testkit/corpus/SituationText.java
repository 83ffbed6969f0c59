package dev.vspherecloud.testkit.corpus;

import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.ccm.domain.address.VirtualIpHints;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.testkit.corpus.GuestSituation.Outcome;
import java.net.InetAddress;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads one file of the corpus. The package comment describes the format; a line that does not match it is an error.
final class SituationText {
    private static final Set<String> REPORT_KEYS = Set.of("host-name", "tools", "hardware", "gateways", "static");
    private static final Set<String> NODE_KEYS =
            Set.of("title", "source", "node", "node-ip", "families", "family-policy", "expect", "shortfall");

    private final String name;
    private final Map<String, String> values = new HashMap<>();
    private final Map<InetAddress, String> claimed = new HashMap<>();
    private final Map<InetAddress, String> seenOn = new HashMap<>();
    private final List<ReportText> reports = new ArrayList<>(List.of(new ReportText(Duration.ZERO)));

    private SituationText(String name) {
        this.name = name;
    }

    static GuestSituation read(String name, String text) {
        var file = new SituationText(name);
        text.lines()
                .map(line -> line.replaceFirst("(^|\\s)#.*", ""))
                .filter(line -> !line.isBlank())
                .forEach(file::read);
        return file.situation();
    }

    private void read(String line) {
        try {
            addLine(line);
        } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(name + ": cannot read \"" + line + "\"", e);
        }
    }

    private void addLine(String line) {
        String[] key = line.split(":\\s*", 2);
        if (line.startsWith(" ")) {
            reports.getLast().address(line.strip());
        } else if (line.startsWith("nic ")) {
            reports.getLast().nic(line.substring("nic ".length()));
        } else if (line.startsWith("report after ")) {
            reports.add(reports.getLast().later(Duration.parse("PT" + line.substring("report after ".length()))));
        } else if (line.startsWith("claimed: ")) {
            addOtherVm(claimed, key[1]);
        } else if (line.startsWith("seen-on: ")) {
            addOtherVm(seenOn, key[1]);
        } else if (REPORT_KEYS.contains(key[0])) {
            reports.getLast().set(key[0], key[1].strip());
        } else if (NODE_KEYS.contains(key[0])) {
            values.put(key[0], key[1].strip());
        } else {
            throw new IllegalArgumentException("no such key");
        }
    }

    private static void addOtherVm(Map<InetAddress, String> otherVms, String text) {
        String[] words = text.split(" by ", 2);
        otherVms.put(InetAddress.ofLiteral(words[0]), words[1].strip());
    }

    private GuestSituation situation() {
        return new GuestSituation(
                name,
                required("title"),
                required("source"),
                rules(),
                addresses(values.getOrDefault("node", "")),
                provided(),
                new VirtualIpHints(claimed, seenOn),
                reports.stream().map(ReportText::report).toList(),
                outcome());
    }

    private String required(String key) {
        String value = values.getOrDefault(key, "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + ": no " + key);
        }
        return value;
    }

    private AddressRules rules() {
        List<IpFamily> families = words(values.getOrDefault("families", "ipv4"))
                .map(word -> IpFamily.parse(word).orElseThrow())
                .toList();
        String policy = values.getOrDefault("family-policy", "require").toUpperCase(Locale.ROOT);
        return new AddressRules(families, FamilyPolicy.valueOf(policy), NodeNetworks.ANY);
    }

    private ProvidedNodeIps provided() {
        String text = values.getOrDefault("node-ip", "");
        if (text.isEmpty()) {
            return new ProvidedNodeIps.None();
        }
        try {
            return new ProvidedNodeIps.Listed(
                    words(text).map(InetAddress::ofLiteral).toList());
        } catch (IllegalArgumentException _) {
            return new ProvidedNodeIps.Malformed(text);
        }
    }

    private Outcome outcome() {
        String expect = required("expect");
        if (expect.startsWith("reason ")) {
            return new Outcome.Waiting(code(expect.substring("reason ".length())));
        }
        return new Outcome.Shown(
                addresses(expect), Optional.ofNullable(values.get("shortfall")).map(this::code));
    }

    private ReasonCode code(String word) {
        return NodeReason.table().stream()
                .filter(code -> code.text().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + ": no reason " + word));
    }

    /// Returns the addresses in the order of a Node. The host name is that of the guest unless the text has one.
    private List<NodeAddress> addresses(String text) {
        List<NodeAddress> listed = words(text).flatMap(SituationText::both).toList();
        boolean isNamed = listed.stream().anyMatch(each -> each.type() == NodeAddress.Type.HOSTNAME);
        return listed.isEmpty() || isNamed
                ? listed
                : Stream.concat(
                                Stream.of(new NodeAddress(
                                        NodeAddress.Type.HOSTNAME,
                                        reports.getLast().hostName())),
                                listed.stream())
                        .toList();
    }

    private static Stream<NodeAddress> both(String word) {
        String[] typed = word.split("=", 2);
        return typed.length == 2
                ? Stream.of(new NodeAddress(NodeAddress.Type.parse(typed[0]).orElseThrow(), typed[1]))
                : Stream.of(NodeAddress.Type.INTERNAL_IP, NodeAddress.Type.EXTERNAL_IP)
                        .map(type -> new NodeAddress(type, word));
    }

    static Stream<String> words(String text) {
        return Arrays.stream(text.split("[,\\s]+")).filter(word -> !word.isEmpty());
    }
}
