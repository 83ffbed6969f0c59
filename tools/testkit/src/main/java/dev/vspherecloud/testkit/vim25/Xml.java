package dev.vspherecloud.testkit.vim25;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/// Parses a request as a tree.
final class Xml {
    static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";
    static final String VIM25 = "urn:vim25";
    private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

    private Xml() {}

    static Element parse(String text) throws SAXException {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(new InputSource(new StringReader(text))).getDocumentElement();
        } catch (ParserConfigurationException | IOException e) {
            throw new IllegalStateException("this JDK cannot read XML from a string", e);
        }
    }

    static List<Element> children(Element parent) {
        var nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    static List<Element> children(Element parent, String name) {
        return children(parent).stream()
                .filter(child -> child.getLocalName().equals(name))
                .toList();
    }

    static Optional<String> text(Element parent, String child) {
        return children(parent, child).stream().findFirst().map(Node::getTextContent);
    }

    /// Returns the `xsi:type` of an element, with any prefix of its namespace.
    static Optional<TypeName> typeOf(Element element) {
        String type = element.getAttributeNS(INSTANCE, "type");
        if (type.isEmpty()) {
            return Optional.empty();
        }
        int colon = type.indexOf(':');
        String prefix = colon < 0 ? null : type.substring(0, colon);
        String namespace = element.lookupNamespaceURI(prefix);
        return Optional.of(new TypeName(namespace == null ? "" : namespace, type.substring(colon + 1)));
    }

    /// The name of a type, its prefix resolved.
    record TypeName(String namespace, String name) {}
}
