package dev.vspherecloud.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What the tests read from a page: its code, its links, and the anchors to which other pages can link.
///
/// @param path from the root of the project
/// @param blocks the fenced blocks
/// @param prose the lines of the page; those of fenced blocks are empty
public record MarkdownPage(String path, List<DocBlock> blocks, String prose) {
    private static final Pattern CODE_SPAN = Pattern.compile("(?s)(?<!`)(`+)(?!`)((?:(?!\n\n).)+?)(?<!`)\\1(?!`)");
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern LINK = Pattern.compile(
            "]\\(([^)\\s]+)[^)]*\\)|(?m)^\\[[^]]+]: +(\\S+)|<[a-z][^>]*?\\s(?:src|srcset|href)=\"([^\"]+)\"");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:name|id)=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("(?m)^(#{1,6}) +(.+?)(?: +#+)?$");
    private static final Pattern LINKED_TEXT = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern FIRST_PARAGRAPH =
            Pattern.compile("\\A\\s*# (?<title>.+)\n\n(?<text>(?:(?![#|>`~*\\-\n]|\\d+\\.).*\\S.*\n)+)");

    /// A link or an image.
    ///
    /// @param line in the page, from 1
    public record Link(int line, String address) {}

    /// Returns the pages whose blocks have marks.
    public static List<MarkdownPage> all() {
        return DocBlock.pages().stream()
                .map(page -> read(Project.root().relativize(page).toString()))
                .toList();
    }

    static MarkdownPage read(String path) {
        return parse(path, Project.read(Project.path(path)));
    }

    public static MarkdownPage parse(String path, String markdown) {
        List<DocBlock> blocks = DocBlock.parse(path, markdown);
        List<String> lines = new ArrayList<>(markdown.lines().toList());
        for (DocBlock block : blocks) {
            int last = block.line() + (int) block.text().lines().count();
            for (int line = block.line() - 1; line <= last; line++) {
                lines.set(line, "");
            }
        }
        return new MarkdownPage(path, blocks, String.join("\n", lines) + "\n");
    }

    /// Returns the texts of the fenced blocks and of the code spans on one line.
    public List<String> code() {
        return Stream.concat(
                        blocks.stream().map(DocBlock::text),
                        CODE_SPAN
                                .matcher(prose)
                                .results()
                                .map(span -> span.group(2))
                                .filter(code -> !code.contains("\n")))
                .toList();
    }

    List<Link> links() {
        String text = blanked(COMMENT, blanked(CODE_SPAN, prose));
        return LINK.matcher(text)
                .results()
                .map(link -> new Link(line(text, link.start()), address(link)))
                .toList();
    }

    private static int line(String text, int index) {
        return 1
                + (int) text.substring(0, index)
                        .chars()
                        .filter(letter -> letter == '\n')
                        .count();
    }

    private static String address(MatchResult link) {
        return Stream.of(1, 2, 3)
                .flatMap(group -> Optional.ofNullable(link.group(group)).stream())
                .findFirst()
                .orElseThrow();
    }

    /// Returns the anchors that GitHub gives to the headings, and those that the page sets itself.
    Set<String> anchors() {
        var anchors = new HashSet<String>();
        var seen = new HashMap<String, Integer>();
        HEADING.matcher(prose).results().forEach(heading -> {
            String anchor = anchor(heading.group(2));
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? anchor : anchor + "-" + before);
        });
        ANCHOR.matcher(prose).results().forEach(anchor -> anchors.add(anchor.group(1)));
        return Set.copyOf(anchors);
    }

    private static String anchor(String heading) {
        return LINKED_TEXT
                .matcher(heading)
                .replaceAll("$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }

    /// Returns the first paragraph below the title, as one line, or empty if the page begins with something else.
    Optional<String> purpose() {
        Matcher first = FIRST_PARAGRAPH.matcher(COMMENT.matcher(prose).replaceAll(""));
        return first.find() ? Optional.of(first.group("text").strip().replaceAll("\\s+", " ")) : Optional.empty();
    }

    @Override
    public String toString() {
        return path;
    }

    /// Replaces what the pattern finds by blanks, so that the numbers of the lines stay.
    private static String blanked(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(found -> found.group().replaceAll("[^\n]", " "));
    }
}
