package dev.vspherecloud.config;

/// The ways in which a key in the section `global` affects a vCenter that may have the same key.
public enum Inheritance {
    NONE("no"),
    WHEN_ABSENT("yes"),
    WITHOUT_SECRET("yes, unless a Secret applies"),
    /// `true` in either section counts: if `global` sets the flag, a vCenter cannot switch it off.
    EITHER("yes; `true` in either place applies");

    private final String text;

    Inheritance(String text) {
        this.text = text;
    }

    /// Returns the text that the reference page shows.
    public String text() {
        return text;
    }
}
