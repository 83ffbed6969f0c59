package dev.vspherecloud.vsphere.client.soap;

import java.io.InputStream;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads one untrusted XML document, forwards only, element by element.
///
/// A document type declaration is an error (so no entity is ever declared, expanded or fetched), and so are
/// nesting deeper than [#MAX_DEPTH] and text longer than [#MAX_TEXT]. The given stream limits how much is read.
/// The cursor always stands on an element; [#content(Consumer)] visits its children and ends behind it. What a
/// callback does not read is skipped.
///
/// Threads: one.
public final class XmlCursor {
    /// The largest depth of elements: deeper than any expected vim25 response, and far below what a thread's
    /// stack can hold.
    public static final int MAX_DEPTH = 64;

    /// The largest number of characters directly inside one element: longer than any expected value, and cheap
    /// to keep.
    public static final int MAX_TEXT = 1 << 20;

    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

    private final XMLStreamReader reader;
    private int depth;

    private XmlCursor(XMLStreamReader reader) {
        this.reader = reader;
    }

    /// Creates a cursor on the root element of the document.
    ///
    /// @throws MalformedXmlException if the document has no root element
    public static XmlCursor open(InputStream document) {
        try {
            var cursor = new XmlCursor(factory().createXMLStreamReader(document));
            while (cursor.depth == 0) {
                cursor.advance();
            }
            return cursor;
        } catch (XMLStreamException e) {
            throw new MalformedXmlException("not XML", e);
        }
    }

    /// Creates the JDK's own parser. Its two limits of entity size are switched off: they also count `&amp;`
    /// and similar entities, so a large valid response would exceed them. Without DTDs they guard against
    /// nothing else.
    private static XMLInputFactory factory() {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        return factory;
    }

    /// Returns the name of the current element without prefix.
    public String name() {
        return reader.getLocalName();
    }

    /// Returns true if the current element has this name in this namespace.
    public boolean isAt(String namespace, String name) {
        return name.equals(reader.getLocalName()) && namespace.equals(reader.getNamespaceURI());
    }

    /// Returns the `xsi:type` of the current element without its prefix; empty if there is none.
    public String type() {
        return withoutPrefix(orEmpty(reader.getAttributeValue(XSI, "type")));
    }

    /// Returns the current element's attribute of this name in no namespace; empty if there is none.
    public String attribute(String name) {
        return orEmpty(reader.getAttributeValue("", name));
    }

    /// Visits every child of the current element by name, and moves behind the element.
    ///
    /// @return the text directly inside the element, white space kept
    public String content(Consumer<String> child) {
        var text = new StringBuilder();
        int parentDepth = depth;
        while (true) {
            int event = advance();
            if (depth < parentDepth) {
                return text.toString();
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                child.accept(name());
                skipToDepth(parentDepth);
            } else if (isText(event)) {
                append(text);
            }
        }
    }

    private void append(StringBuilder text) {
        if (text.length() + reader.getTextLength() > MAX_TEXT) {
            throw new MalformedXmlException("found an element with more than " + MAX_TEXT + " characters of text");
        }
        text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
    }

    /// Checks that nothing follows the root element, whose content must have been visited.
    public void requireEnd() {
        int event;
        do {
            event = next();
        } while (event != XMLStreamConstants.END_DOCUMENT);
    }

    /// Returns the text of the current element, which has no children, and moves behind the element.
    public String text() {
        String element = name();
        return content(child -> {
                    throw new MalformedXmlException("found <%s> in <%s>, expected text".formatted(child, element));
                })
                .strip();
    }

    private void skipToDepth(int parentDepth) {
        while (depth > parentDepth) {
            advance();
        }
    }

    private int advance() {
        int event = next();
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> increaseDepth();
            case XMLStreamConstants.END_ELEMENT -> depth--;
            case XMLStreamConstants.DTD -> throw new MalformedXmlException("a document type declaration");
            case XMLStreamConstants.ENTITY_REFERENCE -> throw new MalformedXmlException("an undeclared entity");
            case XMLStreamConstants.END_DOCUMENT -> throw new MalformedXmlException("the document ends too early");
            default -> {}
        }
        return event;
    }

    // Reads the next parsing event. For some byte sequences the JDK's parser throws a RuntimeException of its
    // own; callers get it as malformed XML, too.
    private int next() {
        try {
            return reader.next();
        } catch (XMLStreamException | RuntimeException e) {
            throw new MalformedXmlException("not well-formed XML", e);
        }
    }

    private void increaseDepth() {
        depth++;
        if (depth > MAX_DEPTH) {
            throw new MalformedXmlException("elements nested deeper than " + MAX_DEPTH);
        }
    }

    private static boolean isText(int event) {
        return event == XMLStreamConstants.CHARACTERS
                || event == XMLStreamConstants.CDATA
                || event == XMLStreamConstants.SPACE;
    }

    private static String withoutPrefix(String qualified) {
        return qualified.substring(qualified.indexOf(':') + 1).strip();
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }
}
