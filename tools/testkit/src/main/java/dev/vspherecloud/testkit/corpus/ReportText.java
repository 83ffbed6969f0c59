package dev.vspherecloud.testkit.corpus;

import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Builder for one report of a file.
final class ReportText {
    private final Duration after;
    private final Map<String, String> values = new HashMap<>();
    private final List<GuestNic> nics = new ArrayList<>();

    ReportText(Duration after) {
        this.after = after;
    }

    /// Starts the next report. It keeps all values of this one except the NICs.
    ReportText later(Duration by) {
        var later = new ReportText(by);
        later.values.putAll(values);
        later.values.remove("hardware");
        return later;
    }

    void set(String key, String value) {
        values.put(key, value);
    }

    /// @param text as in `4000 VM Network` or `guest docker0`
    void nic(String text) {
        String[] words = text.split(" ", 2);
        boolean isDevice = !words[0].equals("guest");
        nics.add(new GuestNic(
                isDevice ? words[1].strip() : "",
                isDevice ? Integer.parseInt(words[0]) : GuestNic.NOT_A_DEVICE,
                "00:50:56:00:00:%02x".formatted(nics.size()),
                List.of()));
    }

    /// @param text as in `10.1.0.5/24 dhcp preferred`
    void address(String text) {
        GuestNic nic = nics.removeLast();
        nics.add(new GuestNic(
                nic.network(),
                nic.deviceKey(),
                nic.mac(),
                Stream.concat(nic.addresses().stream(), Stream.of(read(text))).toList()));
    }

    private static GuestAddress read(String text) {
        List<String> words = List.of(text.split("\\s+"));
        String[] cidr = words.getFirst().split("/", 2);
        var prefix = cidr.length == 2 ? OptionalInt.of(Integer.parseInt(cidr[1])) : OptionalInt.empty();
        List<String> rest = words.subList(1, words.size());
        var origin = rest.stream()
                .flatMap(word -> constant(GuestAddress.Origin.values(), word))
                .findFirst();
        var state = rest.stream()
                .flatMap(word -> constant(GuestAddress.State.values(), word))
                .findFirst();
        if (origin.stream().count() + state.stream().count() != rest.size()) {
            throw new IllegalArgumentException("neither origin nor state");
        }
        return new GuestAddress(
                cidr[0],
                InetAddress.ofLiteral(cidr[0]),
                prefix,
                origin.orElse(GuestAddress.Origin.UNKNOWN),
                state.orElse(GuestAddress.State.UNKNOWN));
    }

    private static <T extends Enum<T>> Stream<T> constant(T[] values, String word) {
        String wanted = word.replace('-', '_').toUpperCase(Locale.ROOT);
        return Arrays.stream(values).filter(value -> value.name().equals(wanted));
    }

    String hostName() {
        return values.getOrDefault("host-name", "");
    }

    GuestSituation.Report report() {
        var guest = new Guest(
                hostName(),
                nics,
                !values.getOrDefault("tools", "running").equals("stopped"),
                ips(values.getOrDefault("gateways", "")),
                statics(values.getOrDefault("static", "")));
        long reported =
                guest.virtualNics().stream().map(GuestNic::deviceKey).distinct().count();
        int cards = Optional.ofNullable(values.get("hardware"))
                .map(Integer::valueOf)
                .orElse((int) reported);
        return new GuestSituation.Report(after, guest, new Hardware(2, 4096, "ubuntu64Guest", cards));
    }

    private static StaticAddresses statics(String text) {
        return switch (text) {
            case "" -> new StaticAddresses.None();
            case "unreadable" -> new StaticAddresses.Unreadable("guestinfo.metadata: it is not YAML");
            default -> new StaticAddresses.Listed(ips(text));
        };
    }

    private static List<InetAddress> ips(String text) {
        return SituationText.words(text).map(InetAddress::ofLiteral).toList();
    }
}
