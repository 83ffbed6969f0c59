package dev.vspherecloud.domain.ip;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses IP addresses, strictly or leniently, depending on the source of the text. No name is ever resolved. An
/// IPv4 address may be written as an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`).
///
/// The JDK's parser also accepts `10.1`, `[fd00::1]` and zones (`fe80::1%1`): none of these is the address of a
/// Node.
public enum IpAddressParser {
    /// Parses addresses as programs write them. It rejects a leading zero that could mean octal (`010.0.0.1`),
    /// and a group of more than four hexadecimal digits.
    ///
    /// Rule from: Go, netip.ParseAddr, except for zones.
    STRICT {
        @Override
        public Optional<InetAddress> parse(String text) {
            return FORMAT.matcher(text).matches() ? literal(text) : Optional.empty();
        }
    },

    /// Parses addresses as Kubernetes does: leading zeros are dropped, so `010.0.0.1` is 10.0.0.1 and not
    /// 8.0.0.1.
    ///
    /// Rule from: k8s.io/utils/net, ParseIPSloppy.
    SLOPPY {
        @Override
        public Optional<InetAddress> parse(String text) {
            return STRICT.parse(text)
                    .or(() -> STRICT.parse(LEADING_ZEROS.matcher(text).replaceAll("")));
        }
    };

    static final String IPV4 = "(?:0|[1-9][0-9]{0,2})(?:\\.(?:0|[1-9][0-9]{0,2})){3}";

    static final String IPV6 = "(?:[0-9A-Fa-f]{0,4}:){1,8}(?:[0-9A-Fa-f]{0,4}|" + IPV4 + ")";

    private static final Pattern FORMAT = Pattern.compile(IPV4 + "|" + IPV6);
    private static final Pattern LEADING_ZEROS = Pattern.compile("(?<![0-9A-Fa-f])0+(?=[0-9A-Fa-f])");

    /// Parses one address.
    ///
    /// @return the address; empty if the text is not an address
    public abstract Optional<InetAddress> parse(String text);

    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
