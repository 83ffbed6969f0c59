package dev.vspherecloud.ccm.application.flag;

import java.util.Arrays;
import java.util.Optional;

/// Says when the output of a command has colours.
public enum ColorMode {
    /// On a terminal, unless the environment says that it has no colours.
    AUTO("auto"),
    ALWAYS("always"),
    NEVER("never");

    private final String text;

    ColorMode(String text) {
        this.text = text;
    }

    static Optional<ColorMode> of(String value) {
        return Arrays.stream(values()).filter(mode -> mode.text.equals(value)).findFirst();
    }
}
