package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.Section;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A configuration file as a list of statements that does not depend on the dialect: sections and keys in their
/// order, and all other lines of the file as comments.
///
/// A reader calls [#add] and [#keepUnparsed] in the order of the file. This class adds the comments and blank
/// lines before each of them.
///
/// Threads: one.
final class ConfigDocument {
    /// Characters that are not allowed in a comment of either dialect.
    private static final String UNFIT = "[\\p{Cntrl}\\u0085\\u2028\\u2029\\ufeff\\ufffe\\uffff&&[^\\t]]";

    /// A section, a key with its value, or a comment. `toString` shows none of its text, because a text may
    /// contain a password.
    sealed interface Statement {}

    /// A comment, or a blank line.
    ///
    /// @param text the comment beginning with `#`; empty for a blank line
    record Comment(String text) implements Statement {
        static Comment of(String text) {
            return new Comment("#" + text.replaceAll(UNFIT, " ").stripTrailing());
        }

        @Override
        public String toString() {
            return "Comment[]";
        }
    }

    /// The first line of a section.
    ///
    /// @param name the name of the vCenter, or of another section that may exist several times
    record Header(SectionName section, Optional<String> name, ConfigLocation place) implements Statement {
        boolean isVcenter() {
            return section.section().equals(Optional.of(Section.VCENTER));
        }

        /// Returns the path of a key of this section for messages, for example `vcenter.north.port`.
        String path(String key) {
            return Stream.of(Optional.of(section.yaml()), name, UnknownName.printableName(key))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining("."));
        }
    }

    /// A key with its value.
    ///
    /// @param values the items of a list; for a text, only that text
    record Entry(KeyName key, List<String> values, ConfigLocation place) implements Statement {
        /// Returns the value as one text: the items of a list are joined by the separator of the key's form.
        String text() {
            boolean isPaths = key.form().filter(KeyForm.PATHS::equals).isPresent();
            return String.join(isPaths ? File.pathSeparator : ",", values);
        }

        /// Returns true if the value is a number or flag that needs no quotes in either dialect. Only the
        /// program that reads a foreign key knows whether its value is a flag; there, `true` and `false` count
        /// as flags.
        boolean isPlain() {
            return key.form()
                    .map(form -> form.isUnquoted() && text().matches("\\w+"))
                    .orElseGet(() -> text().equals("true") || text().equals("false"));
        }

        @Override
        public String toString() {
            return "Entry[" + place + "]";
        }
    }

    private final List<String> source;
    private final Problems problems;
    private final List<Statement> statements = new ArrayList<>();
    /// Number of the first line of the file that is not processed yet.
    private int next = 1;

    /// Creates a document without statements.
    ///
    /// @param source the lines of the file
    /// @param problems receives a warning for every key or section that becomes a comment
    ConfigDocument(List<String> source, Problems problems) {
        this.source = source;
        this.problems = problems;
    }

    List<Statement> statements() {
        addCommentsBefore(source.size() + 1);
        return statements;
    }

    /// Adds a section or key, after the comments that stand before it in the file.
    ///
    /// @param last the line after which comments are searched again
    void add(Statement statement, ConfigLocation place, int last) {
        addCommentsBefore(place.line());
        statements.add(statement);
        next = Math.max(next, last + 1);
    }

    /// Keeps lines of the file as comments, because they cannot be converted.
    ///
    /// @param start the location of the first line; its key is shown in messages, and is empty if a section is
    ///     meant
    /// @param why the reason for the message; empty if no message is needed
    void keepUnparsed(ConfigLocation start, int last, String why) {
        addCommentsBefore(start.line());
        if (!why.isEmpty()) {
            problems.warning(start, why + "; it is kept as a comment");
            statements.add(Comment.of(" (" + why + ")"));
        }
        String.join("\n", source.subList(start.line() - 1, last))
                .stripIndent()
                .lines()
                .map(line -> Comment.of(line.startsWith("#") ? line.substring(1) : " " + line))
                .forEach(statements::add);
        next = Math.max(next, last + 1);
    }

    /// Adds the comments and blank lines before a line. The reader has already read all other lines before it.
    private void addCommentsBefore(int line) {
        for (; next < line; next++) {
            String text = source.get(next - 1).strip();
            if (text.isEmpty()) {
                statements.add(new Comment(""));
            } else if (text.startsWith("#") || text.startsWith(";")) {
                statements.add(Comment.of(text.substring(1)));
            }
        }
    }
}
