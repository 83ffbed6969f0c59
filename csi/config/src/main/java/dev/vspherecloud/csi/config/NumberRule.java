package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawValue;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads whole numbers that have a range. A number below the range means the default, as in vsphere-csi-driver
/// (Go); a number above it means the highest valid number. Both are warnings.
final class NumberRule {
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

    private final Problems problems;

    NumberRule(Problems problems) {
        this.problems = problems;
    }

    /// Returns true if the text is a whole number in decimal digits, in the range or not.
    static boolean isNumber(String text) {
        return NUMBER.matcher(text.strip()).matches();
    }

    /// Returns the number that applies for the value of this key.
    ///
    /// @param standard the number that applies if the key is not set
    int number(NumberRange range, Optional<RawValue> value, int standard) {
        return value.map(each -> number(range, each, standard)).orElse(standard);
    }

    private int number(NumberRange range, RawValue value, int standard) {
        String found = "found " + RawValue.printable(value.text().strip()) + ", expected " + range.expected();
        if (!isNumber(value.text())) {
            problems.error(value.place(), found + "; correct it");
            return standard;
        }
        long number = Long.parseLong(value.text().strip());
        if (number < range.least()) {
            problems.warning(
                    value.place(), found + "; as if it were not set, " + standard + " applies, correct or remove it");
            return standard;
        }
        if (number > range.most()) {
            problems.warning(value.place(), found + "; " + range.most() + " applies, correct it");
        }
        return (int) Math.min(number, range.most());
    }
}
