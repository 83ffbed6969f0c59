package dev.vspherecloud.config;

/// How a key of `global` affects a vCenter that may have the same key.
public enum Inheritance {
    NONE("no"),
    WHEN_ABSENT("yes"),
    WITHOUT_SECRET("yes, unless a Secret applies"),
    /// If `global` sets the flag, a vCenter cannot switch it off.
    EITHER("yes; `true` in either place applies");

    private final String words;

    Inheritance(String words) {
        this.words = words;
    }

    /// Returns the text for the reference.
    public String words() {
        return words;
    }
}
