package dev.vspherecloud.domain.ip;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A range of addresses of one family, as `10.20.0.0/16` or `fd20::/48` writes it.
///
/// @param network its first address; bits behind the prefix are dropped
/// @param length  how many leading bits all its addresses share: 0 to 32 for IPv4, 0 to 128 for IPv6
public record Subnet(InetAddress network, int length) {
    private static final Pattern FORM =
            Pattern.compile("(" + IpAddressParser.IPV4 + "|" + IpAddressParser.IPV6 + ")/0*([0-9]{1,3})");
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)0(?::0)+(?::|$)");

    /// Where the IPv4 address begins in `::ffff:10.0.0.1`.
    private static final int MAPPED_BITS = 96;

    public Subnet {
        byte[] bytes = network.getAddress();
        if (length < 0 || length > bytes.length * Byte.SIZE) {
            throw new IllegalArgumentException("not a prefix length of %s: %d".formatted(network, length));
        }
        network = address(masked(bytes, length));
    }

    /// Reads one range. Bits behind the prefix are dropped, as in `10.20.1.1/16`. A range of IPv4 may be written as
    /// one of IPv6: `::ffff:10.0.0.0/104` is `10.0.0.0/8`.
    ///
    /// Rule from: Go, net.ParseCIDR, which reads the same texts as the same ranges.
    ///
    /// @return nothing when the text is no range, which a bare address is not either
    public static Optional<Subnet> parse(String text) {
        var parts = FORM.matcher(text);
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
        // Not all of ::ffff is left, so it is no range of IPv4 addresses any more.
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xff;
        bytes[11] = (byte) 0xff;
        return new Subnet(address(masked(bytes, length)), length);
    }

    public boolean contains(InetAddress ip) {
        return share(network, ip, length);
    }

    /// Whether two addresses are of one family and begin with the same bits.
    public static boolean share(InetAddress one, InetAddress other, int length) {
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

    /// By way of text, since what takes bytes declares a failure to resolve names.
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

    /// `10.20.0.0/16` or `fd20::/48`, with the longest run of zeros left out as in RFC 5952.
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
