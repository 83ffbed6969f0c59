package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/// The page `/debug/heap`, which shows the use of each memory pool, and the runs of the garbage collectors.
/// With `?classes` it also shows which classes use most of the heap. For that, the JVM pauses for as long as a
/// full garbage collection takes.
final class HeapPage implements Handler {
    @Override
    public Response handle(Request request) {
        return Response.text(summary() + (request.query().containsKey("classes") ? "\n" + classes() : ""));
    }

    private static String summary() {
        var memory = ManagementFactory.getMemoryMXBean();
        return line("heap", memory.getHeapMemoryUsage())
                + line("other", memory.getNonHeapMemoryUsage())
                + ManagementFactory.getMemoryPoolMXBeans().stream()
                        .map(HeapPage::line)
                        .collect(Collectors.joining())
                + ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(HeapPage::line)
                        .collect(Collectors.joining());
    }

    private static String line(MemoryPoolMXBean pool) {
        return line("  " + pool.getName(), pool.getUsage());
    }

    private static String line(String name, MemoryUsage usage) {
        return "%-36s used %,13d  committed %,13d  max %s\n"
                .formatted(
                        name,
                        usage.getUsed(),
                        usage.getCommitted(),
                        usage.getMax() < 0 ? "none" : "%,d".formatted(usage.getMax()));
    }

    private static String line(GarbageCollectorMXBean collector) {
        return "collector %-26s runs %,13d  milliseconds %,10d\n"
                .formatted(collector.getName(), collector.getCollectionCount(), collector.getCollectionTime());
    }

    private static String classes() {
        try {
            return String.valueOf(ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()}));
        } catch (JMException e) {
            return "Cannot count the classes: " + (e.getCause() == null ? e : e.getCause()) + "\n";
        }
    }
}
