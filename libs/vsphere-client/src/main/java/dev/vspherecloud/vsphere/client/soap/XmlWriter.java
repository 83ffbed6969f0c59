package dev.vspherecloud.vsphere.client.soap;

import java.util.ArrayDeque;
import java.util.Deque;

/// Writes small XML documents: elements, attributes, escaped text, no white space between elements.
///
/// Threads: one.
public final class XmlWriter {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /// Opens an element.
    ///
    /// @param attributes name, value, name, value, ...; names with their prefix
    public XmlWriter open(String name, String... attributes) {
        start(name, attributes);
        out.append('>');
        open.push(name);
        return this;
    }

    /// Closes the element that was opened last.
    public XmlWriter close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /// Writes an element with a text; without text it writes an empty-element tag.
    ///
    /// @throws IllegalArgumentException if the text contains a character that XML cannot represent
    public XmlWriter leaf(String name, String text, String... attributes) {
        start(name, attributes);
        if (text.isEmpty()) {
            out.append("/>");
            return this;
        }
        out.append('>');
        escape(text);
        out.append("</").append(name).append('>');
        return this;
    }

    /// Returns the document written so far.
    public String xml() {
        return out.toString();
    }

    private void start(String name, String... attributes) {
        out.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
    }

    private void escape(String text) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\t', '\n', '\r' -> out.append("&#").append(c).append(';');
                default -> out.appendCodePoint(requireLegal(c));
            }
        });
    }

    /// Returns the character, or fails if it is outside the `Char` production of XML 1.0. The text may be
    /// secret, so the error does not show it.
    private static int requireLegal(int c) {
        boolean isLegal = (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
        if (!isLegal) {
            throw new IllegalArgumentException("the text has a control character that XML does not allow");
        }
        return c;
    }
}
