package dev.vspherecloud.ccm.application.flag;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A flag of cloud-provider-vsphere (Go), from `go-flags.txt`.
///
/// @param letter  the shorthand after one dash; empty if there is none
/// @param type    the name of the type in pflag
/// @param heading in the help
record GoFlag(String name, String letter, String type, String defaultText, String heading) {
    private static final Map<String, FlagType> TYPES = Map.ofEntries(
            Map.entry("string", FlagType.TEXT),
            Map.entry("bool", FlagType.SWITCH),
            Map.entry("int", FlagType.INTEGER),
            Map.entry("int32", FlagType.INTEGER),
            Map.entry("Level", FlagType.INTEGER),
            Map.entry("float32", FlagType.DECIMAL),
            Map.entry("duration", FlagType.DURATION),
            Map.entry("ip", FlagType.ADDRESS),
            Map.entry("quantity", FlagType.SIZE),
            Map.entry("stringSlice", FlagType.LIST),
            Map.entry("int32Slice", FlagType.NUMBERS),
            Map.entry("stringToString", FlagType.MAP),
            Map.entry("mapStringBool", FlagType.GATES),
            Map.entry("pattern=N,...", FlagType.LEVELS),
            Map.entry("namedCertKey", FlagType.CERTIFICATE),
            Map.entry("version", FlagType.RELEASE));

    static List<GoFlag> all() {
        try (InputStream in = requireNonNull(GoFlag.class.getResourceAsStream("go-flags.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(GoFlag::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GoFlag of(String line) {
        List<String> columns =
                Stream.of(line.split("\\|", -1)).map(String::strip).toList();
        return new GoFlag(columns.get(0), columns.get(1), columns.get(2), columns.get(3), columns.get(4));
    }

    /// Returns the flag of this program with the same name.
    Flag flagOfThisProgram() {
        return Stream.of(Flag.values())
                .filter(flag -> flag.flagName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("missing: --" + name));
    }

    FlagType flagType() {
        return Optional.ofNullable(TYPES.get(type)).orElseThrow(() -> new AssertionError("unknown type: " + type));
    }

    /// Returns values that the flag accepts.
    List<String> values() {
        return switch (flagType()) {
            case TEXT -> List.of("", "a", "a b", "a,b=c", "-x", "--kubeconfig=/k");
            case SWITCH -> List.of("1", "t", "T", "true", "TRUE", "True", "0", "f", "F", "false", "FALSE", "False");
            case INTEGER -> List.of("0", "7", "+7", "-7", "0x1F", "0b101", "0o17", "017", "0x_1f", "2147483647");
            case DECIMAL -> List.of("0", "20", "-1", "12.5", ".5", "5.", "1e3", "+2E-1");
            case DURATION -> List.of("0", "0s", "5m0s", "1h2m3.5s", "250ms", "-1s", "1.5h", "10us");
            case ADDRESS -> List.of("", "0.0.0.0", "127.0.0.1", "::", "fd00::1", "::ffff:10.0.0.1");
            case SIZE -> List.of("0", "512", "64Ki", "1M", "0.5Gi", "1e3");
            case LIST -> List.of("", "a", "a,b", "*,-b", "\"a,b\",c", "\"say \"\"a\"\"\"", "a,");
            case NUMBERS -> List.of("29", "29,23", "0x1d");
            case MAP -> List.of("", "a=b", "a=", "a=b,c=d", "a=b,c", "\"a=b,c\",d=e", "a=b=c");
            case GATES -> List.of("", "AllAlpha=true", "AllAlpha=T,AllBeta=0", "AllAlpha = true,", ",AllBeta=false");
            case LEVELS -> List.of("", "a=1", "a*=1,b?=2", "a=1,");
            case CERTIFICATE -> List.of("a.crt,a.key", "a.crt, a.key:x.example.com,*.example.org");
            case RELEASE -> List.of("true", "false", "raw", "v1.2.3");
            case FORM, COLORING, DIALECT ->
                throw new AssertionError("no flag of cloud-provider-vsphere (Go) has this type");
        };
    }

    /// Returns values that the flag rejects.
    List<String> refusedValues() {
        return switch (flagType()) {
            case TEXT -> List.of();
            case SWITCH -> List.of("", "yes", "no", "2", "tRUE");
            case INTEGER -> List.of("", "a", "1.5", "0x", "1__0", "#ff", "99999999999", " 1");
            case DECIMAL -> List.of("", "a", "1f", "2d", "1,5", "0x", ".");
            case DURATION -> List.of("", "5", "5 m", "1d", "s");
            case ADDRESS -> List.of("localhost", "10.1", "10.0.0.256", "[::1]", "fd00::1%eth0", "10.0.0.0/8");
            case SIZE -> List.of("", "a", "1KiB", "64 Ki", "--1");
            case LIST -> List.of("\"a", "a\"b", "\"a\"b");
            case NUMBERS -> List.of("a", "1,", "1.5", ",");
            case MAP -> List.of("a", "a,b", "a=b,c,d=e");
            case GATES -> List.of("AllAlpha", "AllAlpha=", "AllAlpha=yes", "AllAlpha=true=false");
            case LEVELS -> List.of("a", "=1", "a=", "a=b", "a=-1", "a=1=2");
            case CERTIFICATE -> List.of("a.crt", "a.crt,a.key,b", "a.crt,", ",a.key", "a.crt,a.key:");
            case RELEASE -> List.of("", "maybe");
            case FORM, COLORING, DIALECT ->
                throw new AssertionError("no flag of cloud-provider-vsphere (Go) has this type");
        };
    }

    /// Used in the names of tests.
    @Override
    public String toString() {
        return "--" + name;
    }
}
