package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.Output;
import dev.vspherecloud.ccm.config.ConfigConverter;
import dev.vspherecloud.ccm.config.Conversion;
import dev.vspherecloud.config.Problem;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/// The commands that only read configurations and run no controller. Each returns the exit code of the process.
final class ConfigCommands {
    private ConfigCommands() {}

    static int check(CommandLine.Check wanted, Map<String, String> environment, PrintStream out) {
        List<CheckedFile> files = wanted.files().stream()
                .map(file -> new CheckedFile(file, ConfigFile.read(file, wanted.strict(), environment)))
                .toList();
        Output.print(
                wanted.output() == OutputFormat.TABLE
                        ? CheckText.of(files)
                        : wanted.output().structured(CheckJson.of(files)),
                out);
        return files.stream().allMatch(CheckedFile::isUsable) ? 0 : 1;
    }

    static int convert(CommandLine.Convert wanted, PrintStream out, PrintStream err) {
        return switch (ConfigConverter.convert(wanted.file(), wanted.to())) {
            case Conversion.Converted(String text, List<Problem> warnings) -> {
                warnings.forEach(warning -> Output.report(CheckText.problem(warning), err));
                Output.print(text, out);
                yield 0;
            }
            case Conversion.Refused(List<Problem> problems) -> {
                problems.forEach(problem -> Output.report(CheckText.problem(problem), err));
                yield 1;
            }
        };
    }
}
