package dev.vspherecloud.config.document;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Creates the messages about unknown names of sections and keys.
///
/// A message shows an unknown text only if it looks like a name. It may be a piece of a password, because a
/// quote is missing above it, or because the password contains a line break.
final class UnknownName {
    /// What to do about a name of which nothing is known.
    static final String LOOK_UP = "look up its name and its place in the reference";

    private static final int MAX_LENGTH = 50;
    private static final Pattern NAME = Pattern.compile("[A-Za-z]+(?:[-_][A-Za-z]+)*");

    private UnknownName() {}

    /// Returns the advice for an unknown key: the section to which the key belongs, or `did you mean "port"?`
    /// for a similar key of this section.
    static Optional<String> didYouMean(KeyTable table, Dialect dialect, Section section, String typed) {
        return sectionOf(table, dialect, typed)
                .map(other -> "move it to the section \"" + other + "\"")
                .or(() -> Suggestion.didYouMean(
                        typed, table.in(section).stream().map(dialect::name).toList()))
                .or(() -> OtherPrograms.advice(typed));
    }

    /// Returns the section of this program or of another one that the text names, in either dialect and in upper
    /// or lower case. Returns its name in this dialect.
    static Optional<String> sectionNamed(KeyTable table, Dialect dialect, String typed) {
        return Stream.concat(
                        table.sections().stream().map(section -> List.of(section.yaml(), section.ini())),
                        table.others().sections().stream().map(section -> List.of(section.yaml(), section.ini())))
                .filter(names -> names.stream().anyMatch(typed::equalsIgnoreCase))
                .map(names -> names.get(dialect == Dialect.YAML ? 0 : 1))
                .findFirst();
    }

    /// Returns the name of the section that has the key; empty if none has it.
    static Optional<String> sectionOf(KeyTable table, Dialect dialect, String typed) {
        return table.sections().stream()
                .filter(section -> table.key(dialect, section, typed).isPresent())
                .map(dialect::name)
                .findFirst();
    }

    /// Returns the advice for an unknown section: `did you mean "Global"?`, if a similar section exists.
    static Optional<String> didYouMean(KeyTable table, Dialect dialect, String typed) {
        return sectionNamed(table, dialect, typed)
                .map(name -> "did you mean \"" + name + "\"?")
                .or(() -> Suggestion.didYouMean(
                        typed,
                        Stream.concat(table.sectionNames(dialect).stream(), table.foreignSections(dialect).stream())
                                .toList()))
                .or(() -> OtherPrograms.advice(typed));
    }

    /// Returns the unknown name if a message may show it. A text that does not look like a name may be a piece
    /// of a password.
    static Optional<String> printableName(String typed) {
        return Optional.of(typed)
                .filter(name ->
                        name.length() <= MAX_LENGTH && NAME.matcher(name).matches());
    }
}
