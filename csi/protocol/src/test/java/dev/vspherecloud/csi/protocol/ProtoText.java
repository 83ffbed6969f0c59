package dev.vspherecloud.csi.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads `csi.proto` line by line, and prints it in the form of `grpc-client descriptors`.
///
/// protoc reads the same file in the build, so this reader only has to understand the forms that occur.
///
/// Threads: confined to one.
final class ProtoText {
    private static final Pattern OPENED = Pattern.compile("(message|enum|oneof|service) (\\w+) \\{(})?");
    private static final Pattern FIELD = Pattern.compile("(repeated )?(map<\\w+, \\w+>|[\\w.]+) (\\w+) = (\\d+);");
    private static final Pattern VALUE = Pattern.compile("(\\w+) = (\\d+);");
    private static final Pattern METHOD = Pattern.compile("rpc (\\w+)\\((\\w+)\\) returns \\((\\w+)\\);");
    private static final Set<String> SCALARS = Set.of("string", "int32", "int64", "bool");
    private static final List<String> SKIPPED = List.of("//", "syntax", "package", "import", "option", "reserved");

    private record Block(String kind, String name) {}

    private final Deque<Block> blocks = new ArrayDeque<>();
    private final Set<String> types = new LinkedHashSet<>();
    private final Set<String> printed = new LinkedHashSet<>();

    static Set<String> lines(String proto) {
        var text = new ProtoText();
        // The first pass finds the types.
        proto.lines().map(String::strip).forEach(text::read);
        text.printed.clear();
        proto.lines().map(String::strip).forEach(text::read);
        return text.printed;
    }

    private void read(String line) {
        if (line.isEmpty() || SKIPPED.stream().anyMatch(line::startsWith)) {
            return;
        }
        if (line.equals("}")) {
            blocks.removeLast();
            return;
        }
        Matcher opened = OPENED.matcher(line);
        Matcher method = METHOD.matcher(line);
        Matcher field = FIELD.matcher(line);
        Matcher value = VALUE.matcher(line);
        if (opened.matches()) {
            open(opened);
        } else if (method.matches()) {
            printed.add("method %s.%s csi.v1.%s csi.v1.%s"
                    .formatted(scope(), method.group(1), method.group(2), method.group(3)));
        } else if (field.matches()) {
            printed.add(
                    "field %s.%s %s %s%s".formatted(scope(), field.group(3), field.group(4), typeOf(field), oneof()));
        } else if (value.matches()) {
            printed.add("value %s.%s %s".formatted(scope(), value.group(1), value.group(2)));
        } else {
            throw new IllegalArgumentException("a line of csi.proto in a form that this reader does not know: " + line);
        }
    }

    private void open(Matcher opened) {
        blocks.addLast(new Block(opened.group(1), opened.group(2)));
        if (!opened.group(1).equals("oneof")) {
            types.add(scope());
        }
        if (opened.group(1).equals("message")) {
            printed.add("message " + scope());
        }
        if (opened.group(3) != null) {
            blocks.removeLast();
        }
    }

    private String scope() {
        var scope = new StringBuilder("csi.v1");
        blocks.stream().filter(block -> !block.kind().equals("oneof")).forEach(block -> scope.append('.')
                .append(block.name()));
        return scope.toString();
    }

    private String oneof() {
        Block last = blocks.getLast();
        return last.kind().equals("oneof") ? " oneof=" + last.name() : "";
    }

    private String typeOf(Matcher field) {
        String repeated = field.group(1) == null ? "" : field.group(1);
        String type = field.group(2);
        if (type.startsWith("map<")) {
            return type.replace(" ", "");
        }
        return repeated + (SCALARS.contains(type) || type.startsWith("google.") ? type : resolve(type));
    }

    /// Finds a type in the innermost scope that has it.
    private String resolve(String type) {
        for (String scope = scope(); scope.contains("."); scope = scope.substring(0, scope.lastIndexOf('.'))) {
            if (types.contains(scope + "." + type)) {
                return scope + "." + type;
            }
        }
        return type;
    }
}
