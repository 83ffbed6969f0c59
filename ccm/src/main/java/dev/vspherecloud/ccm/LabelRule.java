package dev.vspherecloud.ccm;

import java.util.Optional;
import java.util.regex.Pattern;

/// What Kubernetes lets a label be.
///
/// Rule from: k8s.io/apimachinery, util/validation, IsQualifiedName and IsValidLabelValue.
final class LabelRule {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Pattern PREFIX =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private LabelRule() {}

    /// Why this cannot be a label; empty when it can.
    static Optional<String> flaw(String key, String value) {
        int slash = key.indexOf('/');
        if (slash >= 0 && !PREFIX.matcher(key.substring(0, slash)).matches()) {
            return Optional.of("expected a lower-case DNS name before the \"/\" of the key \"" + key + "\"");
        }
        if (!NAME.matcher(key.substring(slash + 1)).matches()) {
            return Optional.of("expected the key \"" + key + "\" to be letters, digits, \"-\", \"_\" and \".\", with a"
                    + " letter or digit at both ends, at most 63");
        }
        if (!value.isEmpty() && !NAME.matcher(value).matches()) {
            return Optional.of("expected the value of \"" + key + "\" to be empty, or letters, digits, \"-\", \"_\" and"
                    + " \".\", with a letter or digit at both ends, at most 63; found \"" + value + "\"");
        }
        return Optional.empty();
    }
}
