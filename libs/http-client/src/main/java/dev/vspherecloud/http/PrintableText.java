package dev.vspherecloud.http;

import dev.vspherecloud.text.VisibleText;

/// Makes text from a server safe for a message: one line, no control characters, limited length.
///
/// XML can represent every character of a printable text: noncharacters such as U+FFFE are unassigned, and so
/// not printable.
public final class PrintableText {
    private static final int MAX_LENGTH = 300;

    private PrintableText() {}

    public static boolean isPrintable(String text) {
        return text.codePoints().allMatch(VisibleText::isVisible);
    }

    public static String of(String text) {
        return of(text, MAX_LENGTH);
    }

    public static String of(String text, int maxLength) {
        String cut = text.length() > maxLength ? text.substring(0, maxLength) + "..." : text;
        var line = new StringBuilder(cut.length());
        cut.codePoints().map(c -> VisibleText.isVisible(c) ? c : ' ').forEach(line::appendCodePoint);
        return line.toString().strip();
    }
}
