package dev.vspherecloud.serving.auth;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// What can't stand in the name of a header stands there as `%2f`.
final class HeaderEscape {
    private HeaderEscape() {}

    /// The text as it was, in lower case; what is no escape makes it stay as it is.
    ///
    /// Rule from: apiserver, authentication/request/headerrequest (unescapeExtraKey).
    static String undo(String escaped) {
        var bytes = new ByteArrayOutputStream();
        for (int i = 0; i < escaped.length(); i++) {
            char each = escaped.charAt(i);
            if (each != '%') {
                bytes.writeBytes(String.valueOf(each).getBytes(StandardCharsets.UTF_8));
            } else if (isEscape(escaped, i)) {
                bytes.write(HexFormat.fromHexDigits(escaped, i + 1, i + 3));
                i += 2;
            } else {
                return escaped;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean isEscape(String text, int at) {
        return at + 2 < text.length()
                && HexFormat.isHexDigit(text.charAt(at + 1))
                && HexFormat.isHexDigit(text.charAt(at + 2));
    }
}
