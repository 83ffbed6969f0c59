package dev.vspherecloud.testkit.bed;

import java.nio.file.Path;

/// A file that the program reads and a test changes, in one of the ways of [FileChange].
public interface ConfigFile {
    /// The path under which the program reads the file.
    Path path();

    void write(String text);

    void remove();
}
