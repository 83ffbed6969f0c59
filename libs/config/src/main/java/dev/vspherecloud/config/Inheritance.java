package dev.vspherecloud.config;

/// How a key of `global` affects a vCenter that may have the same key.
public enum Inheritance {
    NONE("no"),
    WHEN_ABSENT("yes"),
    WITHOUT_SECRET("yes, unless a Secret applies"),
    /// If `global` sets the flag, a vCenter cannot switch it off.
    EITHER("yes; `true` in either place applies");

    private final String text;

    Inheritance(String text) {
        this.text = text;
    }

    /// Returns the text for the reference.
    public String text() {
        return text;
    }
}
