package dev.vspherecloud.config;

import java.util.ArrayList;
import java.util.List;

/// The lines of a configuration that is being written, with its comments.
///
/// Threads: one.
final class Lines {
    private final List<String> lines = new ArrayList<>();
    private final Notes notes;
    private boolean isOpen;

    Lines(Notes notes) {
        this.notes = notes;
    }

    /// A blank line, unless there is one, or nothing to part.
    void gap() {
        if (!lines.isEmpty() && !lines.getLast().isEmpty() && !isOpen) {
            lines.add("");
        }
    }

    /// What stands at this place, below the comments above it, and with the one beside it.
    void add(Place place, String indent, String text) {
        notes.above(place).forEach(comment -> addComment(indent, comment));
        isOpen = false;
        lines.add(indent
                + text
                + notes.beside(place).map(comment -> " " + comment).orElse(""));
    }

    /// A line below which everything follows at once.
    void open(String text) {
        lines.add(text);
        isOpen = true;
    }

    /// The comments at the end of the section that begins at this place.
    void close(Place block, String indent) {
        notes.below(block).forEach(comment -> addComment(indent, comment));
    }

    /// The whole text, with the comments at its end.
    String end() {
        notes.end().forEach(comment -> addComment("", comment));
        return String.join("\n", lines).strip() + "\n";
    }

    private void addComment(String indent, String comment) {
        if (comment.isEmpty()) {
            gap();
        } else {
            isOpen = false;
            lines.add(indent + comment);
        }
    }
}
