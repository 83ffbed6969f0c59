package dev.vspherecloud.domain.label;

import java.util.Optional;
import java.util.regex.Pattern;

/// The syntax of Kubernetes labels.
///
/// Rule from: k8s.io/apimachinery, util/validation, IsQualifiedName and IsValidLabelValue.
public final class LabelSyntax {
    /// Matches the part of a label key after its prefix, and every label value except the empty one.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Pattern PREFIX =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private static final Pattern RESERVED = Pattern.compile("(.*\\.)?(kubernetes|k8s)\\.io");

    private LabelSyntax() {}

    /// Returns why this key and value are not a valid label; empty if they are valid.
    public static Optional<String> error(String key, String value) {
        if (!prefix(key).map(prefix -> PREFIX.matcher(prefix).matches()).orElse(true)) {
            return Optional.of("expected a lower-case DNS name before the \"/\" of the key \"" + key + "\"");
        }
        if (!NAME.matcher(name(key)).matches()) {
            return Optional.of("expected the key \"" + key + "\" to be letters, digits, \"-\", \"_\" and \".\", with a"
                    + " letter or digit at both ends, at most 63");
        }
        if (!value.isEmpty() && !isValue(value)) {
            return Optional.of("expected the value of \"" + key + "\" to be empty, or letters, digits, \"-\", \"_\" and"
                    + " \".\", with a letter or digit at both ends, at most 63; found \"" + value + "\"");
        }
        return Optional.empty();
    }

    /// Returns true if the text is a valid label key.
    public static boolean isKey(String text) {
        return error(text, "").isEmpty();
    }

    /// Returns true if the text is a valid label value and not empty.
    public static boolean isValue(String text) {
        return NAME.matcher(text).matches();
    }

    /// Returns true if the key is reserved for Kubernetes, so that only components of Kubernetes may set it.
    ///
    /// Rule from: kubernetes/cloud-provider, node controller, getNodeModifiersFromCloudProvider: the prefix is
    /// `kubernetes.io` or `k8s.io`, or a sub-domain of these.
    public static boolean isReserved(String key) {
        return prefix(key).filter(prefix -> RESERVED.matcher(prefix).matches()).isPresent();
    }

    /// Returns the part of a label key after its prefix: `host` of `example.com/host`.
    public static String name(String key) {
        return key.substring(key.indexOf('/') + 1);
    }

    private static Optional<String> prefix(String key) {
        int slash = key.indexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(key.substring(0, slash));
    }
}
