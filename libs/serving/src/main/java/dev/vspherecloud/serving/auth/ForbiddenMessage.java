package dev.vspherecloud.serving.auth;

/// What a visitor is told who may not see a page, in Kubernetes' words.
///
/// Rule from: apiserver, endpoints/handlers/responsewriters/errors.go (Forbidden).
final class ForbiddenMessage {
    private ForbiddenMessage() {}

    /// As in `forbidden: User "x" cannot get path "/metrics"`.
    ///
    /// @param why the cluster's reason; empty for none
    static String text(User user, String verb, String path, String why) {
        String forbiddenMessage =
                "forbidden: User %s cannot %s path %s".formatted(quoted(user.name()), verb, quoted(path));
        return why.isEmpty() ? forbiddenMessage : forbiddenMessage + ": " + why;
    }

    /// Whoever chose the name or the path does not write lines of his own into our answer.
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
                    if (Character.isISOControl(each)) {
                        quoted.append("\\u%04x".formatted(each));
                    } else {
                        quoted.appendCodePoint(each);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
