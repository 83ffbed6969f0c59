package dev.vspherecloud.ccm;

import dev.vspherecloud.config.ConfigConverter;
import dev.vspherecloud.config.ConfigReader;
import dev.vspherecloud.config.ConfigReport;
import dev.vspherecloud.config.Conversion;
import dev.vspherecloud.config.Problem;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The commands that look at configurations and run nothing. Each returns the exit code of the process.
final class ConfigCommands {
    private ConfigCommands() {}

    static int check(CommandLine.Check wanted, Map<String, String> environment, PrintStream out) {
        List<CheckedFile> files = wanted.files().stream()
                .map(file -> checked(file, wanted.strict(), environment))
                .toList();
        print(wanted.asJson() ? CheckJson.of(files) : CheckText.of(files), out);
        return files.stream().allMatch(CheckedFile::isUsable) ? 0 : 1;
    }

    private static CheckedFile checked(Path file, boolean strict, Map<String, String> environment) {
        ConfigReport report = ConfigReader.report(file, environment);
        return new CheckedFile(file, strict ? report.strict() : report);
    }

    static int convert(CommandLine.Convert wanted, PrintStream out, PrintStream err) {
        return switch (ConfigConverter.convert(wanted.file(), wanted.to())) {
            case Conversion.Converted(String text, List<Problem> warnings) -> {
                warnings.forEach(warning -> print(CheckText.problem(warning), err));
                print(text, out);
                yield 0;
            }
            case Conversion.Refused(List<Problem> problems) -> {
                problems.forEach(problem -> print(CheckText.problem(problem), err));
                yield 1;
            }
        };
    }

    /// In UTF-8, whatever the locale says: that is what the files are in, and what JSON has to be in.
    private static void print(String text, PrintStream out) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
