package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.GoDuration;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/// The values of all flags: the given ones, the defaults of all others, and their problems.
///
/// Every value fits its flag's type already.
final class FlagValues {
    private final Map<Flag, List<String>> values;
    private final List<String> problems;
    private final List<String> warnings = new ArrayList<>();

    /// @param problems receives what the rules find
    FlagValues(Map<Flag, List<String>> given, List<String> problems) {
        this.values = given;
        this.problems = problems;
    }

    /// Returns the warnings so far: what is no error, but not what it seems either.
    List<String> warnings() {
        return warnings;
    }

    /// @param sentence names the flag
    void warn(String sentence) {
        warnings.add(sentence);
    }

    boolean isOn(Flag flag) {
        return FlagText.bool(text(flag)).orElse(false);
    }

    int integer(Flag flag) {
        return FlagText.integer(text(flag)).orElse(0);
    }

    Duration duration(Flag flag) {
        return GoDuration.parse(text(flag)).orElse(Duration.ZERO);
    }

    Duration positive(Flag flag) {
        Duration duration = duration(flag);
        require(duration.isPositive(), flag, "a duration above 0");
        return duration;
    }

    /// Returns a path that is not empty.
    Optional<Path> path(Flag flag) {
        try {
            return Optional.of(text(flag)).filter(text -> !text.isEmpty()).map(Path::of);
        } catch (InvalidPathException e) {
            problem("%s: found \"%s\", expected the path of a file; correct it".formatted(flag, text(flag)));
            return Optional.of(Path.of(""));
        }
    }

    /// Returns the words of all values together.
    List<String> list(Flag flag) {
        return all(flag, FlagText::list).flatMap(List::stream).toList();
    }

    /// Returns each value that this reader can read, as it reads it.
    <T> Stream<T> all(Flag flag, Function<String, Optional<T>> reader) {
        return values(flag).stream().flatMap(value -> reader.apply(value).stream());
    }

    /// Returns the number, only if it was given.
    OptionalInt explicitInteger(Flag flag) {
        return last(flag).flatMap(FlagText::integer).stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    /// Returns the number, only if it was given.
    OptionalDouble explicitDecimal(Flag flag) {
        return last(flag).flatMap(FlagText::decimal).stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    /// Returns the value that applies, or the default.
    String text(Flag flag) {
        return last(flag).orElse(flag.defaultText());
    }

    /// Returns the value that applies, only if there is one.
    Optional<String> last(Flag flag) {
        return values.containsKey(flag) ? Optional.of(values.get(flag).getLast()) : Optional.empty();
    }

    /// Returns every value that was given, or the default.
    List<String> values(Flag flag) {
        return values.getOrDefault(flag, List.of(flag.defaultText()));
    }

    void require(boolean holds, Flag flag, String expected) {
        if (!holds) {
            problem("%s: found \"%s\", expected %s".formatted(flag, text(flag), expected));
        }
    }

    /// @param sentence names the flag
    void problem(String sentence) {
        problems.add(sentence);
    }
}
