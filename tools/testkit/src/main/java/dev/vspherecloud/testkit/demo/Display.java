package dev.vspherecloud.testkit.demo;

import java.util.List;

/// The output of the demo.
sealed interface Display extends AutoCloseable permits LiveTable, ChangeLines {
    /// Shows the Nodes as they are now.
    void showNodes(List<ObservedNode> nodes);

    /// Prints a sentence below the Nodes; it stays when they are shown again.
    void print(String sentence);

    /// Restores the state of the terminal.
    @Override
    void close();
}
