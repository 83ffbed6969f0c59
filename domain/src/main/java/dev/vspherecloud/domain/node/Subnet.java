package dev.vspherecloud.domain.node;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// A range of addresses of one family, as `10.20.0.0/16` or `fd20::/48` writes it.
///
/// @param network the first address, in hex digits: 8 of them for IPv4, 32 for IPv6
/// @param length  how many leading bits all its addresses share
public record Subnet(String network, int length) {
    private static final Pattern FORM = Pattern.compile("([0-9A-Fa-f:.]+)/(0|[1-9][0-9]{0,2})");

    /// Reads one range. Bits behind the prefix length are dropped, as in `10.20.1.1/16`.
    ///
    /// @return nothing when the text is no range, which a bare address is not either
    public static Optional<Subnet> parse(String text) {
        var parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            byte[] address = InetAddress.ofLiteral(parts.group(1)).getAddress();
            int length = Integer.parseInt(parts.group(2));
            return length > address.length * 8
                    ? Optional.empty()
                    : Optional.of(new Subnet(HexFormat.of().formatHex(masked(address, length)), length));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public boolean contains(InetAddress ip) {
        byte[] address = ip.getAddress();
        return address.length * 2 == network.length()
                && HexFormat.of().formatHex(masked(address, length)).equals(network);
    }

    private static byte[] masked(byte[] address, int length) {
        byte[] masked = address.clone();
        for (int bit = length; bit < masked.length * 8; bit++) {
            masked[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
        return masked;
    }

    /// `10.20.0.0/16`
    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(HexFormat.of().parseHex(network)).getHostAddress() + "/" + length;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are an address", e);
        }
    }
}
