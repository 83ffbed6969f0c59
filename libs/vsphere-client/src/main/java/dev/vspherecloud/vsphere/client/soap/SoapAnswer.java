package dev.vspherecloud.vsphere.client.soap;

import dev.vspherecloud.http.HeapCharge;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.function.Function;

/// The response to a SOAP call: the method's result, or a fault.
public sealed interface SoapAnswer<T> {
    record Result<T>(T value) implements SoapAnswer<T> {}

    record Faulted<T>(SoapFault fault) implements SoapAnswer<T> {}

    /// Reads a whole response.
    ///
    /// @param heap is charged for what is read
    /// @param method the method that was called; its response is the element `<methodResponse>`
    /// @param result reads that element, on which the cursor stands
    /// @throws MalformedXmlException if the document is neither a response of this method nor a fault
    static <T> SoapAnswer<T> read(InputStream document, HeapCharge heap, String method, Function<XmlCursor, T> result) {
        XmlCursor xml = XmlCursor.open(document, heap);
        if (!xml.isAt(SoapRequest.ENVELOPE, "Envelope")) {
            throw new MalformedXmlException("found <%s>, expected a SOAP envelope".formatted(xml.name()));
        }
        var results = new ArrayList<SoapAnswer<T>>(1);
        xml.content(part -> {
            if (part.equals("Body")) {
                xml.content(element -> results.add(readBody(xml, element, method, result)));
            }
        });
        xml.requireEnd();
        if (results.size() != 1) {
            throw new MalformedXmlException("the SOAP envelope has " + results.size() + " responses, expected one");
        }
        return results.getFirst();
    }

    private static <T> SoapAnswer<T> readBody(
            XmlCursor xml, String element, String method, Function<XmlCursor, T> result) {
        if (element.equals("Fault")) {
            return new Faulted<>(SoapFault.read(xml));
        }
        if (element.equals(method + "Response")) {
            return new Result<>(result.apply(xml));
        }
        throw new MalformedXmlException("found <%s>, expected <%sResponse>".formatted(element, method));
    }
}
