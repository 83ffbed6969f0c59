package dev.vspherecloud.reconcile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Ensures that environment variables, arguments and file names are read as UTF-8.
///
/// Without a UTF-8 locale the JVM replaces every character beyond ASCII in them, even in a password in a variable.
/// No option changes that, since the JVM reads the locale before its options. The launchers of this project need no
/// shell that could set a locale. So with another locale this process replaces itself by a process with
/// `LC_ALL=C.UTF-8`. Process id and arguments stay. An image that sets the variable avoids this.
public final class Utf8Environment {
    private static final String VARIABLE = "LC_ALL";
    private static final String LOCALE = "C.UTF-8";
    private static final Path SELF = Path.of("/proc/self/exe");

    /// The variable that the launcher made by jpackage sets while it runs. If a launcher finds the variable set, it
    /// assumes that it was started already, and passes the program's flags to the JVM as JVM options.
    private static final String LAUNCHER_RUNS = "_JPACKAGE_LAUNCHER";

    private Utf8Environment() {}

    /// Replaces this process if its locale is not UTF-8. Returns if the locale is UTF-8 or the replacement is not
    /// possible.
    public static void ensure() {
        boolean right = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));
        boolean tried = LOCALE.equals(System.getenv(VARIABLE));
        if (!right && !tried && Files.exists(SELF)) {
            replaceProcess(arguments());
        }
    }

    private static List<byte[]> arguments() {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
            var arguments = new ArrayList<byte[]>();
            int start = 0;
            for (int i = 0; i < line.length; i++) {
                if (line[i] == 0) {
                    arguments.add(Arrays.copyOfRange(line, start, i + 1));
                    start = i + 1;
                }
            }
            return arguments;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void replaceProcess(List<byte[]> arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment argv = arena.allocate(ValueLayout.ADDRESS, arguments.size() + 1L);
            for (int i = 0; i < arguments.size(); i++) {
                argv.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(ValueLayout.JAVA_BYTE, arguments.get(i)));
            }
            int _ = (int) function("setenv", ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT)
                    .invokeExact(text(arena, VARIABLE), text(arena, LOCALE), 1);
            int _ = (int) function("unsetenv", ValueLayout.ADDRESS).invokeExact(text(arena, LAUNCHER_RUNS));
            int _ = (int) function("execv", ValueLayout.ADDRESS, ValueLayout.ADDRESS)
                    .invokeExact(text(arena, SELF.toString()), argv);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        // Only a failed execv returns. The process then continues with the locale that it has.
    }

    @SuppressWarnings("restricted") // Two functions of POSIX with the types of their man pages.
    private static MethodHandle function(String name, MemoryLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters));
    }

    private static MemorySegment text(Arena arena, String text) {
        return arena.allocateFrom(text, StandardCharsets.US_ASCII);
    }
}
