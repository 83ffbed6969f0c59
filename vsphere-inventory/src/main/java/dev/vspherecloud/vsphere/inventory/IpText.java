package dev.vspherecloud.vsphere.inventory;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads addresses as machines write them. No name is ever resolved.
final class IpText {
    /// The JDK's reader also takes `10.1` and `010.0.0.1` for addresses, and zones and brackets; a Node's are four
    /// plain numbers, or have a colon.
    private static final Pattern FORM = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}|[^\\[%]*:[^%]*");

    private IpText() {}

    /// @return nothing when the text is no plain address: a zone suffix or a prefix is too much
    static Optional<InetAddress> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
