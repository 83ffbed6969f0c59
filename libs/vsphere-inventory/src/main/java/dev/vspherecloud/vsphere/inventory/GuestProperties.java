package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.ip.IpAddressParser;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads what VMware Tools report about the network inside the guest.
final class GuestProperties {
    private GuestProperties() {}

    /// Returns the network interfaces of the guest.
    ///
    /// @param net the property `guest.net`
    static List<GuestNic> nics(PropertyValue net) {
        return net.items().stream().map(GuestProperties::nic).toList();
    }

    /// Returns the gateways of the default routes, each once.
    ///
    /// @param stacks the property `guest.ipStack`
    static List<InetAddress> gateways(PropertyValue stacks) {
        return stacks.items().stream()
                .flatMap(stack -> stack.field("ipRouteConfig").field("ipRoute").items().stream())
                .filter(route -> route.field("prefixLength").number().equals(OptionalLong.of(0)))
                .flatMap(route -> route.field("gateway").field("ipAddress").text().stream())
                .flatMap(text -> IpAddressParser.STRICT.parse(text).stream())
                .distinct()
                .toList();
    }

    private static GuestNic nic(PropertyValue value) {
        Map<InetAddress, PropertyValue> details = value.field("ipConfig").field("ipAddress").items().stream()
                .filter(detail -> ip(detail).isPresent())
                .collect(
                        Collectors.toMap(detail -> ip(detail).orElseThrow(), Function.identity(), (first, _) -> first));
        return new GuestNic(
                value.field("network").text().orElse(""),
                integer(value.field("deviceConfigId")).orElse(GuestNic.NOT_A_DEVICE),
                value.field("macAddress").text().orElse("").toLowerCase(Locale.ROOT),
                value.field("ipAddress").items().stream()
                        .flatMap(text -> text.text().stream())
                        .flatMap(text -> address(text, details).stream())
                        .toList());
    }

    private static Optional<InetAddress> ip(PropertyValue detail) {
        return detail.field("ipAddress").text().flatMap(IpAddressParser.STRICT::parse);
    }

    /// Parses an address that VMware Tools report. Text that is not a plain address (a zone suffix, a prefix)
    /// cannot be an address of a Node, so the result is empty.
    ///
    /// @param details the details of the addresses of the same NIC; they do not decide which addresses there
    ///     are
    private static Optional<GuestAddress> address(String text, Map<InetAddress, PropertyValue> details) {
        return IpAddressParser.STRICT.parse(text).map(ip -> {
            PropertyValue detail = details.getOrDefault(ip, new PropertyValue.Unset());
            return new GuestAddress(text, ip, prefixLength(detail, ip), origin(detail), state(detail));
        });
    }

    /// Reads the prefix length. If VMware Tools do not know it, they report zero, and the result is empty.
    private static OptionalInt prefixLength(PropertyValue detail, InetAddress ip) {
        int length = integer(detail.field("prefixLength")).orElse(0);
        boolean isValid = length > 0 && length <= ip.getAddress().length * Byte.SIZE;
        return isValid ? OptionalInt.of(length) : OptionalInt.empty();
    }

    private static GuestAddress.Origin origin(PropertyValue detail) {
        return switch (detail.field("origin").text().orElse("")) {
            case "manual" -> GuestAddress.Origin.MANUAL;
            case "dhcp" -> GuestAddress.Origin.DHCP;
            case "linklayer" -> GuestAddress.Origin.LINK_LAYER;
            case "random" -> GuestAddress.Origin.RANDOM;
            case "other" -> GuestAddress.Origin.OTHER;
            default -> GuestAddress.Origin.UNKNOWN;
        };
    }

    private static GuestAddress.State state(PropertyValue detail) {
        return switch (detail.field("state").text().orElse("")) {
            case "preferred" -> GuestAddress.State.PREFERRED;
            case "deprecated" -> GuestAddress.State.DEPRECATED;
            case "invalid" -> GuestAddress.State.INVALID;
            case "inaccessible" -> GuestAddress.State.INACCESSIBLE;
            case "tentative" -> GuestAddress.State.TENTATIVE;
            case "duplicate" -> GuestAddress.State.DUPLICATE;
            default -> GuestAddress.State.UNKNOWN;
        };
    }

    static Optional<Integer> integer(PropertyValue value) {
        OptionalLong number = value.number();
        return number.isPresent() && number.getAsLong() == (int) number.getAsLong()
                ? Optional.of((int) number.getAsLong())
                : Optional.empty();
    }
}
