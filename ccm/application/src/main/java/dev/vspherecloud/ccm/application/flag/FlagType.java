package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.GoDuration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// The type of a flag's value, with its grammar in pflag and in the flag types of Kubernetes.
enum FlagType {
    TEXT("string", "a text", Repeated.LAST_COUNTS, _ -> true),
    SWITCH("", "true or false", Repeated.LAST_COUNTS, reads(FlagText::bool)),
    INTEGER("int", "a whole number", Repeated.LAST_COUNTS, reads(FlagText::integer)),
    DECIMAL("float", "a number", Repeated.LAST_COUNTS, reads(FlagText::decimal)),
    DURATION("duration", "a duration such as 30s or 1m30s", Repeated.LAST_COUNTS, reads(GoDuration::parse)),
    ADDRESS("ip", "an IP address", Repeated.LAST_COUNTS, value -> value.isEmpty() || FlagText.isAddress(value)),
    SIZE("quantity", "a quantity such as 0, 512 or 64Ki", Repeated.LAST_COUNTS, FlagText::isQuantity),
    LIST("strings", "words separated by commas", Repeated.ALL_COUNT, reads(FlagText::list)),
    NUMBERS(
            "int32Slice",
            "whole numbers separated by commas",
            Repeated.ALL_COUNT,
            value -> value.isEmpty() || FlagText.integers(value).isPresent()),
    MAP("key=value", "key=value pairs separated by commas", Repeated.ALL_COUNT, reads(FlagText::map)),
    GATES("name=bool", "name=true or name=false, separated by commas", Repeated.ALL_COUNT, reads(FlagText::gates)),
    LEVELS(
            "pattern=N",
            "pattern=number pairs separated by commas, with numbers from 0",
            Repeated.ALL_COUNT,
            reads(FlagText::moduleLevels)),
    CERTIFICATE(
            "cert,key[:names]",
            "cert,key or cert,key:name,name, once for each certificate",
            Repeated.ALL_COUNT,
            value -> value.isEmpty() || FlagText.certificate(value).isPresent()),
    FORM("table|json", "table or json", Repeated.LAST_COUNTS, value -> value.equals("table") || value.equals("json")),
    DIALECT(
            "yaml|ini",
            "yaml or ini",
            Repeated.LAST_COUNTS,
            value -> value.isEmpty() || FlagText.dialect(value).isPresent()),
    /// A switch that also accepts the other values of `--version`.
    RELEASE(
            "",
            "true, false or raw",
            Repeated.LAST_COUNTS,
            value -> FlagText.bool(value).isPresent() || value.equals("raw") || value.startsWith("v"));

    /// Says what applies if a flag is on the command line more than once.
    private enum Repeated {
        LAST_COUNTS,
        ALL_COUNT
    }

    private final String text;
    private final String expected;
    private final Repeated repetition;
    private final Predicate<String> validator;

    FlagType(String text, String expected, Repeated repeated, Predicate<String> fits) {
        this.text = text;
        this.expected = expected;
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
