package dev.vspherecloud.vsphere.client.soap;

import java.nio.charset.StandardCharsets;

/// One SOAP call to send.
///
/// @param method the method's name, for answers, messages and counts, as in `RetrievePropertiesEx`
/// @param body the element inside the SOAP body; may hold a password, so it stays out of [#toString()]
public record SoapRequest(String method, String body) {
    /// Namespace of SOAP 1.1 envelopes.
    static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

    private static final String BEFORE = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope xmlns:soapenv=\""
            + ENVELOPE + "\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><soapenv:Body>";
    private static final String AFTER = "</soapenv:Body></soapenv:Envelope>";

    /// The whole document, as it goes out.
    public String envelope() {
        return BEFORE + body + AFTER;
    }

    /// The whole document in UTF-8.
    public byte[] bytes() {
        return envelope().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return method;
    }
}
