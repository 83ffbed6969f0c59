package dev.vspherecloud.ccm.application.print;

import dev.vspherecloud.text.VisibleText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Prints the output of a command.
public final class Output {
    private Output() {}

    /// Prints the text in UTF-8, whatever the locale is: configuration files use UTF-8, and JSON requires it.
    public static void print(String text, PrintStream stream) {
        stream.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }

    /// Prints messages, a line each. Texts from outside are in them, so characters that are not visible become `?`.
    public static void report(String lines, PrintStream stream) {
        print(VisibleText.lines(lines), stream);
    }
}
