package dev.vspherecloud.testkit.vim25;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The simple types of XML Schema that vim25 uses, and the form of their values.
final class Scalars {
    private static final Map<String, Predicate<String>> FORMS = Map.ofEntries(
            Map.entry("string", _ -> true),
            Map.entry("anyURI", _ -> true),
            Map.entry("base64Binary", text -> text.matches("[A-Za-z0-9+/=\\s]*")),
            Map.entry("boolean", Set.of("true", "false", "1", "0")::contains),
            Map.entry("byte", text -> isWithin(text, Byte.MIN_VALUE, Byte.MAX_VALUE)),
            Map.entry("short", text -> isWithin(text, Short.MIN_VALUE, Short.MAX_VALUE)),
            Map.entry("int", text -> isWithin(text, Integer.MIN_VALUE, Integer.MAX_VALUE)),
            Map.entry("long", text -> isWithin(text, Long.MIN_VALUE, Long.MAX_VALUE)),
            Map.entry("float", Scalars::isDecimal),
            Map.entry("double", Scalars::isDecimal),
            Map.entry("dateTime", Scalars::isDateTime));

    private Scalars() {}

    static boolean isScalar(String type) {
        return FORMS.containsKey(type);
    }

    static boolean accepts(String type, String text) {
        return FORMS.getOrDefault(type, _ -> false).test(text);
    }

    private static boolean isWithin(String text, long lowest, long highest) {
        try {
            long value = Long.parseLong(text);
            return value >= lowest && value <= highest;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static boolean isDecimal(String text) {
        try {
            return new BigDecimal(text).precision() > 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    /// vCenter accepts only times with a zone.
    private static boolean isDateTime(String text) {
        try {
            return OffsetDateTime.parse(text).getYear() > 0;
        } catch (DateTimeParseException _) {
            return false;
        }
    }
}
