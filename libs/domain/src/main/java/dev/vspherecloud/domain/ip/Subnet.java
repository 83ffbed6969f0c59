package dev.vspherecloud.domain.ip;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A range of IP addresses of one family in CIDR notation, as in `10.20.0.0/16` or `fd20::/48`.
///
/// @param network the first address of the range; the constructor clears the bits after the prefix
/// @param length  the prefix length: 0 to 32 for IPv4, 0 to 128 for IPv6
public record Subnet(InetAddress network, int length) {
    private static final Pattern FORMAT =
            Pattern.compile("(" + IpAddressParser.IPV4 + "|" + IpAddressParser.IPV6 + ")/0*([0-9]{1,3})");
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)0(?::0)+(?::|$)");

    /// The number of bits before the IPv4 address in an IPv4-mapped IPv6 address such as `::ffff:10.0.0.1`.
    private static final int MAPPED_BITS = 96;

    public Subnet {
        byte[] bytes = network.getAddress();
        if (length < 0 || length > bytes.length * Byte.SIZE) {
            throw new IllegalArgumentException("not a prefix length of %s: %d".formatted(network, length));
        }
        network = address(masked(bytes, length));
    }

    /// Parses one range. Bits after the prefix are cleared, as in `10.20.1.1/16`. An IPv4 range may be written as
    /// an IPv4-mapped IPv6 range: `::ffff:10.0.0.0/104` is `10.0.0.0/8`.
    ///
    /// Rule from: Go, net.ParseCIDR, which parses the same texts as the same ranges.
    ///
    /// @return empty if the text is not a range; an address without a prefix length is not one
    public static Optional<Subnet> parse(String text) {
        var parts = FORMAT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            InetAddress address = InetAddress.ofLiteral(parts.group(1));
            int length = Integer.parseInt(parts.group(2));
            return Optional.of(
                    isMapped(address, parts.group(1)) ? ofMapped(address, length) : new Subnet(address, length));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static boolean isMapped(InetAddress address, String text) {
        return address.getAddress().length == 4 && text.indexOf(':') >= 0;
    }

    private static Subnet ofMapped(InetAddress ipv4, int length) {
        if (length >= MAPPED_BITS) {
            return new Subnet(ipv4, length - MAPPED_BITS);
        }
        // A range larger than ::ffff:0:0/96 contains other addresses than IPv4 addresses, so it stays an IPv6
        // range.
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xff;
        bytes[11] = (byte) 0xff;
        return new Subnet(address(masked(bytes, length)), length);
    }

    public boolean contains(InetAddress ip) {
        return shareNetwork(network, ip, length);
    }

    /// Returns true if both addresses are of one family and their leading bits are equal.
    ///
    /// @param length the number of leading bits to compare
    public static boolean shareNetwork(InetAddress one, InetAddress other, int length) {
        byte[] left = one.getAddress();
        byte[] right = other.getAddress();
        int whole = length / Byte.SIZE;
        return left.length == right.length
                && Arrays.equals(left, 0, whole, right, 0, whole)
                && (length % Byte.SIZE == 0
                        || ((left[whole] ^ right[whole]) & 0xff) >>> (Byte.SIZE - length % Byte.SIZE) == 0);
    }

    private static byte[] masked(byte[] bytes, int length) {
        byte[] masked = bytes.clone();
        for (int bit = length; bit < masked.length * Byte.SIZE; bit++) {
            masked[bit / Byte.SIZE] &= (byte) ~(0x80 >> bit % Byte.SIZE);
        }
        return masked;
    }

    /// Converts the bytes of an address to an [InetAddress]. It uses the text form, because the JDK method that
    /// takes bytes declares an exception for failed name resolution.
    private static InetAddress address(byte[] bytes) {
        return InetAddress.ofLiteral(bytes.length == 4 ? dotted(bytes) : grouped(bytes));
    }

    private static String dotted(byte[] bytes) {
        var numbers = new StringJoiner(".");
        for (byte octet : bytes) {
            numbers.add(Integer.toString(Byte.toUnsignedInt(octet)));
        }
        return numbers.toString();
    }

    private static String grouped(byte[] bytes) {
        var groups = new StringJoiner(":");
        for (int i = 0; i < bytes.length; i += 2) {
            groups.add(HexFormat.of().formatHex(bytes, i, i + 2));
        }
        return groups.toString();
    }

    /// Returns `10.20.0.0/16` or `fd20::/48`, with the longest run of zeros left out as in RFC 5952.
    @Override
    public String toString() {
        String text = network.getHostAddress();
        return ZEROS.matcher(text)
                        .results()
                        .max(Comparator.comparingInt((MatchResult run) ->
                                        run.group().replace(":", "").length())
                                .thenComparing(MatchResult::start, Comparator.reverseOrder()))
                        .map(run -> text.substring(0, run.start()) + "::" + text.substring(run.end()))
                        .orElse(text)
                + "/" + length;
    }
}
