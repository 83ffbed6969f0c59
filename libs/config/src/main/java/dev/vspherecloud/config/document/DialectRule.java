package dev.vspherecloud.config.document;

import static java.util.regex.Pattern.DOTALL;

import dev.vspherecloud.config.Dialect;
import java.util.regex.Pattern;

/// Decides from the text alone whether it is YAML or INI, so that only one reader reports problems. Pure.
///
/// The first line that indicates a dialect decides. `[` begins a section of INI, unless a YAML list follows. If
/// a line has both `=` and `: `, the first of them counts. A text without any such line counts as YAML, unless
/// its comments are those of INI.
///
/// Differs from upstream: cloud-provider-vsphere tries YAML, then INI, and reports the error of the INI parser.
final class DialectRule {
    /// Matches a bracket that begins a YAML list: nothing, a quote, another bracket, or items with commas
    /// follow it.
    private static final Pattern YAML_LIST = Pattern.compile("\\[\\s*(?:[\"'\\[{].*|[^\"'\\]]*[,{].*)?", DOTALL);

    private static final Pattern YAML_START = Pattern.compile("(?:---|- |%|\\{).*|-", DOTALL);

    private DialectRule() {}

    static Dialect of(String text) {
        Dialect silent = Dialect.YAML;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            String firstLine = line.strip();
            if (firstLine.startsWith(";")) {
                silent = Dialect.INI;
            } else if (firstLine.startsWith("[")) {
                return YAML_LIST.matcher(firstLine).matches() ? Dialect.YAML : Dialect.INI;
            } else if (YAML_START.matcher(firstLine).matches()) {
                return Dialect.YAML;
            } else if (!firstLine.startsWith("#")) {
                int equals = firstLine.indexOf('=');
                int colon = colonIndex(firstLine);
                if (equals >= 0 && (colon < 0 || equals < colon)) {
                    return Dialect.INI;
                }
                if (colon >= 0) {
                    return Dialect.YAML;
                }
            }
        }
        return silent;
    }

    /// Returns the index of the first colon of the line that ends the line or has a blank after it; -1 if there
    /// is none.
    private static int colonIndex(String firstLine) {
        int colon = firstLine.indexOf(':');
        while (colon >= 0 && colon + 1 < firstLine.length() && !Character.isWhitespace(firstLine.charAt(colon + 1))) {
            colon = firstLine.indexOf(':', colon + 1);
        }
        return colon;
    }
}
