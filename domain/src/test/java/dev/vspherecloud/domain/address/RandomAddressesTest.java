package dev.vspherecloud.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Random guests and rules, from small sets so that rules hit: [AddressPolicy] and [NaiveAddresses] choose the same.
class RandomAddressesTest {
    private static final int CASES = 20_000;

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
    private static final List<String> NETWORKS = List.of("A", "a", "B", "Größe", "GRÖSSE", "größe", "dmz");

    private final Random random = new Random(4_6);
    private final Map<ReasonCode, Integer> reasons = new EnumMap<>(ReasonCode.class);
    private int chosen;

    @Test
    void theSameAddressesAreChosenBySecondThoughts() {
        for (int i = 0; i < CASES; i++) {
            String hostName = random.nextInt(50) == 0 ? "" : "w-1";
            List<NaiveAddresses.Nic> nics = some(4, this::nic);
            NaiveAddresses.Rules rules = rules();

            AddressChoice choice = AddressPolicy.choose(guest(hostName, nics), rules(rules));

            assertThat(words(choice))
                    .as("%s on %s", rules, nics)
                    .isEqualTo(NaiveAddresses.choose(hostName, nics, rules));
        }
        assertThat(chosen).as("cases that chose").isGreaterThan(CASES / 4);
        assertThat(reasons.keySet())
                .containsExactlyInAnyOrder(
                        ReasonCode.GUEST_HOST_NAME_MISSING,
                        ReasonCode.NO_USABLE_ADDRESS,
                        ReasonCode.NETWORK_MISSING,
                        ReasonCode.ADDRESSES_EXCLUDED);
        assertThat(reasons.values()).as("%s", reasons).allMatch(count -> count > CASES / 200);
    }

    private String words(AddressChoice choice) {
        return switch (choice) {
            case AddressChoice.Chosen(var addresses, var _, var _, var _) -> {
                chosen++;
                yield addresses.stream().map(NodeAddress::toString).collect(Collectors.joining(" "));
            }
            case AddressChoice.Unreported(Reason reason, var _) -> none(reason);
            case AddressChoice.Unmet(Reason reason, var _) -> none(reason);
        };
    }

    private String none(Reason reason) {
        reasons.merge(reason.code(), 1, Integer::sum);
        return "none";
    }

    private NaiveAddresses.Nic nic() {
        return new NaiveAddresses.Nic(one(NETWORKS), random.nextInt(5) - 1, some(5, () -> one(IPS)));
    }

    private NaiveAddresses.Rules rules() {
        List<String> families = some(3, () -> one(List.of("ipv4", "ipv4", "ipv6")));
        return new NaiveAddresses.Rules(
                families.isEmpty() ? List.of("ipv4") : families,
                subnets(),
                subnets(),
                subnets(),
                subnets(),
                random.nextBoolean() ? "" : one(NETWORKS),
                random.nextBoolean() ? "" : one(NETWORKS));
    }

    private List<String> subnets() {
        return random.nextBoolean() ? List.of() : some(3, () -> one(SUBNETS));
    }

    private String one(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private <T> List<T> some(int most, Supplier<T> maker) {
        var some = new ArrayList<T>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            some.add(maker.get());
        }
        return some;
    }

    private static Guest guest(String hostName, List<NaiveAddresses.Nic> nics) {
        return new Guest(
                hostName,
                nics.stream()
                        .map(nic -> new GuestNic(
                                nic.network(),
                                nic.device(),
                                nic.ips().stream()
                                        .map(ip -> new GuestAddress(ip, InetAddress.ofLiteral(ip)))
                                        .toList()))
                        .toList());
    }

    private static AddressRules rules(NaiveAddresses.Rules rules) {
        return new AddressRules(
                rules.families().stream()
                        .map(family -> IpFamily.parse(family).orElseThrow())
                        .toList(),
                new NodeNetworks(
                        parsed(rules.internal()),
                        parsed(rules.external()),
                        parsed(rules.notInternal()),
                        parsed(rules.notExternal()),
                        rules.internalNetwork(),
                        rules.externalNetwork()));
    }

    private static List<Subnet> parsed(List<String> texts) {
        return texts.stream().map(text -> Subnet.parse(text).orElseThrow()).toList();
    }
}
