package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;

/// What another process is sent. It knows nothing of the first two.
public enum Signal {
    /// It stands still, and its clocks go on.
    STOP,
    CONT,
    /// It is asked to end.
    TERM;

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
