package dev.vspherecloud.http;

/// Makes text from a server safe for a message: one line, no control characters, limited length.
///
/// XML can represent every character of a printable text: noncharacters such as U+FFFE are unassigned, and so
/// not printable.
public final class PrintableText {
    private static final int MAX_LENGTH = 300;

    private PrintableText() {}

    public static boolean isPrintable(String text) {
        return text.codePoints().noneMatch(PrintableText::isControl);
    }

    public static String of(String text) {
        return of(text, MAX_LENGTH);
    }

    public static String of(String text, int maxLength) {
        String cut = text.length() > maxLength ? text.substring(0, maxLength) + "..." : text;
        var line = new StringBuilder(cut.length());
        cut.codePoints().map(c -> isControl(c) ? ' ' : c).forEach(line::appendCodePoint);
        return line.toString().strip();
    }

    private static boolean isControl(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
