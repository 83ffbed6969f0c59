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

/// A configuration that is independent of the dialect: its sections and keys in their order, and as comments all
/// other lines of the file.
///
/// A reader calls [#add] and [#keepUnparsed] in the order of the file. The comments and blank lines before each of them
/// are taken from the file here.
///
/// Threads: one.
final class ConfigDocument {
    /// Characters that may not stand in a comment of either dialect.
    private static final String UNFIT = "[\\p{Cntrl}\\u0085\\u2028\\u2029\\ufeff\\ufffe\\uffff&&[^\\t]]";

    /// A section, a key with its value, or a comment. None shows its text, since it may contain passwords.
    sealed interface Statement {}

    /// @param text empty, or begins with `#`
    record Comment(String text) implements Statement {
        static Comment of(String text) {
            return new Comment("#" + text.replaceAll(UNFIT, " ").stripTrailing());
        }

        @Override
        public String toString() {
            return "Comment[]";
        }
    }

    /// The beginning of a section.
    ///
    /// @param name of the vCenter, or of another section that may exist several times
    record Header(SectionName section, Optional<String> name, ConfigLocation place) implements Statement {
        boolean isVcenter() {
            return section.section().equals(Optional.of(Section.VCENTER));
        }

        /// Returns the path for people, as in `vcenter.north.port`.
        String path(String key) {
            return Stream.of(Optional.of(section.yaml()), name, UnknownName.similarName(key))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining("."));
        }
    }

    /// A key with its value.
    ///
    /// @param values those of a list, or the one text
    record Entry(KeyName key, List<String> values, ConfigLocation place) implements Statement {
        /// Returns a list as one text.
        String text() {
            boolean isPaths = key.form().filter(KeyForm.PATHS::equals).isPresent();
            return String.join(isPaths ? File.pathSeparator : ",", values);
        }

        /// Returns true for a number or flag in a form that no dialect reads as anything else. For a key of
        /// another reader only that reader knows whether it is a flag. If it is none, the word without quotes
        /// is a text as well.
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
    /// Number of the first line that was not processed yet.
    private int next = 1;

    /// @param source   the lines of the file
    /// @param problems gets a warning for every key or section that becomes a comment
    ConfigDocument(List<String> source, Problems problems) {
        this.source = source;
        this.problems = problems;
    }

    List<Statement> statements() {
        addCommentsBefore(source.size() + 1);
        return statements;
    }

    /// Adds a section or key.
    ///
    /// @param last the line up to which no comments are searched
    void add(Statement statement, ConfigLocation place, int last) {
        addCommentsBefore(place.line());
        statements.add(statement);
        next = Math.max(next, last + 1);
    }

    /// Keeps lines of the file as a comment.
    ///
    /// @param start its key is for people; empty if a section is meant
    /// @param why the reason, for people too; empty if no words are needed
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

    /// Takes the comments and blank lines before a line. The reader has already read all other lines.
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
