package dev.vspherecloud.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What Linux says of the memory of a process, in MB.
///
/// @param resident  all of it that is in memory, shared files included
/// @param anonymous what is in no file: what the machine can't take back
/// @param peak      the most that was ever resident
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
