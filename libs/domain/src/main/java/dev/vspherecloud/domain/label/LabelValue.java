package dev.vspherecloud.domain.label;

import java.util.Optional;
import java.util.regex.Pattern;

/// Converts the name of an object to a label value. Pure: the same name gives the same value, anywhere and at
/// any time.
///
/// A name that is a valid value stays as it is. Otherwise each run of characters that are not allowed becomes
/// one dash. Only letters and digits stay at the ends, as in `Berlin-Rack-7-new` for `Berlin / Rack 7 (new)`.
/// If letters are lost, or a long name is cut, a hash of the name follows, as in `01-a7b2d08a` for `生産-01`. So
/// different names do not become the same value.
public final class LabelValue {
    private static final int MAX_LENGTH = 63;

    /// The largest length of the part before the hash: a dash and eight hexadecimal digits follow.
    private static final int KEPT_LENGTH = MAX_LENGTH - 9;

    private static final Pattern IMPOSSIBLE = Pattern.compile("[^A-Za-z0-9_.-]+");
    private static final Pattern ENDS = Pattern.compile("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$");

    private LabelValue() {}

    /// Returns the label value for this name; empty if the name has neither letters nor digits.
    public static Optional<String> of(String name) {
        if (LabelSyntax.isValue(name)) {
            return Optional.of(name);
        }
        String value = trimmed(IMPOSSIBLE.matcher(name).replaceAll("-"));
        if (value.length() > MAX_LENGTH || losesLetters(name)) {
            String kept = trimmed(value.substring(0, Math.min(KEPT_LENGTH, value.length())));
            String hash = "%08x".formatted(name.hashCode());
            return Optional.of(kept.isEmpty() ? hash : kept + "-" + hash);
        }
        return Optional.of(value).filter(LabelSyntax::isValue);
    }

    private static boolean losesLetters(String name) {
        return name.codePoints().anyMatch(each -> each > 0x7f && Character.isLetterOrDigit(each));
    }

    private static String trimmed(String value) {
        return ENDS.matcher(value).replaceAll("");
    }
}
