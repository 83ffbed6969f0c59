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

/// The values of all flags: those on the command line, and the defaults of all others. It also collects problems
/// and warnings.
///
/// Each value is already valid for its flag's type.
final class FlagValues {
    private final Map<Flag, List<String>> values;
    private final List<String> problems;
    private final List<String> warnings = new ArrayList<>();

    /// Creates the values.
    ///
    /// @param problems receives the problems that the rules find
    FlagValues(Map<Flag, List<String>> given, List<String> problems) {
        this.values = given;
        this.problems = problems;
    }

    /// Returns the warnings that were added so far. A warning is no error, but the flag does not do what it seems
    /// to do.
    List<String> warnings() {
        return warnings;
    }

    /// Adds a warning.
    ///
    /// @param sentence the warning, which names the flag
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

    /// Returns the value of a flag as a path; empty if the value is empty.
    Optional<Path> path(Flag flag) {
        try {
            return Optional.of(text(flag)).filter(text -> !text.isEmpty()).map(Path::of);
        } catch (InvalidPathException e) {
            problem("%s: found \"%s\", expected the path of a file; correct it".formatted(flag, text(flag)));
            return Optional.of(Path.of(""));
        }
    }

    /// Returns the words of all values of a repeatable flag.
    List<String> list(Flag flag) {
        return all(flag, FlagText::list).flatMap(List::stream).toList();
    }

    /// Parses all values of a flag and returns the results.
    <T> Stream<T> all(Flag flag, Function<String, Optional<T>> reader) {
        return values(flag).stream().flatMap(value -> reader.apply(value).stream());
    }

    /// Returns the value of an integer flag; empty if the flag is not on the command line.
    OptionalInt explicitInteger(Flag flag) {
        return last(flag).flatMap(FlagText::integer).stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    /// Returns the value of a decimal flag; empty if the flag is not on the command line.
    OptionalDouble explicitDecimal(Flag flag) {
        return last(flag).flatMap(FlagText::decimal).stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    /// Returns the last value of a flag on the command line, else the default.
    String text(Flag flag) {
        return last(flag).orElse(flag.defaultText());
    }

    /// Returns the last value of a flag on the command line; empty if there is none.
    Optional<String> last(Flag flag) {
        return values.containsKey(flag) ? Optional.of(values.get(flag).getLast()) : Optional.empty();
    }

    /// Returns all values of a flag on the command line, else the default.
    List<String> values(Flag flag) {
        return values.getOrDefault(flag, List.of(flag.defaultText()));
    }

    void require(boolean holds, Flag flag, String expected) {
        if (!holds) {
            problem("%s: found \"%s\", expected %s; correct the value".formatted(flag, text(flag), expected));
        }
    }

    /// Adds a problem.
    ///
    /// @param sentence the problem, which names the flag
    void problem(String sentence) {
        problems.add(sentence);
    }
}
