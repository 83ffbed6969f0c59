package dev.vspherecloud.config.document;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.Suggestion;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Formats the messages about unknown names of sections and keys.
///
/// Such a name is only repeated if it looks like one. It may be a piece of a password, because a quote is missing
/// above it, or because the password contains a line break.
final class UnknownName {
    private static final int MAX_LENGTH = 50;
    private static final Pattern NAME = Pattern.compile("[A-Za-z]+(?:[-_][A-Za-z]+)*");

    private UnknownName() {}

    /// Returns `did you mean "port"?`, if a similar key of this section exists, or the section where the key
    /// belongs.
    static Optional<String> didYouMean(KeyTable table, Dialect dialect, Section section, String typed) {
        return sectionOf(table, dialect, typed)
                .map(home -> "move it to the section \"" + home + "\"")
                .or(() -> Suggestion.didYouMean(
                        typed, table.in(section).stream().map(dialect::name).toList()));
    }

    private static Optional<String> sectionOf(KeyTable table, Dialect dialect, String typed) {
        return table.sections().stream()
                .filter(section -> table.key(dialect, section, typed).isPresent())
                .map(dialect::name)
                .findFirst();
    }

    /// Returns `did you mean "Global"?`, if a similar section exists.
    static Optional<String> didYouMean(KeyTable table, Dialect dialect, String typed) {
        return Suggestion.didYouMean(
                typed,
                Stream.concat(table.sectionNames(dialect).stream(), table.foreignSections(dialect).stream())
                        .toList());
    }

    /// Returns the name, if it may be shown.
    static Optional<String> similarName(String typed) {
        return Optional.of(typed)
                .filter(name ->
                        name.length() <= MAX_LENGTH && NAME.matcher(name).matches());
    }
}
