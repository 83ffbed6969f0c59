package dev.vspherecloud.testkit.flood;

import dev.vspherecloud.testkit.servers.NodeSpec;

/// A Node that is as large as its kubelet can make it: the API server accepts 256 KiB of keys and values of
/// annotations, and NodeRestriction limits neither their number nor their names.
public final class WorstNode {
    private static final int ANNOTATIONS = 50;
    private static final int LENGTH = 5_000;

    private WorstNode() {}

    /// Returns the Node with 250 kB of annotations.
    public static NodeSpec of(NodeSpec node) {
        NodeSpec worst = node;
        for (int n = 0; n < ANNOTATIONS; n++) {
            worst = worst.annotation("example.com/a" + n, String.valueOf(n % 10).repeat(LENGTH));
        }
        return worst;
    }
}
