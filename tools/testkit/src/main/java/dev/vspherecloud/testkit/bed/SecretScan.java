package dev.vspherecloud.testkit.bed;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds planted secrets in the output of a program, in every form in which a program writes one by mistake.
///
/// The forms: the whole secret, or half of it (programs often cut a line that they quote); as it is; escaped for XML,
/// JSON, Java, YAML or a URL; as bytes; and in Base64 at each of the three offsets.
///
/// It checks each line alone, so plant a secret of several lines line by line.
public final class SecretScan {
    /// A shorter secret can be in a text by chance.
    private static final int MIN_LENGTH = 8;

    private final Map<String, Map<String, String>> formsByName = new LinkedHashMap<>();

    private SecretScan() {}

    /// @param planted secrets by name. A finding contains the name and never the secret
    public static SecretScan of(Map<String, String> planted) {
        var scan = new SecretScan();
        planted.forEach((name, value) -> {
            if (value.length() < MIN_LENGTH) {
                throw new IllegalArgumentException(
                        "the planted secret " + name + " is too short: a text can contain it by chance");
            }
            scan.formsByName.put(name, forms(value));
        });
        return scan;
    }

    /// @param sources texts by the place where they come from
    public List<Leak> in(Map<String, String> sources) {
        var leaks = new ArrayList<Leak>();
        sources.forEach((source, text) -> leaks.addAll(in(source, text)));
        return leaks;
    }

    public List<Leak> in(String source, String text) {
        var leaks = new ArrayList<Leak>();
        List<String> lines = text.lines().toList();
        for (int n = 0; n < lines.size(); n++) {
            for (var planted : formsByName.entrySet()) {
                for (var form : planted.getValue().entrySet()) {
                    if (lines.get(n).contains(form.getValue())) {
                        leaks.add(new Leak(source, n + 1, planted.getKey(), form.getKey()));
                    }
                }
            }
        }
        return leaks;
    }

    private static Map<String, String> forms(String value) {
        var forms = new LinkedHashMap<String, String>();
        forms.put("as it is", value);
        if (value.length() >= 2 * MIN_LENGTH) {
            forms.put("its first half", value.substring(0, value.length() / 2));
            forms.put("its last half", value.substring(value.length() / 2));
        }
        forms.put("escaped for a URL", URLEncoder.encode(value, StandardCharsets.UTF_8));
        forms.put(
                "escaped for a path",
                URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
        forms.put(
                "escaped for XML",
                value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        forms.put(
                "escaped for an XML attribute",
                forms.get("escaped for XML").replace("\"", "&quot;").replace("'", "&apos;"));
        forms.put("escaped for Java", value.replace("\\", "\\\\").replace("\"", "\\\""));
        forms.put("escaped for JSON", forms.get("escaped for Java").replace("/", "\\/"));
        forms.put("quoted for YAML", value.replace("'", "''"));
        for (int before = 0; before < 3; before++) {
            String encoded = base64(value, before);
            forms.put("Base64 after " + before + " bytes", encoded);
            forms.put(
                    "Base64 for URLs after " + before + " bytes",
                    encoded.replace('+', '-').replace('/', '_'));
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        forms.put("bytes", Arrays.toString(bytes));
        forms.put("hexadecimal", HexFormat.of().formatHex(bytes));
        return forms;
    }

    /// Returns the Base64 characters that depend on the value alone, if this number of bytes stands before it in its
    /// first group of three.
    private static String base64(String value, int before) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] shifted = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, shifted, before, bytes.length);
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
        int first = before == 0 ? 0 : before + 1;
        int whole = shifted.length / 3 * 4;
        return encoded.substring(first, whole);
    }
}
