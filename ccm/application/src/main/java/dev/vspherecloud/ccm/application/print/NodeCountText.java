package dev.vspherecloud.ccm.application.print;

/// Formats numbers together with their noun.
public final class NodeCountText {
    private NodeCountText() {}

    /// Returns a number of Nodes, for example `1 Node` or `2 Nodes`.
    public static String nodes(long number) {
        return number + (number == 1 ? " Node" : " Nodes");
    }
}
