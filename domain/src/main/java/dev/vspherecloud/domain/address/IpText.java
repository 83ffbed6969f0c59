package dev.vspherecloud.domain.address;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads IP addresses as Go does, and nothing else for one.
///
/// The JDK's reader also takes `10.1`, `[fd00::]` and zones; and names, when it is asked carelessly.
final class IpText {
    static final String IPV4 = "(?:0|[1-9][0-9]{0,2})(?:\\.(?:0|[1-9][0-9]{0,2})){3}";

    static final String IPV6 = "(?:[0-9A-Fa-f]{0,4}:){1,8}(?:[0-9A-Fa-f]{0,4}|" + IPV4 + ")";

    private static final Pattern FORM = Pattern.compile(IPV4 + "|" + IPV6);
    private static final Pattern LEADING_ZEROS = Pattern.compile("(?<![0-9A-Fa-f])0+(?=[0-9A-Fa-f])");

    private IpText() {}

    /// Leading zeros are dropped, so `010.0.0.1` is 10.0.0.1 and not 8.0.0.1. An IPv4 address may be written as one of
    /// IPv6.
    ///
    /// Rule from: k8s.io/utils/net, ParseIPSloppy, with which Kubernetes reads the addresses of Nodes.
    static Optional<InetAddress> parse(String text) {
        return FORM.matcher(text).matches()
                ? literal(text)
                : Optional.of(LEADING_ZEROS.matcher(text).replaceAll(""))
                        .filter(plain -> FORM.matcher(plain).matches())
                        .flatMap(IpText::literal);
    }

    private static Optional<InetAddress> literal(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
