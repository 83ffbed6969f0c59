package dev.vspherecloud.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// Something about the configuration that the operator should know.
///
/// @param message what was found, what was expected, and what to do; never a password
public record Problem(ConfigLocation place, Severity severity, String message) {
    /// Whether the program can run nevertheless.
    public enum Severity {
        /// The configuration cannot be used.
        ERROR("error"),
        /// The configuration can be used, but a part of it does not have the effect that it seems to have.
        WARNING("warning");

        private final String word;

        Severity(String word) {
            this.word = word;
        }

        /// Returns the word in messages and JSON, such as `warning`. It stays when the constant is renamed.
        public String word() {
            return word;
        }
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /// Returns this problem as an error.
    public Problem asError() {
        return new Problem(place, Severity.ERROR, message);
    }

    /// Returns why a file could not be read, in words.
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "no permission";
            default -> String.valueOf(e.getMessage());
        };
    }

    /// `vsphere.conf:12:5: vcenter.north.port: found ..., expected ...`
    @Override
    public String toString() {
        return place + ": " + message;
    }
}
