package dev.vspherecloud.config;

/// A text that no log, message or debugger may show.
///
/// Two secrets are equal when their texts are, so that configurations can be compared.
public final class Secret {
    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    public static Secret of(String text) {
        return new Secret(text);
    }

    /// The text itself, for the one call that needs it.
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && text.equals(secret.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
