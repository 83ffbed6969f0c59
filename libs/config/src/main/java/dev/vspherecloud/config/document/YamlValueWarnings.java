package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.config.credentials.SecretCredentials;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/// Warns about values that YAML cuts or reads in another way than they look: comments, anchors, null words,
/// texts over several lines, octal numbers, and elements of a list that are split.
///
/// A number, flag or time in place of a text is read as it is written, as in Go, so it needs no warning. No
/// message shows a part of a value, because it may be a password.
final class YamlValueWarnings {
    private static final Pattern COMMENT = Pattern.compile("\\s*#\\S.*");
    private static final Pattern OCTAL = Pattern.compile("0[0-7_]+");
    private static final String QUOTE = "put the whole value between single quotes";

    private final String text;
    private final List<String> lines;
    private final Problems problems;

    /// Creates the warnings for one YAML text.
    YamlValueWarnings(String text, Problems problems) {
        this.text = text;
        this.lines = List.of(text.split(YamlDocument.LINE_BREAK, -1));
        this.problems = problems;
    }

    void warnAbout(ConfigKey key, ScalarNode scalar, ConfigLocation place) {
        if (key.form().isText()) {
            textMistake(key, scalar).ifPresent(mistake -> problems.warning(place, mistake));
        } else if (key.form() == KeyForm.PORT && scalar.isPlain()) {
            warnOfOctal(scalar.getValue(), place);
        }
    }

    /// Warns about an element of a YAML list that is split like a text that has several elements. There is no
    /// warning for `DC1,DC2` without a blank: that is how the Helm chart of cloud-provider-vsphere (Go) passes
    /// several datacenters in one element.
    void warnAboutItem(ConfigKey key, ScalarNode item, ConfigLocation place) {
        warnAbout(key, item, place);
        int words = ValueParser.nonEmpty(List.of(item.getValue())).size();
        if (key.form() == KeyForm.LIST && words > 1 && item.getValue().contains(", ")) {
            problems.warning(
                    place,
                    "found a comma in an element of the list: it is read as %d elements; write each on its own, or, if one name contains the comma, write double quotes within single quotes, as in '\"a, b\"'"
                            .formatted(words));
        } else if (key.form() == KeyForm.PATHS && item.getValue().strip().contains(":")) {
            problems.warning(
                    place,
                    "found \":\" in an element of the list: it separates two files, as in INI; write each file as an"
                            + " element of its own, and rename a file whose name contains \":\"");
        }
    }

    private Optional<String> textMistake(ConfigKey key, ScalarNode scalar) {
        boolean isNull = Tag.NULL.equals(scalar.getTag());
        if (scalar.getAnchor() != null && !text.contains("*" + scalar.getAnchor())) {
            return Optional.of("found an anchor (a word that begins with \"&\") before the value: YAML does not read it"
                    + " as a part of the value; " + QUOTE);
        }
        if (scalar.isPlain() && COMMENT.matcher(after(scalar.getEndMark())).matches()) {
            return Optional.of("found \"#\" after a blank: what follows it is a comment and not a part of the value; "
                    + QUOTE + ", or, if a comment is meant, write a blank after \"#\"");
        }
        if (isNull) {
            return scalar.getValue().isEmpty() || !isCredential(key)
                    ? Optional.empty()
                    : Optional.of("found a word that YAML reads as no value; if a text is meant, " + QUOTE
                            + ", else remove the word");
        }
        boolean isBlock =
                scalar.getScalarStyle() == ScalarStyle.LITERAL || scalar.getScalarStyle() == ScalarStyle.FOLDED;
        return isBlock ? blockMistake(key, scalar) : foldedMistake(scalar);
    }

    private static Optional<String> blockMistake(ConfigKey key, ScalarNode scalar) {
        String value = scalar.getValue();
        if (value.isBlank()) {
            return Optional.of("found \"|\" or \">\" and no text below it, expected a value; " + QUOTE);
        }
        return isCredential(key) && value.endsWith("\n") && !SecretCredentials.isCertificate(value)
                ? Optional.of("found a text below \"|\" or \">\": it ends with a line break, which is read as a part of"
                        + " the value; write the value on one line between single quotes")
                : Optional.empty();
    }

    private static Optional<String> foldedMistake(ScalarNode scalar) {
        boolean isOneLine =
                scalar.getStartMark().getLine() == scalar.getEndMark().getLine();
        return isOneLine || SecretCredentials.isCertificate(scalar.getValue())
                ? Optional.empty()
                : Optional.of("found a value that continues on the next line: YAML reads its lines as one text; write"
                        + " it on one line, and check the quotes and the indentation of the next line");
    }

    private void warnOfOctal(String number, ConfigLocation place) {
        if (OCTAL.matcher(number).matches()) {
            ValueParser.port(number)
                    .ifPresent(octal -> problems.warning(
                            place,
                            "found a number that begins with 0: YAML reads it as octal, so %d applies; write the number without the zero"
                                    .formatted(octal)));
        }
    }

    private static boolean isCredential(ConfigKey key) {
        return key == VcenterKey.USER || key.form() == KeyForm.SECRET;
    }

    /// Returns the rest of the line from this place on.
    private String after(Mark end) {
        String line = end.getLine() < lines.size() ? lines.get(end.getLine()) : "";
        int column = Math.min(end.getColumn(), line.codePointCount(0, line.length()));
        return line.substring(line.offsetByCodePoints(0, column));
    }
}
