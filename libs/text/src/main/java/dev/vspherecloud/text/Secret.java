package dev.vspherecloud.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// A text that must not be seen: not in a log, not in a message, not in a debugger's list of variables.
///
/// Two secrets are equal when their texts are, so that configurations can be compared.
public final class Secret {
    private final String text;

    public Secret(String text) {
        this.text = text;
    }

    /// The text itself, for the one place that sends it.
    public String reveal() {
        return text;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /// The given text without this secret: a server may echo what it was sent.
    public String redact(String from) {
        return text.isEmpty() ? from : from.replace(text, "[hidden]");
    }

    /// Compares in a time that does not depend on where the texts differ.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
    }

    /// The same for all secrets: a hash would tell something of the text.
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
