package dev.vspherecloud.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A fenced block of a page: commands, their output, a configuration or a diagram.
///
/// @param page from the root of the project
/// @param line of the opening fence, from 1
/// @param indent of the fence, for a block in a list
/// @param mark the content of the HTML comment in the line above; empty if there is none
/// @param text each line with its newline, without the indent
public record DocBlock(String page, int line, String indent, Optional<Mark> mark, String text) {
    /// What to do if a rendered block is not what the program writes.
    public static final String RENEW = "renew the page with `make docs`, and look at the difference";

    private static final Pattern FENCE = Pattern.compile("( *)(```|~~~).*");
    private static final Pattern MARK = Pattern.compile(" *<!-- (executed|rendered|checked|shown): (.+) -->");

    /// The way in which a block is kept true.
    public enum Kind {
        /// A test runs the commands, or compares the output of a real run.
        EXECUTED,
        /// A test produces the text with the code of the program and compares it literally.
        RENDERED,
        /// A test reads the text with the reader or the schema of its format.
        CHECKED,
        /// No test; the mark gives the reason.
        SHOWN
    }

    /// @param by `Class#method` of the test; the reason if the block is only shown
    public record Mark(Kind kind, String by) {}

    /// Returns the blocks of all pages, in the order of the pages.
    public static List<DocBlock> all() {
        return pages().stream()
                .flatMap(page -> parse(Project.root().relativize(page).toString(), Project.read(page)).stream())
                .toList();
    }

    /// Returns the pages whose blocks have marks: those in the root, and below `docs/` and `deploy/`.
    public static List<Path> pages() {
        Stream<Path> root =
                Project.files("", ".md").stream().filter(file -> Project.root().equals(file.getParent()));
        return Stream.of(root, Project.files("docs", ".md").stream(), Project.files("deploy", ".md").stream())
                .flatMap(files -> files)
                .toList();
    }

    /// Returns the blocks whose marks name this method, at least one.
    public static List<DocBlock> of(Class<?> test, String method) {
        String by = test.getSimpleName() + "#" + method;
        List<DocBlock> blocks = all().stream()
                .filter(block ->
                        block.mark().filter(mark -> mark.by().equals(by)).isPresent())
                .toList();
        if (blocks.isEmpty()) {
            throw new IllegalStateException("no block of a page has a mark that names " + by);
        }
        return blocks;
    }

    /// Returns the only block whose mark names this method.
    public static DocBlock only(Class<?> test, String method) {
        List<DocBlock> blocks = of(test, method);
        if (blocks.size() > 1) {
            throw new IllegalStateException("found several blocks, expected one: " + blocks);
        }
        return blocks.getFirst();
    }

    /// Returns the text. With `make docs`, first replaces it by the rendered text.
    ///
    /// @param rendered the text that the page must have
    public String renewed(String rendered) {
        Path file = Project.path(page);
        List<String> lines = Project.read(file).lines().collect(Collectors.toCollection(ArrayList::new));
        List<String> old = lines.subList(line, line + (int) text.lines().count());
        old.clear();
        old.addAll(rendered.lines().map(each -> (indent + each).stripTrailing()).toList());
        Project.renewed(file, String.join("\n", lines) + "\n");
        return parse(page, Project.read(file)).stream()
                .filter(block -> block.line == line)
                .findFirst()
                .orElseThrow()
                .text;
    }

    static List<DocBlock> parse(String page, String markdown) {
        List<String> lines = markdown.lines().toList();
        var blocks = new ArrayList<DocBlock>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                String indent = fence.group(1);
                int end = lines.subList(i + 1, lines.size()).indexOf(indent + fence.group(2)) + i + 1;
                if (end == i) {
                    throw new IllegalStateException("%s:%d: the fence is not closed".formatted(page, i + 1));
                }
                String text = lines.subList(i + 1, end).stream()
                        .map(line -> line.substring(Math.min(indent.length(), line.length())) + "\n")
                        .collect(Collectors.joining());
                blocks.add(new DocBlock(page, i + 1, indent, i == 0 ? Optional.empty() : mark(lines.get(i - 1)), text));
                i = end;
            }
        }
        return List.copyOf(blocks);
    }

    private static Optional<Mark> mark(String line) {
        Matcher mark = MARK.matcher(line);
        return mark.matches()
                ? Optional.of(new Mark(Kind.valueOf(mark.group(1).toUpperCase(Locale.ROOT)), mark.group(2)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return page + ":" + line;
    }
}
