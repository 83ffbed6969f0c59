package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs a command-line tool of this machine.
final class Command {
    private Command() {}

    /// Returns the standard output of the tool.
    ///
    /// @throws IllegalStateException if it fails
    static String output(List<String> words) throws IOException {
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException(words.getFirst() + " failed with exit code " + process.exitValue());
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(words.getFirst() + " was interrupted", e);
        }
        return output;
    }
}
