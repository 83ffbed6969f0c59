package dev.vspherecloud.testkit.promql;

import java.util.Map;

/// What a selector demands of a label. A label that is not there is empty.
///
/// @param operator one of `=`, `!=`, `=~`, `!~`
public record LabelMatcher(String label, String operator, String value) {
    boolean matches(Map<String, String> labels) {
        String actual = labels.getOrDefault(label, "");
        return switch (operator) {
            case "=" -> actual.equals(value);
            case "!=" -> !actual.equals(value);
            case "=~" -> actual.matches(value);
            case "!~" -> !actual.matches(value);
            default -> throw new IllegalArgumentException("no matcher " + operator);
        };
    }
}
