package dev.vspherecloud.config;

import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A key by its name in each dialect.
///
/// @param form of its value; empty when it belongs to another reader, and nobody here knows
record Label(String yaml, String ini, Optional<KeyForm> form) {
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");
    private static final Pattern DASH = Pattern.compile("-([a-z])");

    /// The one key of the other readers that is a map in YAML and a text in INI.
    private static final String TAGS = "tags";

    static Optional<Label> ofYaml(Title title, String name) {
        return title.section().isPresent()
                ? ConfigKey.ofYaml(title.section().get(), name).map(Label::of)
                : foreign(name, CAPITAL.matcher(name).replaceAll("-$0").toLowerCase(Locale.ROOT));
    }

    static Optional<Label> ofIni(Title title, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return title.section().isPresent()
                ? ConfigKey.in(title.section().get()).stream()
                        .filter(key -> key.ini().equals(lower))
                        .findFirst()
                        .map(Label::of)
                : foreign(DASH.matcher(lower).replaceAll(Label::capital), lower);
    }

    /// The text in a form that means the same in both dialects.
    String unambiguous(Dialect dialect, String text) {
        return switch (form.orElse(KeyForm.TEXT)) {
            case FLAG -> Values.flag(text).map(String::valueOf).orElse(text);
            case PORT -> port(dialect == Dialect.INI ? IniReader.decimal(text) : text);
            case TEXT, SECRET -> text;
            default -> text.strip();
        };
    }

    private static String port(String text) {
        return Values.port(text).stream().mapToObj(String::valueOf).findFirst().orElse(text);
    }

    private static String capital(MatchResult dash) {
        return dash.group(1).toUpperCase(Locale.ROOT);
    }

    static Label of(ConfigKey key) {
        return new Label(key.yaml(), key.ini(), Optional.of(key.form()));
    }

    private static Optional<Label> foreign(String yaml, String ini) {
        return Optional.of(new Label(yaml, ini, Optional.empty())).filter(label -> !yaml.equals(TAGS));
    }

    /// A list as one text.
    String joined(List<String> words) {
        return String.join(form.filter(KeyForm.PATHS::equals).isPresent() ? File.pathSeparator : ",", words);
    }
}
