package dev.vspherecloud.ccm.application;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicLong time = new AtomicLong();

    @Test
    void aTerminalGetsOneLineThatIsRewrittenAndErased() {
        Progress progress = progress(Progress.Mode.LINE, 0);

        progress.begin(() -> "vCenter a, b");
        tickAfter(progress, 900);
        assertThat(printed()).isEmpty();
        tickAfter(progress, 200);
        tickAfter(progress, 100);
        assertThat(printed()).isEqualTo("\rWaiting for vCenter a, b ... 1 s");
        progress.begin(() -> "vCenter a");
        tickAfter(progress, 2000);
        assertThat(printed()).endsWith("\r" + " ".repeat(32) + "\r\rWaiting for vCenter a ... 2 s");
        progress.end();

        assertThat(printed()).endsWith("\r" + " ".repeat(29) + "\r");
    }

    /// A line that the terminal breaks cannot be rewritten.
    @Test
    void theLineIsShorterThanTheTerminal() {
        Progress progress = progress(Progress.Mode.LINE, 20);

        progress.begin(() -> "vCenter vc1.example.org");
        tickAfter(progress, 1000);

        assertThat(printed()).isEqualTo("\rWaiting for vCenter");
    }

    @Test
    void aFileGetsOneSentenceForEachLongWait() {
        Progress progress = progress(Progress.Mode.SENTENCE, 0);

        progress.begin(() -> "vCenter a");
        tickAfter(progress, 4900);
        assertThat(printed()).isEmpty();
        tickAfter(progress, 200);
        tickAfter(progress, 9000);
        progress.end();
        tickAfter(progress, 9000);

        assertThat(printed()).isEqualTo("Waiting for vCenter a ...\n");
    }

    @Test
    void noNameControlsTheTerminal() {
        Progress line = progress(Progress.Mode.LINE, 0);
        line.begin(() -> "vCenter a\u001b[2J\u009b\u202e");
        tickAfter(line, 1000);
        Progress sentence = progress(Progress.Mode.SENTENCE, 0);
        sentence.begin(() -> "vCenter a\u001b[2J\u009b\u202e");
        tickAfter(sentence, 5000);

        assertThat(printed()).isEqualTo("\rWaiting for vCenter a?[2J?? ... 1 sWaiting for vCenter a?[2J?? ...\n");
    }

    @Test
    void nothingIsPrintedIfTheOutputIsForPrograms() {
        Progress progress = progress(Progress.Mode.NONE, 0);

        progress.begin(() -> "vCenter a");
        tickAfter(progress, 60_000);
        progress.close();

        assertThat(printed()).isEmpty();
    }

    private void tickAfter(Progress progress, long millis) {
        time.addAndGet(Duration.ofMillis(millis).toNanos());
        progress.tick();
    }

    private Progress progress(Progress.Mode mode, int columns) {
        return new Progress(mode, columns, new PrintStream(err, true, UTF_8), time::get);
    }

    private String printed() {
        return err.toString(UTF_8);
    }
}
