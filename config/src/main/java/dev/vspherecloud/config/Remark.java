package dev.vspherecloud.config;

import java.util.List;
import java.util.stream.Stream;

/// A comment, a blank line, or a piece of the text that is kept as a comment.
///
/// @param start   of its first character
/// @param lines   each empty, or begun by `#`; never none
/// @param isAlone true when nothing else stands on its line
/// @param isOfKey true when it was a key, so that it belongs to the section that it stood in
record Remark(Place start, List<String> lines, boolean isAlone, boolean isOfKey) {
    Remark {
        lines = List.copyOf(lines);
    }

    /// A comment as it was written, in either dialect.
    static Remark of(Place start, String comment, boolean isAlone) {
        return new Remark(start, List.of(line(comment.replaceFirst("^[#;]", ""))), isAlone, false);
    }

    static Remark blank(Place start) {
        return new Remark(start, List.of(""), true, false);
    }

    /// A piece of the text.
    ///
    /// @param why it is a comment now; empty when that needs no words
    static Remark kept(Passage passage, String why, boolean isOfKey) {
        Stream<String> piece = passage.text().lines().map(each -> line(" " + each));
        Stream<String> reason = why.isEmpty() ? Stream.empty() : Stream.of(line(" (" + why + ")"));
        return new Remark(passage.start(), Stream.concat(reason, piece).toList(), true, isOfKey);
    }

    Remark alone() {
        return new Remark(start, lines, true, isOfKey);
    }

    /// In characters that may stand in a comment of either dialect.
    private static String line(String text) {
        return "#"
                + text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029\\ufeff\\ufffe\\uffff&&[^\\t]]", " ")
                        .stripTrailing();
    }

    /// Shows nothing: a piece of the text may hold a password.
    @Override
    public String toString() {
        return "Remark[" + start + "]";
    }
}
