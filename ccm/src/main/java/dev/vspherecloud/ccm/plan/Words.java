package dev.vspherecloud.ccm.plan;

import java.util.Locale;

/// Constants as they are said and printed.
final class Words {
    private Words() {}

    /// `powered off` would be `POWERED_OFF`.
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// `1 Node`, `2 Nodes`
    static String nodes(long number) {
        return number + (number == 1 ? " Node" : " Nodes");
    }
}
