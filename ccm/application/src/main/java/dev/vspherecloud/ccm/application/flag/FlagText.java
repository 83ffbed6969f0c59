package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.domain.ip.IpAddressParser;
import dev.vspherecloud.observability.ModuleLevel;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses the values of flags as cloud-provider-vsphere (Go) does. A result is empty if the text is not valid.
///
/// Rule from: spf13/pflag (types, CSV of lists and maps); Go, strconv; component-base, `cli/flag`, `featuregate`,
/// `logs/api`; apimachinery, `resource.Quantity`.
final class FlagText {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    /// Matches an integer. Underscores between digits are allowed only after a prefix such as `0x`, as in Go.
    private static final Pattern INTEGER = Pattern.compile(
            "([-+]?)(?:0[xX]((?:_?[0-9a-fA-F])+)|0[bB]((?:_?[01])+)" + "|0[oO]?((?:_?[0-7])+)|(0|[1-9](?:_?[0-9])*))");

    private static final int[] RADIX = {0, 0, 16, 2, 8, 10};

    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

    private static final Pattern QUANTITY =
            Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([KMGTPE]i|[numkMGTPE]|[eE][-+]?\\d+)?");

    private FlagText() {}

    static Optional<Boolean> bool(String value) {
        return TRUE.contains(value) ? Optional.of(true) : FALSE.contains(value) ? Optional.of(false) : Optional.empty();
    }

    /// Parses an integer of 32 bits. Numbers to other bases than ten begin with `0x`, `0b`, `0o` or a zero.
    static Optional<Integer> integer(String value) {
        Matcher parts = INTEGER.matcher(value);
        if (!parts.matches()) {
            return Optional.empty();
        }
        for (int group = 2; group < RADIX.length; group++) {
            String digits = parts.group(group);
            if (digits != null) {
                var number = new BigInteger(parts.group(1) + digits.replace("_", ""), RADIX[group]);
                return number.bitLength() < Integer.SIZE ? Optional.of(number.intValueExact()) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    static Optional<Double> decimal(String value) {
        return Optional.of(value)
                .filter(text -> DECIMAL.matcher(text).matches())
                .map(Double::valueOf)
                .filter(Double::isFinite);
    }

    static boolean isAddress(String value) {
        return IpAddressParser.STRICT.parse(value).isPresent();
    }

    static boolean isQuantity(String value) {
        return QUANTITY.matcher(value).matches();
    }

    static Optional<Dialect> dialect(String value) {
        return Arrays.stream(Dialect.values())
                .filter(dialect -> dialect.text().equals(value))
                .findFirst();
    }

    /// Parses a list of words with commas between them. An empty text is an empty list. A word in quotes may
    /// contain commas.
    ///
    /// Differs from pflag: blanks around a word are ignored.
    static Optional<List<String>> list(String value) {
        return value.isEmpty()
                ? Optional.of(List.of())
                : CsvLine.read(value)
                        .map(words -> words.stream().map(String::strip).toList());
    }

    static Optional<List<Integer>> integers(String value) {
        var numbers = new ArrayList<Integer>();
        for (String word : value.split(",", -1)) {
            Optional<Integer> number = integer(word.strip());
            if (number.isEmpty()) {
                return Optional.empty();
            }
            numbers.add(number.get());
        }
        return Optional.of(numbers);
    }

    /// Parses `key=value` pairs with commas between them, and keeps their order. A value may contain further `=`.
    /// If the text contains a single `=`, all commas belong to the value.
    ///
    /// Differs from pflag: an empty text means no pairs and is not an error, since Helm templates write it for an
    /// unset value.
    ///
    /// @return empty if an item has no `=`
    static Optional<Map<String, String>> map(String value) {
        boolean single = value.indexOf('=') == value.lastIndexOf('=');
        return single && !value.isEmpty()
                ? pairs(List.of(unquoted(value)))
                : list(value).flatMap(FlagText::pairs);
    }

    private static Optional<Map<String, String>> pairs(List<String> words) {
        var pairs = new LinkedHashMap<String, String>();
        for (String pair : words) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                return Optional.empty();
            }
            pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return Optional.of(pairs);
    }

    private static String unquoted(String value) {
        return value.replaceAll("^\"+|\"+$", "");
    }

    /// Parses `name=true` pairs of feature gates. Empty words between commas are ignored.
    static Optional<Map<String, Boolean>> gates(String value) {
        var gates = new LinkedHashMap<String, Boolean>();
        for (String word : value.split(",")) {
            if (!word.isEmpty()) {
                String[] parts = word.split("=", 2);
                Optional<Boolean> on = parts.length < 2 ? Optional.empty() : bool(parts[1].strip());
                if (on.isEmpty()) {
                    return Optional.empty();
                }
                gates.put(parts[0].strip(), on.get());
            }
        }
        return Optional.of(gates);
    }

    /// Parses `pattern=level` pairs of `--vmodule`, with levels from 0. Empty words between commas are ignored.
    static Optional<List<ModuleLevel>> moduleLevels(String value) {
        var levels = new ArrayList<ModuleLevel>();
        for (String word : value.split(",")) {
            if (!word.isEmpty()) {
                String[] parts = word.split("=", -1);
                Optional<Integer> level = parts.length != 2 ? Optional.empty() : integer(parts[1]);
                if (level.isEmpty() || level.get() < 0 || parts[0].isEmpty()) {
                    return Optional.empty();
                }
                levels.add(new ModuleLevel(parts[0], level.get()));
            }
        }
        return Optional.of(levels);
    }

    /// A value of `--tls-sni-cert-key`: the files of a certificate and its key, and the server names for which the
    /// certificate is used.
    ///
    /// @param names the server names; empty if the certificate itself names them
    record Certificate(String certificate, String key, List<String> names) {}

    static Optional<Certificate> certificate(String value) {
        String[] halves = value.split(":", 2);
        List<String> files =
                Arrays.stream(halves[0].split(",", -1)).map(String::strip).toList();
        boolean isNamed = halves.length == 2;
        if (files.size() != 2 || files.contains("") || (isNamed && halves[1].isBlank())) {
            return Optional.empty();
        }
        List<String> names = isNamed
                ? Arrays.stream(halves[1].split(",", -1)).map(String::strip).toList()
                : List.of();
        return Optional.of(new Certificate(files.getFirst(), files.getLast(), names));
    }
}
