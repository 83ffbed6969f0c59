package dev.vspherecloud.testkit.demo;

import java.util.List;

/// Where the demo is watched.
sealed interface Display extends AutoCloseable permits LiveTable, ChangeLines {
    /// Shows the Nodes as they are now.
    void showNodes(List<ObservedNode> nodes);

    /// Says something that stays, below what is shown now.
    void print(String sentence);

    /// Leaves the output as it was found.
    @Override
    void close();
}
