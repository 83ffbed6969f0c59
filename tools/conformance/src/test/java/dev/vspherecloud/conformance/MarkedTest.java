package dev.vspherecloud.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A test method or test class with the mark [Conforms].
///
/// @param name such as `NodePolicyTest.neverReplacesAProviderId`
/// @param ids  of the cases in the mark
record MarkedTest(String name, List<String> ids) {
    private static final Pattern MARK = Pattern.compile("@Conforms\\(\\s*((?:\"[^\"]*\"[\\s+]*)+)\\)");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");
    private static final Pattern MARKED = Pattern.compile("\\b(?:void (\\w+)\\(|(?:class|interface) (\\w+))");

    /// Returns all marked tests of a source file.
    ///
    /// @param type simple name of the file's class
    static List<MarkedTest> in(String type, String source) {
        var tests = new ArrayList<MarkedTest>();
        Matcher mark = MARK.matcher(source);
        while (mark.find()) {
            Matcher marked = MARKED.matcher(source);
            if (!marked.find(mark.end())) {
                throw new IllegalArgumentException("a mark without a test in " + type);
            }
            String name = marked.group(1) == null ? type : type + "." + marked.group(1);
            tests.add(new MarkedTest(name, ids(mark.group(1))));
        }
        return List.copyOf(tests);
    }

    private static List<String> ids(String texts) {
        String all = TEXT.matcher(texts).results().map(text -> text.group(1)).collect(Collectors.joining(" "));
        return Arrays.stream(all.split("\\s+")).filter(id -> !id.isEmpty()).toList();
    }
}
