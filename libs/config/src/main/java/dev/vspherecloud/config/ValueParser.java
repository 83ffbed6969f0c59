package dev.vspherecloud.config;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import java.io.File;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Parses single values of the configuration. Pure. A result is empty if the text is not valid.
public final class ValueParser {
    /// The words that mean true in YAML 1.1, as Go's yaml.v2 reads it, and in INI.
    private static final Set<String> TRUE = Set.of("true", "yes", "on", "y", "1");

    private static final Set<String> FALSE = Set.of("false", "no", "off", "n", "0");

    private static final Pattern INTEGER = Pattern.compile("(0[xX]|0[oO]?)?([0-9a-fA-F_]+)");
    private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,8}");
    private static final Pattern IPV4 = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern HOST_NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252})");
    private static final Pattern HEX = Pattern.compile("[0-9A-F]{40}|[0-9A-F]{64}");
    private static final Pattern KUBERNETES_NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    /// Matches one word of a list and the comma after it. A word with a comma in it stands between double quotes.
    private static final Pattern WORD = Pattern.compile("\\s*\"([^\",]*+,[^\"]*+)\"\\s*(?:,|\\z)|([^,]*+)(?:,|\\z)");

    private ValueParser() {}

    public static Optional<Boolean> flag(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return TRUE.contains(word) ? Optional.of(true) : FALSE.contains(word) ? Optional.of(false) : Optional.empty();
    }

    /// Parses a port number from 0. Like yaml.v2, it reads `0x` as hexadecimal and a leading zero as octal.
    public static OptionalInt port(String text) {
        var parts = INTEGER.matcher(text.strip());
        if (!parts.matches()) {
            return OptionalInt.empty();
        }
        try {
            int radix = radix(parts.group(1));
            int port = Integer.parseInt(parts.group(2).replace("_", ""), radix);
            return port <= 65535 ? OptionalInt.of(port) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /// Parses a whole number from 1 to this limit, in decimal digits. A leading zero is invalid, because YAML
    /// would read the number as octal and INI would not.
    public static OptionalInt count(String text, int limit) {
        String digits = text.strip();
        if (!COUNT.matcher(digits).matches() || Integer.parseInt(digits) > limit) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(Integer.parseInt(digits));
    }

    private static int radix(@Nullable String prefix) {
        return switch (prefix == null ? "" : prefix.toLowerCase(Locale.ROOT)) {
            case "0x" -> 16;
            case "0", "0o" -> 8;
            default -> 10;
        };
    }

    /// Parses a host name or an address literal; brackets around an IPv6 literal are removed.
    public static Optional<String> host(String text) {
        String host = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        return HOST_NAME.matcher(host).matches() || isIpv6(host) ? Optional.of(host) : Optional.empty();
    }

    private static boolean isIpv6(String host) {
        String address = host.contains("%") ? host.substring(0, host.indexOf('%')) : host;
        try {
            return address.contains(":") && Inet6Address.ofLiteral(address) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// Returns the words of a list. An item of the list may contain several words, separated by commas. A word
    /// between double quotes may contain commas.
    public static List<String> nonEmpty(RawValue value) {
        return nonEmpty(value.items());
    }

    public static List<String> nonEmpty(List<String> items) {
        return parts(items.stream()
                .flatMap(item -> WORD.matcher(item).results())
                .map(word -> Optional.ofNullable(word.group(1)).orElseGet(() -> word.group(2))));
    }

    /// Returns the word as it stands in a list: between double quotes if it contains a comma.
    public static String element(String word) {
        return word.contains(",") ? '"' + word + '"' : word;
    }

    /// Returns the files of a list of paths. The result is empty if one of the paths is not a valid file name.
    public static List<Path> paths(RawValue value) {
        List<Optional<Path>> paths =
                parts(value.items().stream().flatMap(item -> Arrays.stream(item.split(File.pathSeparator)))).stream()
                        .map(ValueParser::path)
                        .toList();
        return paths.stream().allMatch(Optional::isPresent)
                ? paths.stream().flatMap(Optional::stream).toList()
                : List.of();
    }

    public static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static List<String> parts(Stream<String> texts) {
        return texts.map(String::strip).filter(text -> !text.isEmpty()).toList();
    }

    /// Returns the thumbprint as upper-case pairs of hex digits joined by `:`. The text may have other
    /// separators and lower-case letters.
    public static Optional<String> thumbprint(String text) {
        String hex = text.replaceAll("[:\\s-]", "").toUpperCase(Locale.ROOT);
        return HEX.matcher(hex).matches() ? Optional.of(String.join(":", hex.split("(?<=\\G..)"))) : Optional.empty();
    }

    /// Returns the valid thumbprints of a value, whose thumbprints are separated by commas or blanks. Invalid
    /// thumbprints are left out.
    public static List<String> thumbprints(RawValue value) {
        return thumbprintWords(value).stream()
                .map(ValueParser::thumbprint)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /// Returns each part of the value that should be a thumbprint, valid or not. Within one thumbprint, blanks
    /// may separate the pairs of digits.
    public static List<String> thumbprintWords(RawValue value) {
        return nonEmpty(value).stream()
                .flatMap(word -> thumbprint(word).isPresent() ? Stream.of(word) : Arrays.stream(word.split("\\s+")))
                .toList();
    }

    /// Returns the valid address ranges of a value. Invalid ranges are left out.
    public static List<Subnet> subnets(RawValue value) {
        return nonEmpty(value).stream()
                .map(Subnet::parse)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /// Returns true if a range has bits set after the prefix, as `10.20.1.1/16` has.
    public static boolean hasHostBits(String subnet) {
        return !Subnet.parse(subnet).map(Subnet::network).equals(address(subnet.split("/")[0]));
    }

    /// Returns the address range that contains only this address.
    public static Optional<String> singleAddress(String address) {
        return address(address).map(ip -> address + (ip instanceof Inet4Address ? "/32" : "/128"));
    }

    /// Parses an IP address without brackets. An IPv4 address must have four parts.
    public static Optional<InetAddress> address(String text) {
        if (!IPV4.matcher(text).matches() && !text.contains(":")) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// Returns the address families of a value, each once. The result is empty if one word is not a family.
    public static List<IpFamily> families(RawValue value) {
        List<Optional<IpFamily>> families =
                nonEmpty(value).stream().map(IpFamily::parse).toList();
        return families.stream().allMatch(Optional::isPresent)
                ? families.stream().flatMap(Optional::stream).distinct().toList()
                : List.of();
    }

    /// Returns the enum constant for this text. Upper and lower case do not differ.
    ///
    /// @param word returns the text of a constant
    public static <E> Optional<E> choice(E[] values, Function<E, String> word, String text) {
        return Arrays.stream(values)
                .filter(value -> word.apply(value).equalsIgnoreCase(text.strip()))
                .findFirst();
    }

    public static boolean isKubernetesName(String text) {
        return KUBERNETES_NAME.matcher(text).matches();
    }
}
