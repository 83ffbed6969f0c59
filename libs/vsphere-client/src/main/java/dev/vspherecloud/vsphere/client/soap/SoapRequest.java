package dev.vspherecloud.vsphere.client.soap;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.text.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// One SOAP call to send.
///
/// @param method the name of the method, for responses, messages and metrics, as in `RetrievePropertiesEx`
/// @param body the element inside the SOAP body; may contain a password, so [#toString()] does not show it
/// @param unsendableReason why the call cannot be sent, for messages; empty if it can
/// @param session the session, sent in the SOAP header `vcSessionCookie`; empty for a request without a SOAP
///     header
/// @param operationId the id of the operation, sent in the SOAP header `operationID`; vCenter writes it into its
///     logs. Empty to let vCenter choose one
public record SoapRequest(
        String method,
        String body,
        Optional<String> unsendableReason,
        Optional<Secret> session,
        Optional<String> operationId) {
    /// The namespace of SOAP 1.1 envelopes.
    static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

    private static final Pattern OPERATION_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
    private static final String PREFIX = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope xmlns:soapenv=\""
            + ENVELOPE + "\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\""
            + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">";
    private static final String BODY = "<soapenv:Body>";
    private static final String SUFFIX = "</soapenv:Body></soapenv:Envelope>";

    public SoapRequest {
        operationId.ifPresent(SoapRequest::requireOperationId);
    }

    /// Creates a request that can be sent.
    public SoapRequest(String method, String body) {
        this(method, body, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Creates a request that cannot be sent, because a text has a character that XML cannot represent.
    public static SoapRequest unsendable(String method, String unsendableReason) {
        return new SoapRequest(method, "", Optional.of(unsendableReason), Optional.empty(), Optional.empty());
    }

    /// Returns the same request with the session in the SOAP header, for services that ignore the cookie.
    public SoapRequest withSession(Secret newSession) {
        return new SoapRequest(method, body, unsendableReason, Optional.of(newSession), operationId);
    }

    /// Returns the same request with an id of its operation in the SOAP header.
    ///
    /// Rule from: govmomi `vim25/soap`, Header.
    ///
    /// @param id 1 to 128 letters, digits, `.`, `_`, `:` and `-`
    public SoapRequest withOperationId(String id) {
        return new SoapRequest(method, body, unsendableReason, session, Optional.of(id));
    }

    /// Checks the id of an operation.
    ///
    /// @throws IllegalArgumentException if it has another form than [#withOperationId] expects
    public static void requireOperationId(String id) {
        if (!OPERATION_ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "found \"%s\" as the id of an operation, expected 1 to 128 letters, digits and \"._:-\""
                            .formatted(PrintableText.of(id)));
        }
    }

    /// Returns the whole document of the request.
    public String envelope() {
        return PREFIX + header() + BODY + body + SUFFIX;
    }

    private String header() {
        if (session.isEmpty() && operationId.isEmpty()) {
            return "";
        }
        XmlWriter xml = new XmlWriter().open("soapenv:Header");
        session.ifPresent(cookie -> xml.leaf("vcSessionCookie", cookie.reveal()));
        operationId.ifPresent(id -> xml.leaf("operationID", id));
        return xml.close().xml();
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
