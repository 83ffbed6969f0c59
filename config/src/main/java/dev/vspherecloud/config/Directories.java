package dev.vspherecloud.config;

import java.nio.file.Path;

/// Knows which directories there are.
@FunctionalInterface
interface Directories {
    boolean exist(Path directory);
}
