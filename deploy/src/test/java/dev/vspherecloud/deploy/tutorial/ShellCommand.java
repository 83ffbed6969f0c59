package dev.vspherecloud.deploy.tutorial;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One command of a shell block: a program with its words. Control words, `sudo` and assignments are left out.
///
/// @param text without quoted strings, and without the words after `--`, which belong to another program
record ShellCommand(String text) {
    private static final Pattern HERE_DOCUMENT = Pattern.compile("(?ms)<<'(\\w+)'.*?^\\1$");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"$]*\"");
    private static final Pattern BEFORE = Pattern.compile("^(?:(?:do|then|sudo|!)\\s+|\\w+=\\w+\\s+)");
    private static final Pattern FLAG = Pattern.compile("(?<=\\s)(--?[a-zA-Z][\\w-]*)");

    /// Words that begin a line and name no program.
    private static final Pattern CONTROL =
            Pattern.compile("(for|while|if|do|then|done|fi|else|export)\\b.*|\\w+='.*|\\)");

    static Stream<ShellCommand> parse(String block) {
        return HERE_DOCUMENT
                .matcher(block)
                .replaceAll("")
                .replace("\\\n", " ")
                .lines()
                .map(line -> QUOTED.matcher(line).replaceAll("''").replaceFirst("(^|\\s)#.*", ""))
                .flatMap(line -> Stream.of(line.split("\\s*(?:\\|\\|?|&&|;|\\$\\()\\s*")))
                .map(String::strip)
                .map(line -> line.replaceFirst("^\\w+=$", ""))
                .map(ShellCommand::withoutPrefix)
                .map(line -> line.split(" -- ")[0].replaceFirst("\\)$", ""))
                .filter(line -> !line.isBlank() && !CONTROL.matcher(line).matches())
                .map(ShellCommand::new);
    }

    private static String withoutPrefix(String line) {
        String text = line;
        for (var before = BEFORE.matcher(text); before.find(); before = BEFORE.matcher(text)) {
            text = text.substring(before.end());
        }
        return text;
    }

    String program() {
        return text.split("\\s+")[0];
    }

    /// The words after the program, up to the first flag.
    List<String> words() {
        return Stream.of(text.split("\\s+"))
                .skip(1)
                .takeWhile(word -> !word.startsWith("-"))
                .toList();
    }

    List<String> flags() {
        return FLAG.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
