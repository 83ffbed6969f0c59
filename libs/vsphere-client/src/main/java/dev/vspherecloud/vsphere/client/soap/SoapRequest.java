package dev.vspherecloud.vsphere.client.soap;

import dev.vspherecloud.text.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// One SOAP call to send.
///
/// @param method the name of the method, for responses, messages and metrics, as in `RetrievePropertiesEx`
/// @param body the element inside the SOAP body; may contain a password, so [#toString()] does not show it
/// @param unsendableReason why the call cannot be sent, for messages; empty if it can
/// @param session the session, sent in the SOAP header `vcSessionCookie`; empty for a request without a SOAP
///     header
public record SoapRequest(String method, String body, Optional<String> unsendableReason, Optional<Secret> session) {
    /// The namespace of SOAP 1.1 envelopes.
    static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

    private static final String PREFIX = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope xmlns:soapenv=\""
            + ENVELOPE + "\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">";
    private static final String BODY = "<soapenv:Body>";
    private static final String SUFFIX = "</soapenv:Body></soapenv:Envelope>";

    /// Creates a request that can be sent.
    public SoapRequest(String method, String body) {
        this(method, body, Optional.empty(), Optional.empty());
    }

    /// Creates a request that cannot be sent, because a text has a character that XML cannot represent.
    public static SoapRequest unsendable(String method, String unsendableReason) {
        return new SoapRequest(method, "", Optional.of(unsendableReason), Optional.empty());
    }

    /// Returns the same request with the session in the SOAP header, for services that ignore the cookie.
    public SoapRequest withSession(Secret newSession) {
        return new SoapRequest(method, body, unsendableReason, Optional.of(newSession));
    }

    /// Returns the whole document of the request.
    public String envelope() {
        return PREFIX + session.map(SoapRequest::header).orElse("") + BODY + body + SUFFIX;
    }

    private static String header(Secret session) {
        return new XmlWriter()
                .open("soapenv:Header")
                .leaf("vcSessionCookie", session.reveal())
                .close()
                .xml();
    }

    /// Returns the whole document of the request in UTF-8.
    public byte[] bytes() {
        return envelope().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return method;
    }
}
