package dev.vspherecloud.testkit.times;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// One test class in the reports that Surefire and Failsafe write.
///
/// @param module      the folder of the Maven module, such as `libs/json`
/// @param isUnit      true for Surefire's tests, false for Failsafe's
/// @param name        the simple name of the class
/// @param begin       when the class began; derived from the end and the time in the report
/// @param end         when its report was written
/// @param cases       how many test cases ran, without skipped ones
/// @param commandLine what the JVM of the tests says of its own command, which tells the JVMs of a run apart
record ClassRun(String module, boolean isUnit, String name, Instant begin, Instant end, int cases, String commandLine) {
    private static final Pattern REPORT = Pattern.compile("(.*)/target/(surefire|failsafe)-reports/TEST-[^/]*\\.xml");
    private static final Set<String> WITHOUT_REPORTS = Set.of(".git", "src");

    Duration time() {
        return Duration.between(begin, end);
    }

    /// Reads the reports below a folder that are newer than an instant, longest class first.
    static List<ClassRun> readAll(Path root, Instant since) throws IOException {
        var found = new ArrayList<ClassRun>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return WITHOUT_REPORTS.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Instant written = attributes.lastModifiedTime().toInstant();
                Matcher name = REPORT.matcher(root.relativize(file).toString());
                if (name.matches() && written.isAfter(since)) {
                    found.add(read(file, name.group(1), name.group(2).equals("surefire"), written));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(Comparator.comparing(ClassRun::time).reversed());
        return found;
    }

    private static ClassRun read(Path file, String module, boolean isUnit, Instant written) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(input);
            String name = "";
            String commandLine = "";
            int cases = 0;
            Duration time = Duration.ZERO;
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                switch (xml.getLocalName()) {
                    case "testsuite" -> {
                        name = attribute(xml, "name");
                        time = Duration.ofMillis((long) (1_000
                                * Double.parseDouble(attribute(xml, "time").replace(",", ""))));
                        cases = Integer.parseInt(attribute(xml, "tests")) - Integer.parseInt(attribute(xml, "skipped"));
                    }
                    case "property" -> {
                        if (attribute(xml, "name").equals("sun.java.command")) {
                            commandLine = attribute(xml, "value");
                        }
                    }
                    default -> {}
                }
            }
            return new ClassRun(
                    module,
                    isUnit,
                    name.substring(name.lastIndexOf('.') + 1),
                    written.minus(time),
                    written,
                    cases,
                    commandLine);
        } catch (XMLStreamException e) {
            throw new IOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }
}
