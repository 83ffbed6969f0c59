package dev.vspherecloud.serving.debug;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The page `/debug/threads`, which shows the stacks of all threads, virtual threads included.
///
/// The JVM can write such a dump only to a file. If no directory is writable, the page shows only the platform
/// threads, and says so.
///
/// @param directories the directories to try, in this order
record ThreadsPage(List<Path> directories) implements Handler {
    /// The directories that the page tries. In a container with a read-only root, the second is still writable.
    static final List<Path> DEFAULT_DIRECTORIES =
            List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/dev/shm"));

    public ThreadsPage {
        directories = List.copyOf(directories);
    }

    @Override
    public Response handle(Request request) {
        return Response.text(directories.stream()
                .flatMap(directory -> dump(directory).stream())
                .findFirst()
                .orElseGet(ThreadsPage::platformThreads));
    }

    private static Optional<String> dump(Path directory) {
        try {
            Path folder = Files.createTempDirectory(directory, "threads-");
            Path file = folder.resolve("dump");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Optional.of(Files.readString(file));
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static String platformThreads() {
        var byName = new TreeMap<String, StackTraceElement[]>();
        Thread.getAllStackTraces().forEach((thread, stack) -> byName.put(thread.getName(), stack));
        return byName.entrySet().stream()
                .map(each -> "\"%s\"\n%s\n".formatted(each.getKey(), lines(each.getValue())))
                .collect(Collectors.joining(
                        "", "Virtual threads are not shown, because no directory is writable.\n\n", ""));
    }

    private static String lines(StackTraceElement[] stack) {
        return Stream.of(stack).map(each -> "      " + each + "\n").collect(Collectors.joining());
    }
}
