package dev.vspherecloud.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The memory of a process as Linux reports it, in MB.
///
/// @param resident  resident memory, with shared files
/// @param anonymous memory without a file behind it, which the kernel cannot reclaim
/// @param peak      maximum of the resident memory
record Memory(double resident, double anonymous, double peak) {
    private static final double KIB_PER_MB = 1e6 / 1024;

    static Memory of(long pid) throws IOException {
        String status = Files.readString(Path.of("/proc/" + pid + "/status"));
        return new Memory(megabytes(status, "VmRSS"), megabytes(status, "RssAnon"), megabytes(status, "VmHWM"));
    }

    private static double megabytes(String status, String field) {
        Matcher line = Pattern.compile(field + ":\\s+(\\d+) kB").matcher(status);
        if (!line.find()) {
            throw new IllegalStateException("no " + field + " in " + status);
        }
        return Long.parseLong(line.group(1)) / KIB_PER_MB;
    }
}
