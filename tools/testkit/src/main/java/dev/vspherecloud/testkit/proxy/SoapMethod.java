package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Content;
import java.io.ByteArrayInputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Finds the method of a SOAP request: the first element in the body of its envelope.
final class SoapMethod {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    private SoapMethod() {}

    /// @return empty if this is no envelope with a method
    static Optional<String> of(Content body) {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try {
            return inBody(factory.createXMLStreamReader(new ByteArrayInputStream(body.bytes())));
        } catch (XMLStreamException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> inBody(XMLStreamReader reader) throws XMLStreamException {
        boolean inBody = false;
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT) {
                if (inBody) {
                    return Optional.of(reader.getLocalName());
                }
                inBody = SOAP.equals(reader.getNamespaceURI())
                        && reader.getLocalName().equals("Body");
            }
        }
        return Optional.empty();
    }
}
