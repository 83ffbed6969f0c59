package dev.vspherecloud.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// A problem of the configuration that the operator should know.
///
/// @param message the found value, the expected value, and what to do; never a password
public record Problem(ConfigLocation place, Severity severity, String message) {
    /// The severity of a problem: an error or a warning.
    public enum Severity {
        /// The configuration cannot be used.
        ERROR("error"),
        /// The configuration can be used, but a part of it does not have the effect that it seems to have.
        WARNING("warning");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        /// Returns the severity as messages and JSON show it, such as `warning`. The word does not change if
        /// the constant is renamed.
        public String text() {
            return text;
        }
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /// Returns the same problem with the severity [Severity#ERROR].
    public Problem asError() {
        return new Problem(place, Severity.ERROR, message);
    }

    /// Returns a text that says why a file could not be read.
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "no permission";
            default -> String.valueOf(e.getMessage());
        };
    }

    /// Returns a text such as `vsphere.conf:12:5: vcenter.north.port: found ..., expected ...`.
    @Override
    public String toString() {
        return place + ": " + message;
    }
}
