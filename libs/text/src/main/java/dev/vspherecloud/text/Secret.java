package dev.vspherecloud.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// A text that must not appear in a log, in a message, or in a debugger's list of variables.
///
/// Two secrets are equal if their texts are equal, so that configurations can be compared.
public final class Secret {
    private final String text;

    public Secret(String text) {
        this.text = text;
    }

    /// Returns the secret text itself, for the one place that sends it.
    public String reveal() {
        return text;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /// Returns the given text without this secret, because a server may echo what it received.
    public String redact(String from) {
        return text.isEmpty() ? from : from.replace(text, "[hidden]");
    }

    /// Compares two secrets in constant time: the duration does not depend on where the texts differ.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
    }

    /// Returns the same hash for all secrets, since a hash would reveal something about the text.
    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return "***";
    }

    private byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
