package dev.vspherecloud.text;

import java.util.function.IntPredicate;

/// Makes text from outside safe for a terminal, a log or a page.
///
/// Users of vCenter, guests and Kubernetes objects choose names and messages. A control character could move the
/// cursor or change the title of the terminal, and a format character could hide text or change its order, so that
/// a reader sees another name than the one that is there.
///
/// Rule from: Unicode, general categories Cc, Cf, Cn, Cs, Zl and Zp. These are the control characters of ASCII and of
/// ISO 8859 (C1), the changes of the direction of writing, characters of no width, the separators of lines and
/// paragraphs, unpaired surrogates and unassigned characters.
public final class VisibleText {
    private VisibleText() {}

    /// Returns the text as one line, in which each character that is not visible is replaced by `?`.
    public static String of(String text) {
        return replaced(text, VisibleText::isVisible);
    }

    /// Returns the text like [#of], but with its line breaks: `\n` only.
    public static String lines(String text) {
        return replaced(text, c -> c == '\n' || isVisible(c));
    }

    private static String replaced(String text, IntPredicate isShown) {
        return text.codePoints()
                .map(c -> isShown.test(c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// Returns true if the code point is visible: a blank is, a tab and a line break are not.
    public static boolean isVisible(int c) {
        if (c < 0x7f) {
            return c >= ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
