package dev.vspherecloud.ccm.application.print;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Writes what a command prints.
public final class Output {
    private Output() {}

    /// In UTF-8 whatever the locale is: configuration files are in it, and JSON has to be.
    public static void print(String text, PrintStream stream) {
        stream.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }
}
