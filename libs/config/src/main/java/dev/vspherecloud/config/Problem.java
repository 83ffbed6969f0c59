package dev.vspherecloud.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// Something about the configuration that the operator should know.
///
/// @param message what was found, what was expected, and what to do; never a password
public record Problem(ConfigLocation place, Severity severity, String message) {
    /// Whether the program can run all the same.
    public enum Severity {
        /// The configuration cannot be used.
        ERROR("error"),
        /// It can be used; something in it does not do what it seems to.
        WARNING("warning");

        private final String word;

        Severity(String word) {
            this.word = word;
        }

        /// In messages and JSON, as in `warning`. It stays when the constant is renamed.
        public String word() {
            return word;
        }
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /// The same, as an error.
    public Problem asError() {
        return new Problem(place, Severity.ERROR, message);
    }

    /// Why a file could not be read, in words.
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
