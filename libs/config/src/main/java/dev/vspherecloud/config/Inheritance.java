package dev.vspherecloud.config;

/// What a key of `global` is to a vCenter that may have it too.
public enum Inheritance {
    NONE("no"),
    WHEN_ABSENT("yes"),
    WITHOUT_SECRET("yes, when no Secret applies"),
    /// A vCenter cannot take it back.
    EITHER("yes, true in either counts");

    private final String words;

    Inheritance(String words) {
        this.words = words;
    }

    /// For the reference.
    public String words() {
        return words;
    }
}
