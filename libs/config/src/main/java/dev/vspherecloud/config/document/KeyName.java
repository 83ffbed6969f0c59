package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.KeyRow;
import dev.vspherecloud.config.ValueParser;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A key of the configuration, by its name in each dialect.
///
/// @param form the form of its value; empty if another program reads the key
record KeyName(String yaml, String ini, Optional<KeyForm> form) {
    private static final Pattern DASH = Pattern.compile("-([a-z])");

    static KeyName of(ConfigKey key) {
        return new KeyName(key.yaml(), key.ini(), Optional.of(key.form()));
    }

    /// Returns a key that another program reads. Its names follow the rule of this program's keys:
    /// `vmcAuthHost` is `vmc-auth-host`.
    static KeyName foreign(Dialect dialect, String name) {
        String lower = dialect == Dialect.INI ? name.toLowerCase(Locale.ROOT) : name;
        String yaml = DASH.matcher(lower).replaceAll(dash -> dash.group(1).toUpperCase(Locale.ROOT));
        return new KeyName(yaml, KeyRow.ini(yaml), Optional.empty());
    }

    /// Converts the text of a value to a form that means the same in both dialects.
    String unambiguous(Dialect dialect, String text) {
        return switch (form.orElse(KeyForm.TEXT)) {
            case FLAG -> ValueParser.flag(text).map(String::valueOf).orElse(text);
            case PORT -> port(dialect == Dialect.INI ? IniReader.decimal(text) : text);
            case TEXT, SECRET -> text;
            default -> text.strip();
        };
    }

    private static String port(String text) {
        return ValueParser.port(text).stream()
                .mapToObj(String::valueOf)
                .findFirst()
                .orElse(text);
    }
}
