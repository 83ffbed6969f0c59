package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Random guests and rules, from small sets so that rules match often. The same seed gives the same guests and
/// rules.
final class RandomScenarios {
    private static final List<String> IPS = List.of(
            "10.1.0.5",
            "10.1.0.6",
            "10.1.255.255",
            "10.2.0.1",
            "172.20.0.9",
            "192.168.7.7",
            "169.0.1.2",
            "239.1.2.3",
            "255.255.255.255",
            "169.254.9.9",
            "127.0.0.1",
            "0.0.0.0",
            "224.0.0.5",
            "224.0.1.5",
            "::ffff:10.1.0.7",
            "::ffff:127.0.0.2",
            "fd00::5",
            "FD00::6",
            "fd00:0:0:1::7",
            "2001:db8::9",
            "fe80::1",
            "fec0::1",
            "::1",
            "::",
            "ff02::1",
            "ff12::1",
            "ff05::1");
    private static final List<String> SUBNETS = List.of(
            "10.1.0.0/16",
            "10.1.0.5/32",
            "10.1.0.6/31",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.7.7/24",
            "0.0.0.0/0",
            "128.0.0.0/1",
            "10.9.0.0/16",
            "fd00::/8",
            "fd00::/64",
            "fd00::6/127",
            "2001:db8::/32",
            "::/0",
            "8000::/1",
            "fd99::/16");
    private static final Map<String, Subnet> PARSED = SUBNETS.stream()
            .collect(Collectors.toUnmodifiableMap(
                    text -> text, text -> Subnet.parse(text).orElseThrow()));
    private static final List<String> NETWORKS = List.of("A", "a", "B", "Größe", "GRÖSSE", "größe", "dmz");

    /// Some gateways are in a subnet of guest addresses, and some are not.
    private static final List<String> GATEWAYS = List.of("203.0.113.1", "10.1.0.1", "fd00::1", "2001:db8:1::1");

    private static final List<GuestAddress.State> STATES = List.of(GuestAddress.State.values());
    private static final List<GuestAddress.Origin> ORIGINS = List.of(GuestAddress.Origin.values());

    private final Random random;

    RandomScenarios(long seed) {
        random = new Random(seed);
    }

    boolean once(int times) {
        return random.nextInt(times) == 0;
    }

    List<NaiveAddresses.Nic> nics() {
        return some(4, () -> new NaiveAddresses.Nic(one(NETWORKS), random.nextInt(5) - 1, some(5, () -> one(IPS))));
    }

    /// Returns the same addresses on the same networks, in another order.
    List<NaiveAddresses.Nic> shuffled(List<NaiveAddresses.Nic> nics) {
        var shuffled = new ArrayList<NaiveAddresses.Nic>();
        for (NaiveAddresses.Nic nic : nics) {
            List<String> ips = new ArrayList<>(nic.ips());
            Collections.shuffle(ips, random);
            shuffled.add(new NaiveAddresses.Nic(nic.network(), nic.device(), ips));
        }
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    List<String> statics() {
        return random.nextBoolean() ? List.of() : some(3, () -> one(IPS));
    }

    /// Returns mostly no address, else one, or one of each family.
    List<String> nodeIps() {
        List<String> ips = some(2, () -> one(IPS));
        return ips.size() == 2 && NaiveAddresses.isIpv4(ips.getFirst()) == NaiveAddresses.isIpv4(ips.getLast())
                ? List.of(ips.getFirst())
                : ips;
    }

    NaiveAddresses.Rules rules() {
        return new NaiveAddresses.Rules(
                families(),
                subnets(),
                subnets(),
                subnets(),
                subnets(),
                random.nextBoolean() ? "" : one(NETWORKS),
                random.nextBoolean() ? "" : one(NETWORKS));
    }

    private List<String> families() {
        List<String> families = some(3, () -> one(List.of("ipv4", "ipv4", "ipv6")));
        return families.isEmpty() ? List.of("ipv4") : families;
    }

    private List<String> subnets() {
        return random.nextBoolean() ? List.of() : some(3, () -> one(SUBNETS));
    }

    /// Returns a guest without a sign of a virtual IP.
    Guest guestWithoutSigns(String hostName, List<NaiveAddresses.Nic> nics, List<String> statics) {
        int ipv4 = 8 + random.nextInt(24);
        int ipv6 = 32 + random.nextInt(64);
        GuestAddress.State state = one(List.of(GuestAddress.State.UNKNOWN, GuestAddress.State.PREFERRED));
        return guest(
                hostName,
                nics,
                List.of("203.0.113.1", "fe80::fe"),
                statics,
                ip -> new GuestAddress(
                        ip,
                        InetAddress.ofLiteral(ip),
                        OptionalInt.of(NaiveAddresses.isIpv4(ip) ? ipv4 : ipv6),
                        one(ORIGINS.subList(0, 4)),
                        state));
    }

    /// Returns a guest with random signs of virtual IPs.
    Guest guestWithSigns(String hostName, List<NaiveAddresses.Nic> nics, List<String> statics) {
        return guest(hostName, nics, some(2, () -> one(GATEWAYS)), statics, this::addressWithSigns);
    }

    private GuestAddress addressWithSigns(String ip) {
        int bits = NaiveAddresses.isIpv4(ip) ? 32 : 128;
        return new GuestAddress(
                ip,
                InetAddress.ofLiteral(ip),
                once(3) ? OptionalInt.empty() : OptionalInt.of(random.nextBoolean() ? bits : random.nextInt(bits)),
                one(ORIGINS),
                random.nextBoolean() ? GuestAddress.State.UNKNOWN : one(STATES));
    }

    VirtualIpHints virtualIpHints() {
        return new VirtualIpHints(some("Service web/shop"), some("w-2"));
    }

    private Map<InetAddress, String> some(String words) {
        var some = new HashMap<InetAddress, String>();
        some(4, () -> one(IPS)).forEach(ip -> some.put(InetAddress.ofLiteral(ip), words));
        return some;
    }

    private interface Details {
        GuestAddress of(String ip);
    }

    private static Guest guest(
            String hostName,
            List<NaiveAddresses.Nic> nics,
            List<String> gateways,
            List<String> statics,
            Details details) {
        return new Guest(
                hostName,
                nics.stream()
                        .map(nic -> new GuestNic(
                                nic.network(),
                                nic.device(),
                                nic.ips().stream().map(details::of).toList()))
                        .toList(),
                true,
                parsed(gateways),
                statics.isEmpty() ? new StaticAddresses.None() : new StaticAddresses.Listed(parsed(statics)));
    }

    static List<InetAddress> parsed(List<String> ips) {
        return ips.stream().map(InetAddress::ofLiteral).toList();
    }

    static AddressRules rules(NaiveAddresses.Rules rules) {
        return new AddressRules(
                rules.families().stream()
                        .map(family -> IpFamily.parse(family).orElseThrow())
                        .toList(),
                FamilyPolicy.REQUIRE,
                new NodeNetworks(
                        subnets(rules.internal()),
                        subnets(rules.external()),
                        subnets(rules.notInternal()),
                        subnets(rules.notExternal()),
                        rules.internalNetwork(),
                        rules.externalNetwork()));
    }

    private static List<Subnet> subnets(List<String> texts) {
        return texts.stream().map(PARSED::get).toList();
    }

    <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private <T> List<T> some(int most, Supplier<T> maker) {
        var some = new ArrayList<T>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            some.add(maker.get());
        }
        return some;
    }
}
