package dev.vspherecloud.ccm.application.doctor;

import java.util.Locale;

/// How much a finding matters.
public enum FindingSeverity {
    /// Something does not work, or soon will not.
    ERROR("error"),
    /// Something works now, but not in every situation, or not for every program in the cluster.
    WARNING("warning"),
    /// Something that you may want to know.
    NOTICE("notice");

    private final String text;

    FindingSeverity(String text) {
        this.text = text;
    }

    /// Returns the value in JSON, for example `warning`. The value does not change if the constant is renamed.
    public String text() {
        return text;
    }

    /// Returns the word at the beginning of a finding in text output.
    String heading() {
        return text.toUpperCase(Locale.ROOT);
    }
}
