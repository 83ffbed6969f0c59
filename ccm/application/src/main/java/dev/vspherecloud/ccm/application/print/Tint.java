package dev.vspherecloud.ccm.application.print;

/// The few colours of the output. The words always say the same, so a reader without colours misses nothing.
public enum Tint {
    NONE(""),
    HEADING("1"),
    GOOD("32"),
    ATTENTION("33"),
    BAD("31");

    private final String code;

    Tint(String code) {
        this.code = code;
    }

    /// Returns the text between the control sequences that begin and end the colour.
    String applied(String text) {
        return code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
