package dev.vspherecloud.ccm.application.print;

/// Formats numbers with their noun.
public final class EnumText {
    private EnumText() {}

    /// `1 Node`, `2 Nodes`
    public static String nodes(long number) {
        return number + (number == 1 ? " Node" : " Nodes");
    }
}
