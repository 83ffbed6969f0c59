package dev.vspherecloud.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgramRunTest {
    @Test
    void returnsWhatTheProgramPrintedAndItsExitCode() {
        var program = new ProcessBuilder("sh", "-c", "cat; echo wrong >&2; exit 3").redirectErrorStream(true);

        assertThat(ProgramRun.of(program, "Grüße\n", Duration.ofMinutes(1)))
                .isEqualTo(new ProgramRun(3, "Grüße\nwrong\n"));
    }

    @Test
    void aProgramThatHangsIsEndedAndItsOutputShown() {
        var program = new ProcessBuilder("sh", "-c", "echo begun; sleep 600 & wait");

        assertThatExceptionOfType(ServerException.class)
                .isThrownBy(() -> ProgramRun.of(program, "", Duration.ofMillis(500)))
                .withMessageContaining("did not end within PT0.5S")
                .withMessageContaining("begun");
    }
}
