package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.ccm.domain.NodeFixtures;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Parses the input of the address rules from one line of text, and formats their result as another.
///
/// NICs are written `network: addresses`, separated by semicolons; the network `-` is no virtual NIC. An
/// address may have a prefix, a state and an origin: `fd00::5/64!deprecated~random`. Words that are not an
/// address are left out, as in a real report.
///
/// The other input are words `key=value`: `families`, `int`, `not-ext` and the others of
/// [NodeFixtures#rules(String)], and `prefer` for the family policy; `static`, `gateway`, `node-ip`; `held-int`
/// and `held-ext` for addresses of an initialised Node; `claimed` and `seen` for hints of virtual IPs.
final class AddressScenario {
    static final String HOST_NAME = "w-1.example";

    private static final Pattern ADDRESS =
            Pattern.compile("(?<ip>[^/!~]+)(?:/(?<prefix>\\d+))?(?:!(?<state>\\w+))?(?:~(?<origin>\\w+))?");

    private AddressScenario() {}

    static AddressChoice choose(String guest, @Nullable String known) {
        return AddressPolicy.choose(input(guest, known == null ? "" : known));
    }

    static AddressInput input(String guest, String known) {
        Map<String, String> words = words(known);
        List<NodeAddress> present = new ArrayList<>();
        ips(words.get("held-int")).forEach(ip -> present.add(address(NodeAddress.Type.INTERNAL_IP, ip)));
        ips(words.get("held-ext")).forEach(ip -> present.add(address(NodeAddress.Type.EXTERNAL_IP, ip)));
        return new AddressInput(
                guest(guest, words),
                rules(known, words),
                present.isEmpty(),
                present,
                words.containsKey("node-ip") ? ProvidedNodeIps.parse(words.get("node-ip")) : new ProvidedNodeIps.None(),
                new VirtualIpHints(all(words.get("claimed"), "Service web/shop"), all(words.get("seen"), "w-2")));
    }

    /// Returns for example `Int 10.1.0.5, Ext 172.20.0.9`, or the reason code.
    static String outcome(AddressChoice choice) {
        return switch (choice) {
            case AddressChoice.Chosen(var addresses, var _, var _, var _, var _) ->
                addresses.stream()
                        .filter(address -> address.type() != NodeAddress.Type.HOSTNAME)
                        .map(address -> address.type().spelling().substring(0, 3) + " " + address.text())
                        .collect(Collectors.joining(", "));
            case AddressChoice.Unreported(Reason reason, var _) -> reason.code().text();
            case AddressChoice.Unsatisfied(Reason reason, var _) ->
                reason.code().text();
        };
    }

    /// Returns for each address a text such as `10.1.0.5 Int Ext: the first that is not excluded`.
    static List<String> verdicts(AddressChoice choice) {
        return choice.verdicts().stream()
                .map(verdict -> verdict.address()
                        + verdict.chosen().stream()
                                .map(type -> " " + type.spelling().substring(0, 3))
                                .collect(Collectors.joining())
                        + ": " + verdict.explanation())
                .toList();
    }

    static Reason reason(AddressChoice choice) {
        return switch (choice) {
            case AddressChoice.Chosen _ -> throw new AssertionError(choice);
            case AddressChoice.Unreported(Reason reason, var _) -> reason;
            case AddressChoice.Unsatisfied(Reason reason, var _) -> reason;
        };
    }

    static AddressChoice.Chosen chosen(AddressChoice choice) {
        return switch (choice) {
            case AddressChoice.Chosen chosen -> chosen;
            case AddressChoice other -> throw new AssertionError(other);
        };
    }

    private static Guest guest(String text, Map<String, String> words) {
        List<GuestNic> nics = new ArrayList<>();
        for (String nic : text.strip().split("\\s*;\\s*")) {
            String[] parts = nic.split(":\\s+|:$", 2);
            int device = parts[0].equals("-") ? GuestNic.NOT_A_DEVICE : 4000 + nics.size();
            nics.add(new GuestNic(parts[0].equals("-") ? "" : parts[0], device, addresses(parts[1])));
        }
        return new Guest(HOST_NAME, nics, true, ips(words.get("gateway")), statics(words));
    }

    private static StaticAddresses statics(Map<String, String> words) {
        String listed = words.get("static");
        if (listed == null) {
            return new StaticAddresses.None();
        }
        return listed.equals("unreadable")
                ? new StaticAddresses.Unreadable("it is not base64")
                : new StaticAddresses.Listed(ips(listed));
    }

    private static AddressRules rules(String known, Map<String, String> words) {
        AddressRules rules = NodeFixtures.rules(known);
        return words.containsKey("prefer")
                ? new AddressRules(rules.families(), FamilyPolicy.PREFER, rules.networks())
                : rules;
    }

    private static List<GuestAddress> addresses(String text) {
        return Arrays.stream(text.strip().split("\\s+"))
                .filter(word -> word.contains(".") || word.contains(":"))
                .map(AddressScenario::address)
                .toList();
    }

    private static GuestAddress address(String word) {
        var parts = ADDRESS.matcher(word);
        if (!parts.matches()) {
            throw new IllegalArgumentException(word);
        }
        String prefix = parts.group("prefix");
        String state = parts.group("state");
        String origin = parts.group("origin");
        return new GuestAddress(
                parts.group("ip"),
                InetAddress.ofLiteral(parts.group("ip")),
                prefix == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(prefix)),
                origin == null
                        ? GuestAddress.Origin.UNKNOWN
                        : GuestAddress.Origin.valueOf(origin.toUpperCase(Locale.ROOT)),
                state == null
                        ? GuestAddress.State.UNKNOWN
                        : GuestAddress.State.valueOf(state.toUpperCase(Locale.ROOT)));
    }

    private static Map<String, String> words(String known) {
        var words = new HashMap<String, String>();
        for (String word : known.strip().split("\\s+")) {
            int equals = word.indexOf('=');
            words.put(equals < 0 ? word : word.substring(0, equals), word.substring(equals + 1));
        }
        return words;
    }

    private static List<InetAddress> ips(@Nullable String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(",")).map(InetAddress::ofLiteral).toList();
    }

    private static Map<InetAddress, String> all(@Nullable String list, String words) {
        return ips(list).stream().collect(Collectors.toMap(ip -> ip, ip -> words));
    }

    private static NodeAddress address(NodeAddress.Type type, InetAddress ip) {
        return new NodeAddress(type, ip.getHostAddress());
    }
}
