package dev.vspherecloud.ccm.application;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.OptionalInt;

/// Asks the kernel whether a file descriptor is a terminal, and how wide it is.
///
/// `System.console()` answers neither: it combines standard input and output, and knows no width and nothing about
/// standard error. The variable `COLUMNS` is a variable of the shell, which other programs rarely see. `stty` is
/// missing in the image.
final class TerminalDevice {
    static final int STANDARD_OUTPUT = 1;
    static final int STANDARD_ERROR = 2;

    /// The request for the size of the window, and the length of the answer in bytes. Rule from: Linux,
    /// `asm-generic/ioctls.h`, `asm-generic/termios.h` (`struct winsize`: rows, columns and two more `short`s).
    private static final long TIOCGWINSZ = 0x5413;

    private static final long SIZE = 8;
    private static final long COLUMNS = 2;

    private TerminalDevice() {}

    /// Returns the number of columns of a terminal, or 0 if it does not know it. Returns empty if the file descriptor
    /// is no terminal, or if the operating system is not Linux.
    static OptionalInt columns(int fileDescriptor) {
        if (!"Linux".equals(System.getProperty("os.name"))) {
            return OptionalInt.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(SIZE);
            int result = (int) ioctl().invokeExact(fileDescriptor, TIOCGWINSZ, size);
            return result == 0
                    ? OptionalInt.of(Short.toUnsignedInt(size.get(ValueLayout.JAVA_SHORT, COLUMNS)))
                    : OptionalInt.empty();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted") // A function of POSIX with the types of its man page.
    private static MethodHandle ioctl() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(2));
    }
}
