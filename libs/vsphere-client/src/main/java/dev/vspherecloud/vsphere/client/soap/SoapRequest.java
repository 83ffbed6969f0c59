package dev.vspherecloud.vsphere.client.soap;

import dev.vspherecloud.text.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// One SOAP call to send.
///
/// @param method the method's name, for answers, messages and counts, as in `RetrievePropertiesEx`
/// @param body the element inside the SOAP body; may hold a password, so it stays out of [#toString()]
/// @param flaw why it can't be sent, for people; empty when it can
/// @param session stands in the SOAP header `vcSessionCookie`; empty for a request without a SOAP header
public record SoapRequest(String method, String body, Optional<String> flaw, Optional<Secret> session) {
    /// Namespace of SOAP 1.1 envelopes.
    static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

    private static final String BEFORE = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope xmlns:soapenv=\""
            + ENVELOPE + "\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">";
    private static final String BODY = "<soapenv:Body>";
    private static final String AFTER = "</soapenv:Body></soapenv:Envelope>";

    /// One that can be sent.
    public SoapRequest(String method, String body) {
        this(method, body, Optional.empty(), Optional.empty());
    }

    /// One with a text in it that no document can hold.
    public static SoapRequest unsendable(String method, String flaw) {
        return new SoapRequest(method, "", Optional.of(flaw), Optional.empty());
    }

    /// The same, with the session in the SOAP header: for services that do not look at the cookie.
    public SoapRequest in(Secret newSession) {
        return new SoapRequest(method, body, flaw, Optional.of(newSession));
    }

    /// The whole document, as it goes out.
    public String envelope() {
        return BEFORE + session.map(SoapRequest::header).orElse("") + BODY + body + AFTER;
    }

    private static String header(Secret session) {
        return new XmlWriter()
                .open("soapenv:Header")
                .leaf("vcSessionCookie", session.reveal())
                .close()
                .xml();
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
