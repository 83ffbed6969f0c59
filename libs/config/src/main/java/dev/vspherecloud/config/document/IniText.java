package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Splits an INI text into its lines, by the grammar of gcfg.
///
/// A malformed line does not stop the parser. It returns the most likely content of the line together with the
/// syntax error, and continues with the next line.
///
/// Rule from: gopkg.in/gcfg.v1 1.2.3. Names of sections and keys are letters, digits and dashes and begin with
/// a letter; `#` and `;` begin a comment anywhere outside of quotes.
///
/// Threads: one, for one text.
final class IniText {
    private final IniCursor cursor;
    /// The first syntax error of the line.
    private Optional<IniSyntaxError> error = Optional.empty();

    private IniText(IniCursor cursor) {
        this.cursor = cursor;
    }

    /// Returns every line of the text that is not blank and not a comment, including malformed lines.
    static List<IniLine> lines(String file, String text) {
        var lines = new ArrayList<IniLine>();
        var cursor = new IniCursor(file, text);
        while (cursor.peek() != IniCursor.END) {
            next(cursor).ifPresent(lines::add);
            cursor.skipLine();
            cursor.take();
        }
        return lines;
    }

    /// Parses the line at the cursor; empty if the line is blank or a comment. Afterwards the cursor is at the
    /// end of the line or at its comment.
    static Optional<IniLine> next(IniCursor cursor) {
        cursor.skipBlanks();
        return cursor.isAtLineEnd() ? Optional.empty() : Optional.of(new IniText(cursor).line());
    }

    private IniLine line() {
        ConfigLocation start = cursor.place();
        if (cursor.takeIf('[')) {
            return header(start);
        }
        return Character.isLetter(cursor.peek())
                ? entry(start)
                : strayText("found a line that is neither a [section] nor key = value, expected one of them;"
                        + " correct or remove it, and begin a comment with \"#\"");
    }

    private IniLine header(ConfigLocation start) {
        cursor.skipBlanks();
        if (!Character.isLetter(cursor.peek())) {
            fail(cursor.place(), "found no section after \"[\", expected its name; write [Global] or another");
            return new IniLine.Header(start, "", Optional.empty(), error);
        }
        String section = readWord();
        cursor.skipBlanks();
        Optional<String> name = cursor.peek() == '"' ? Optional.of(quotedName()) : bareName();
        endOfHeader();
        return new IniLine.Header(start, section, name, error);
    }

    private String quotedName() {
        ConfigLocation opened = cursor.place();
        cursor.take();
        var name = new StringBuilder();
        while (!cursor.takeIf('"')) {
            if (cursor.peek() == '\n' || cursor.peek() == IniCursor.END) {
                fail(opened, "found a quote that this line never closes, expected a second one; close it");
                return name.toString().replaceFirst("\\s*\\]?\\s*$", "");
            }
            ConfigLocation place = cursor.place();
            if (cursor.takeIf('\\') && cursor.peek() != '\\' && cursor.peek() != '"') {
                fail(
                        place,
                        "found a backslash in the name, expected one only before another backslash or a quote; "
                                + "write two");
            } else {
                name.appendCodePoint(cursor.take());
            }
        }
        if (name.isEmpty()) {
            fail(opened, "found no name between the quotes, expected the name of a vCenter; add it");
        }
        return name.toString();
    }

    /// Returns the name in a section header without quotes, which is a syntax error.
    private Optional<String> bareName() {
        ConfigLocation place = cursor.place();
        String rest = cursor.takeWhile(character -> character != ']' && character != '\n')
                .strip();
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        fail(
                place,
                "found something other than a quote or \"]\" after the section, expected [Section] or"
                        + " [Section \"name\"]; put a name between double quotes, and close the bracket");
        return Optional.of(rest);
    }

    private void endOfHeader() {
        cursor.skipBlanks();
        if (!cursor.takeIf(']')) {
            fail(cursor.place(), "found no \"]\" at the end of the section, expected one; close the bracket");
        }
        cursor.skipBlanks();
        if (!cursor.isAtLineEnd()) {
            fail(
                    cursor.place(),
                    "found text after the section, expected the end of the line; put the text on a new " + "line");
        }
    }

    private IniLine entry(ConfigLocation start) {
        String key = readWord();
        cursor.skipBlanks();
        if (cursor.isAtLineEnd()) {
            return new IniLine.Entry(start, key, Optional.empty(), error);
        }
        if (!cursor.takeIf('=')) {
            fail(
                    cursor.place(),
                    cursor.peek() == ':'
                            ? "found \":\" after the key, expected \"=\"; write key = value"
                            : "found something other than \"=\" after the key, expected key = value; correct it"
                                    + " (a key is made of letters, digits and dashes)");
            cursor.takeIf(':');
        }
        IniValue value = IniValueScan.next(cursor);
        return new IniLine.Entry(start, key, Optional.of(value), error.or(value::error));
    }

    private IniLine strayText(String message) {
        return new IniLine.Unparsed(new IniSyntaxError(cursor.place(), message));
    }

    private String readWord() {
        return cursor.takeWhile(character -> Character.isLetterOrDigit(character) || character == '-');
    }

    private void fail(ConfigLocation place, String message) {
        if (error.isEmpty()) {
            error = Optional.of(new IniSyntaxError(place, message));
        }
    }
}
