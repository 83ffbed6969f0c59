package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.function.IntPredicate;

/// A cursor that moves once through a text, one code point at a time, and counts lines and columns.
///
/// Threads: one, for one text.
final class IniCursor {
    static final int END = -1;

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int column = 1;

    IniCursor(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /// Returns the next character without consuming it; [#END] at the end of the text.
    int peek() {
        return at < text.length() ? text.codePointAt(at) : END;
    }

    /// Returns the character after the next one without consuming either; [#END] at the end of the text.
    int peekSecond() {
        int second = peek() == END ? at : at + Character.charCount(peek());
        return second < text.length() ? text.codePointAt(second) : END;
    }

    /// Consumes the next character and returns it; [#END] at the end of the text.
    int take() {
        int taken = peek();
        if (taken != END) {
            at += Character.charCount(taken);
            line += taken == '\n' ? 1 : 0;
            column = taken == '\n' ? 1 : column + 1;
        }
        return taken;
    }

    boolean takeIf(char wanted) {
        return peek() == wanted && take() == wanted;
    }

    String takeWhile(IntPredicate wanted) {
        int start = at;
        while (peek() != END && wanted.test(peek())) {
            take();
        }
        return text.substring(start, at);
    }

    void skipBlanks() {
        takeWhile(IniCursor::isBlank);
    }

    /// Moves the cursor to the end of the line, before the line break.
    void skipLine() {
        takeWhile(character -> character != '\n');
    }

    /// Returns true if the rest of this line is empty or a comment.
    boolean isAtLineEnd() {
        return isLineEnd(peek());
    }

    boolean isAtComment() {
        return isCommentSign(peek());
    }

    ConfigLocation place() {
        return new ConfigLocation(file, line, column, "");
    }

    static boolean isLineEnd(int character) {
        return character == END || character == '\n' || isCommentSign(character);
    }

    private static boolean isCommentSign(int character) {
        return character == '#' || character == ';';
    }

    static boolean isBlank(int character) {
        return character == ' ' || character == '\t' || character == '\r';
    }
}
