package dev.vspherecloud.domain.identity;

/// An annotation of this program on a Node whose value does not have the documented form, so that it counts as
/// absent.
///
/// @param value    the value in the Node: any user or program may have written it, so it may contain any
///     character and be 256 kB long
/// @param expected a description of the documented form, for messages
public record InvalidAnnotation(String key, String value, String expected) {
    private static final int MAX_SHOWN = 80;

    /// Returns the value for a log line or an Event: without control characters, and cut after 80 characters.
    public String printableValue() {
        var shown = new StringBuilder();
        value.codePoints()
                .limit(MAX_SHOWN)
                .forEach(each -> shown.appendCodePoint(each >= ' ' && each <= '~' ? each : '?'));
        return value.codePointCount(0, value.length()) > MAX_SHOWN ? shown + "..." : shown.toString();
    }
}
