package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.SecretCredentials;

/// Warns about INI values that gcfg reads without an error, but that the user probably did not mean.
final class IniValueWarnings {
    private final Problems problems;

    IniValueWarnings(Problems problems) {
        this.problems = problems;
    }

    void warnAbout(ConfigKey key, IniValue value, ConfigLocation place) {
        if (value.text().isBlank() && (key.form() == KeyForm.FLAG || key.form() == KeyForm.NUMBER)) {
            problems.warning(place, "found nothing, expected " + key.expected() + "; it has no effect, remove it");
        }
        if (value.hasSingleQuotes()) {
            problems.warning(
                    place,
                    "found single quotes around the value: in INI they are a part of it; write double quotes, or remove"
                            + " them");
        }
        if (value.isCutAtComment() && key.form().isText()) {
            problems.warning(
                    place,
                    "found \"#\" or \";\" outside of quotes: what follows it is a comment and not a part of the value;"
                            + " put the whole value between double quotes");
        }
        if (key == VcenterKey.USER && hasEscapedLetter(value.text())) {
            problems.warning(
                    place,
                    "found a tab or a new line in it (\\t or \\n between quotes), expected a user name;"
                            + " write every backslash twice");
        }
    }

    /// Returns true if the user name has a tab or newline, because an escape such as in `"EXAMPLE\nina"`
    /// produced it. A certificate in place of a user contains newlines on purpose.
    private static boolean hasEscapedLetter(String user) {
        return !SecretCredentials.isCertificate(user) && (user.contains("\t") || user.contains("\n"));
    }
}
