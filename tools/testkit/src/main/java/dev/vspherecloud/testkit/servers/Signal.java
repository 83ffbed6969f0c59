package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A signal for another process. The process does not notice STOP and CONT.
public enum Signal {
    /// Suspends the process; its clocks go on.
    STOP,
    CONT,
    /// Asks the process to end.
    TERM,
    /// Asks the process for the stacks of its threads; a program in Go ends then.
    QUIT;

    public void to(long pid) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name(), Long.toString(pid)).start();
            if (kill.waitFor() != 0) {
                throw new ServerException("process " + pid + " could not be sent SIG" + name());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while signalling " + pid, e);
        }
    }
}
