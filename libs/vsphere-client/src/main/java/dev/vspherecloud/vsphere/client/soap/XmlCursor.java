package dev.vspherecloud.vsphere.client.soap;

import dev.vspherecloud.http.HeapCharge;
import dev.vspherecloud.http.ResponseTooLargeException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads one untrusted XML document, forwards only, element by element.
///
/// A document type declaration is an error (so no entity is ever declared, expanded or fetched). A document is
/// too large if it is nested deeper than [#MAX_DEPTH], or if it has a text longer than [#MAX_TEXT] or a tag or
/// comment longer than [#MAX_TAG]. The given stream limits how much is read, and the given charge how many
/// objects the values become: each element that is read costs [#ELEMENT_BYTES], its text, and each name that is
/// new in the document. The cursor always stands on an element; [#content(Consumer)] visits its children and ends
/// behind it. What a callback does not read is skipped, and costs only its new names.
///
/// Threads: one.
public final class XmlCursor {
    /// The largest depth of elements: deeper than any expected vim25 response, and far below what a thread's
    /// stack can hold.
    public static final int MAX_DEPTH = 64;

    /// The largest number of characters directly inside one element: longer than any expected value, and cheap
    /// to keep.
    public static final int MAX_TEXT = 1 << 20;

    /// The largest number of bytes of one tag, comment or CDATA section, which the parser keeps as a whole. The
    /// tags of a vCenter are a hundred bytes long.
    public static final int MAX_TAG = 256 << 10;

    /// The bytes of the heap that one value takes without its text: the value, its text's header, its entry in a
    /// map. This is the largest case, a field of a data object; in a measured heap it is about 100 bytes.
    static final int ELEMENT_BYTES = 128;

    /// The bytes of the heap that the parser needs to remember a name, without its characters.
    private static final int NAME_BYTES = 200;

    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

    private final XMLStreamReader reader;
    private final TagLimit input;
    private final HeapCharge heap;
    private final Set<String> names = new HashSet<>();
    private int depth;

    private XmlCursor(XMLStreamReader reader, TagLimit input, HeapCharge heap) {
        this.reader = reader;
        this.input = input;
        this.heap = heap;
    }

    /// Creates a cursor on the root element of the document.
    ///
    /// @param heap is charged for what is read
    /// @throws MalformedXmlException if the document has no root element; with a [ResponseTooLargeException] as
    ///     its cause if the document is too large
    public static XmlCursor open(InputStream document, HeapCharge heap) {
        var input = new TagLimit(document);
        try {
            var cursor = new XmlCursor(factory().createXMLStreamReader(input), input, heap);
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
        String value = orEmpty(reader.getAttributeValue("", name));
        charge((long) Character.BYTES * value.length());
        return value;
    }

    /// Visits every child of the current element by name, and moves behind the element.
    ///
    /// @return the text directly inside the element, white space kept
    public String content(Consumer<String> child) {
        charge(ELEMENT_BYTES);
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
            throw tooLarge("found an element with more than " + MAX_TEXT + " characters of text");
        }
        charge((long) Character.BYTES * reader.getTextLength());
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
            case XMLStreamConstants.START_ELEMENT -> enter();
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
            input.onNextEvent();
            int event = reader.next();
            if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
                remember(reader.getPITarget());
            }
            return event;
        } catch (MalformedXmlException e) {
            throw e;
        } catch (XMLStreamException | RuntimeException e) {
            throw new MalformedXmlException("not well-formed XML", e);
        }
    }

    private void enter() {
        depth++;
        if (depth > MAX_DEPTH) {
            throw tooLarge("elements nested deeper than " + MAX_DEPTH);
        }
        // The parser remembers each name of the document until its end, also those of skipped elements.
        remember(reader.getPrefix(), reader.getLocalName());
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            remember(reader.getAttributePrefix(i), reader.getAttributeLocalName(i));
        }
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            remember(orEmpty(reader.getNamespacePrefix(i)));
            remember(orEmpty(reader.getNamespaceURI(i)));
        }
    }

    private void remember(@Nullable String prefix, String name) {
        remember(orEmpty(prefix).isEmpty() ? name : prefix + ":" + name);
    }

    private void remember(String name) {
        if (names.add(name)) {
            charge(NAME_BYTES + (long) Character.BYTES * name.length());
        }
    }

    private void charge(long bytes) {
        try {
            heap.charge(bytes);
        } catch (ResponseTooLargeException e) {
            throw new MalformedXmlException("too large", e);
        }
    }

    private static MalformedXmlException tooLarge(String problem) {
        return new MalformedXmlException(problem, new ResponseTooLargeException(problem));
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

    /// Limits what the parser may read for one event: it keeps a tag, a comment or a CDATA section as a whole, and
    /// has no limits of its own for attributes. A text is no problem, because the parser passes it on in pieces.
    private static final class TagLimit extends FilterInputStream {
        private int bytes;

        TagLimit(InputStream in) {
            super(in);
        }

        void onNextEvent() {
            bytes = 0;
        }

        @Override
        public int read() throws IOException {
            return count(in.read(), 1);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            return count(read, read);
        }

        private int count(int result, int read) throws ResponseTooLargeException {
            bytes += result < 0 ? 0 : read;
            if (bytes > MAX_TAG) {
                throw new ResponseTooLargeException("found a tag or comment of more than " + MAX_TAG + " bytes");
            }
            return result;
        }
    }
}
