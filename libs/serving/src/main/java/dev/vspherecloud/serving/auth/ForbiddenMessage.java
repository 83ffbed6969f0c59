package dev.vspherecloud.serving.auth;

import dev.vspherecloud.text.VisibleText;

/// The message to a client that may not see a page, in the wording of Kubernetes.
///
/// Rule from: apiserver, endpoints/handlers/responsewriters/errors.go (Forbidden).
final class ForbiddenMessage {
    private ForbiddenMessage() {}

    /// Returns the message, as in `forbidden: User "x" cannot get path "/metrics"`.
    ///
    /// @param why the reason that the cluster gave; empty for none
    static String text(User user, String verb, String path, String why) {
        String forbiddenMessage =
                "forbidden: User %s cannot %s path %s".formatted(quoted(user.name()), verb, quoted(path));
        return why.isEmpty() ? forbiddenMessage : forbiddenMessage + ": " + VisibleText.of(why);
    }

    /// Quotes and escapes the text, so that a user name or a path cannot add lines or markup to the response.
    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(each -> {
            switch (each) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '&' -> quoted.append("&amp;");
                case '<' -> quoted.append("&lt;");
                case '>' -> quoted.append("&gt;");
                default -> {
                    if (VisibleText.isVisible(each)) {
                        quoted.appendCodePoint(each);
                    } else {
                        quoted.append("\\u%04x".formatted(each));
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
