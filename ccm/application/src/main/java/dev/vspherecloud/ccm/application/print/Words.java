package dev.vspherecloud.ccm.application.print;

import java.util.Locale;

/// Constants as they are said and printed.
public final class Words {
    private Words() {}

    /// `powered off` would be `POWERED_OFF`.
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// `1 Node`, `2 Nodes`
    public static String nodes(long number) {
        return number + (number == 1 ? " Node" : " Nodes");
    }
}
