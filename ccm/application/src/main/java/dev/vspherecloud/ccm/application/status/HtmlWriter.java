package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.text.VisibleText;

/// Writes HTML. Text comes from Nodes, guests and vCenters, so every text is escaped: it can neither become markup nor
/// hide or reorder what follows it.
///
/// Threads: confined to one.
final class HtmlWriter {
    private final StringBuilder out = new StringBuilder(16_384);

    /// Writes markup, which must come from this program.
    HtmlWriter markup(String html) {
        out.append(html);
        return this;
    }

    /// Writes any text. A character that is not visible, such as a control character or a change of the direction of
    /// writing, is written as its number, for example `\u202e`.
    HtmlWriter text(String any) {
        any.codePoints().forEach(this::character);
        return this;
    }

    /// Writes any text between two pieces of markup.
    HtmlWriter text(String before, String any, String after) {
        return markup(before).text(any).markup(after);
    }

    /// Writes any text in which backquotes enclose code.
    HtmlWriter sentences(String any) {
        String[] parts = any.split("`", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean isCode = i % 2 == 1 && i < parts.length - 1;
            if (isCode) {
                text("<code>", parts[i], "</code>");
            } else {
                text((i % 2 == 1 ? "`" : "") + parts[i]);
            }
        }
        return this;
    }

    private void character(int c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> {
                if (VisibleText.isVisible(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append((c < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(c));
                }
            }
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
