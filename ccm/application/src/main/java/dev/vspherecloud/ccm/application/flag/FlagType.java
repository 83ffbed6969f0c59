package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.GoDuration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// The type of a flag's value, with its grammar in pflag and in the flag types of Kubernetes.
enum FlagType {
    TEXT("string", "a text", "text", Repeated.LAST_COUNTS, _ -> true),
    SWITCH("", "true or false", "true", Repeated.LAST_COUNTS, reads(FlagText::bool)),
    INTEGER("int", "a whole number", "2", Repeated.LAST_COUNTS, reads(FlagText::integer)),
    DECIMAL("float", "a number", "20", Repeated.LAST_COUNTS, reads(FlagText::decimal)),
    DURATION("duration", "a duration such as 30s or 1m30s", "30s", Repeated.LAST_COUNTS, reads(GoDuration::parse)),
    ADDRESS(
            "ip",
            "an IP address",
            "127.0.0.1",
            Repeated.LAST_COUNTS,
            value -> value.isEmpty() || FlagText.isAddress(value)),
    SIZE("quantity", "a quantity such as 0, 512 or 64Ki", "64Ki", Repeated.LAST_COUNTS, FlagText::isQuantity),
    LIST("strings", "words separated by commas", "a,b", Repeated.ALL_COUNT, reads(FlagText::list)),
    NUMBERS(
            "int32Slice",
            "whole numbers separated by commas",
            "23,24",
            Repeated.ALL_COUNT,
            value -> value.isEmpty() || FlagText.integers(value).isPresent()),
    MAP("key=value", "key=value pairs separated by commas", "key=value", Repeated.ALL_COUNT, reads(FlagText::map)),
    GATES(
            "name=bool",
            "name=true or name=false, separated by commas",
            "Name=true",
            Repeated.ALL_COUNT,
            reads(FlagText::gates)),
    LEVELS(
            "pattern=N",
            "pattern=number pairs separated by commas, with numbers from 0",
            "NodeController=5",
            Repeated.ALL_COUNT,
            reads(FlagText::moduleLevels)),
    CERTIFICATE(
            "cert,key[:names]",
            "cert,key or cert,key:name,name, once for each certificate",
            "cert.pem,key.pem",
            Repeated.ALL_COUNT,
            value -> value.isEmpty() || FlagText.certificate(value).isPresent()),
    /// An output format. Each command has some of them, see [Command#values].
    FORM("format", "an output format", "json", Repeated.LAST_COUNTS, reads(OutputFormat::of)),
    COLORING("auto|always|never", "auto, always or never", "never", Repeated.LAST_COUNTS, reads(ColorMode::of)),
    DIALECT(
            "yaml|ini",
            "yaml or ini",
            "yaml",
            Repeated.LAST_COUNTS,
            value -> value.isEmpty() || FlagText.dialect(value).isPresent()),
    /// A switch that also accepts the other values of `--version`.
    RELEASE(
            "",
            "true, false or raw",
            "true",
            Repeated.LAST_COUNTS,
            value -> FlagText.bool(value).isPresent() || value.equals("raw") || value.startsWith("v"));

    /// Says what applies if a flag is on the command line more than once.
    private enum Repeated {
        LAST_COUNTS,
        ALL_COUNT
    }

    private final String text;
    private final String expected;
    private final String example;
    private final Repeated repetition;
    private final Predicate<String> validator;

    FlagType(String text, String expected, String example, Repeated repeated, Predicate<String> fits) {
        this.text = text;
        this.expected = expected;
        this.example = example;
        this.repetition = repeated;
        this.validator = fits;
    }

    /// Returns the name of the type, which follows the flag in the help; may be empty.
    String text() {
        return text;
    }

    /// Returns a description of the valid values.
    String expected() {
        return expected;
    }

    /// Returns a valid value.
    String example() {
        return example;
    }

    /// Returns the valid values, if there are only a few; otherwise an empty list.
    List<String> fixedValues() {
        return switch (this) {
            case FORM -> OutputFormat.texts(List.of(OutputFormat.values()));
            case COLORING, DIALECT -> List.of(text.split("[|]"));
            default -> List.of();
        };
    }

    /// Returns true if the flag without a value means `true`, so that the next argument is never its value.
    boolean isSwitch() {
        return this == SWITCH || this == RELEASE;
    }

    /// Returns true if all values of a repeated flag apply together.
    boolean isRepeatable() {
        return repetition == Repeated.ALL_COUNT;
    }

    boolean isValid(String value) {
        return validator.test(value);
    }

    private static Predicate<String> reads(Function<String, Optional<?>> reader) {
        return value -> reader.apply(value).isPresent();
    }
}
