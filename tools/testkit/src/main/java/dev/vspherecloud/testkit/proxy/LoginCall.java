package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Request;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/// A login request with a user and a password, in a form that the simulator accepts.
record LoginCall(LoginProtocol protocol, String user, String password) {
    private static final String REST_SESSION = "/rest/com/vmware/cis/session";
    private static final String BASIC = "Basic ";
    private static final String USER = "userName";
    private static final String PASSWORD = "password";

    /// @return empty if the request is no login, or has neither user nor password
    static Optional<LoginCall> of(Request request) {
        return isRestSession(request) ? rest(request) : soap(request);
    }

    /// Returns the same request with another user and password.
    Request as(Request request, String otherUser, String otherPassword) {
        return switch (protocol) {
            case SOAP -> {
                String body = withText(request.body().text(), USER, otherUser);
                yield request.withBody(Content.of(withText(body, PASSWORD, otherPassword)));
            }
            case REST -> request.withHead(request.head().with("Authorization", basic(otherUser, otherPassword)));
        };
    }

    private static boolean isRestSession(Request request) {
        return request.method().equals("POST")
                && request.path().equals(REST_SESSION)
                && request.head().query("~action").isEmpty();
    }

    private static Optional<LoginCall> rest(Request request) {
        return request.head()
                .value("Authorization")
                .filter(value -> value.startsWith(BASIC))
                .map(value -> Base64.getDecoder().decode(value.substring(BASIC.length())))
                .map(pair -> new String(pair, StandardCharsets.UTF_8).split(":", 2))
                .filter(pair -> pair.length == 2)
                .map(pair -> new LoginCall(LoginProtocol.REST, pair[0], pair[1]));
    }

    private static String basic(String user, String password) {
        return BASIC + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<LoginCall> soap(Request request) {
        if (!CallName.of(request).equals("Login")) {
            return Optional.empty();
        }
        Map<String, String> texts = texts(request.body());
        String user = texts.get(USER);
        String password = texts.get(PASSWORD);
        return user == null || password == null
                ? Optional.empty()
                : Optional.of(new LoginCall(LoginProtocol.SOAP, user, password));
    }

    /// Returns both texts of the envelope, with XML escapes resolved.
    private static Map<String, String> texts(Content envelope) {
        var texts = new HashMap<String, String>();
        try {
            var reader = XMLInputFactory.newDefaultFactory()
                    .createXMLStreamReader(new ByteArrayInputStream(envelope.bytes()));
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && Set.of(USER, PASSWORD).contains(reader.getLocalName())) {
                    texts.put(reader.getLocalName(), reader.getElementText());
                }
            }
            return texts;
        } catch (XMLStreamException _) {
            return Map.of();
        }
    }

    private static String withText(String envelope, String element, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        return Pattern.compile("(<(?:\\w+:)?" + element + "[^>]*>)[^<]*")
                .matcher(envelope)
                .replaceFirst("$1" + Matcher.quoteReplacement(escaped));
    }

    /// Omits the password.
    @Override
    public String toString() {
        return protocol + " login of " + user;
    }
}
