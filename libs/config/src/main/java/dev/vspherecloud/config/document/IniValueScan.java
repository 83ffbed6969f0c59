package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.Optional;

/// Reads one value of an INI text, from the character after `=` to the end of the line or the comment.
///
/// Any part of a value may be between double quotes. There, a backslash escapes a backslash, a quote, `n` or
/// `t`. Outside of quotes, a backslash before a quote makes the quote a part of the text, and a backslash at
/// the end of the line joins the next line. Blanks at both ends are ignored, unless they are quoted or stand
/// before such a line break. A carriage return is always ignored.
///
/// Rule from: gopkg.in/gcfg.v1 1.2.3, scanner. Differs from git: `\b` is refused, since `"EXAMPLE\bob"` hardly
/// means a control character; so are `\\`, `\n` and `\t` outside of quotes, and a line break between quotes.
///
/// Threads: one, for one text.
final class IniValueScan {
    private final IniCursor cursor;
    private final ConfigLocation start;
    private final int first;
    private final StringBuilder text = new StringBuilder();
    /// The length of the text without the blanks at its end that are not quoted.
    private int keptLength;
    private boolean quoted;
    private ConfigLocation opened;
    private int last = '=';
    /// The last character that is not a blank.
    private int lastNonBlank = '=';
    private Optional<IniSyntaxError> error = Optional.empty();

    private IniValueScan(IniCursor cursor) {
        this.cursor = cursor;
        this.start = cursor.place();
        this.first = cursor.peek();
        this.opened = start;
    }

    /// Reads the value at the cursor. Afterwards the cursor is at the end of the line or at the comment.
    static IniValue next(IniCursor cursor) {
        cursor.skipBlanks();
        return new IniValueScan(cursor).value();
    }

    private IniValue value() {
        while (quoted ? !isBrokenOverLines() : !cursor.isAtLineEnd()) {
            step();
        }
        text.setLength(keptLength);
        boolean hasSingleQuotes = first == '\'' && lastNonBlank == '\'';
        return new IniValue(start, text.toString(), hasSingleQuotes, isCutShort(), error);
    }

    private boolean isBrokenOverLines() {
        boolean torn = cursor.peek() == '\n' || cursor.peek() == IniCursor.END;
        if (torn) {
            fail(opened, "found a quote that this line never closes, expected a second one; close it");
        }
        return torn;
    }

    private void step() {
        ConfigLocation place = cursor.place();
        int character = cursor.take();
        switch (character) {
            case '\\' -> backslash(place);
            case '"' -> {
                quoted = !quoted;
                opened = place;
            }
            case '\r' -> {}
            default -> text.appendCodePoint(character);
        }
        if (quoted || !IniCursor.isBlank(character)) {
            keptLength = text.length();
            lastNonBlank = character;
        }
        last = character;
    }

    private void backslash(ConfigLocation place) {
        boolean understood = quoted ? isEscape() : isJoin();
        if (!understood) {
            fail(
                    place,
                    quoted
                            ? "found a backslash before a character that it cannot stand before,"
                                    + " expected \\\\, \\\", \\n or \\t; write every backslash of the value twice"
                            : "found a backslash outside of quotes, expected none; put the value between double quotes"
                                    + " and write every backslash twice, as in \"EXAMPLE\\\\user\"");
            text.append('\\');
        }
    }

    private boolean isEscape() {
        int meant =
                switch (cursor.peek()) {
                    case '\\', '"' -> cursor.peek();
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    default -> IniCursor.END;
                };
        if (meant == IniCursor.END) {
            return false;
        }
        cursor.take();
        text.appendCodePoint(meant);
        return true;
    }

    /// Handles a backslash outside of quotes. Before a quote, the quote becomes a part of the text. At the end
    /// of the line, the next line is joined.
    private boolean isJoin() {
        if (cursor.takeIf('"')) {
            text.append('"');
            return true;
        }
        cursor.takeIf('\r');
        return cursor.takeIf('\n');
    }

    /// Returns true if a comment ends the value, but may have been meant as a part of it. A comment sign with
    /// blanks on both sides, or after a closing quote and a blank, clearly begins a comment.
    private boolean isCutShort() {
        if (!cursor.isAtComment()) {
            return false;
        }
        boolean isApart = last == '=' || IniCursor.isBlank(last);
        boolean blankFollows = IniCursor.isBlank(cursor.peekSecond()) || IniCursor.isLineEnd(cursor.peekSecond());
        return !(isApart && (lastNonBlank == '"' || blankFollows));
    }

    private void fail(ConfigLocation place, String message) {
        if (error.isEmpty()) {
            error = Optional.of(new IniSyntaxError(place, message));
        }
    }
}
