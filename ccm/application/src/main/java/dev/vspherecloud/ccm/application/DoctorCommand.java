package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.doctor.Diagnosis;
import dev.vspherecloud.ccm.application.doctor.DiagnosisJson;
import dev.vspherecloud.ccm.application.doctor.DiagnosisText;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.Output;
import java.io.PrintStream;
import java.util.Optional;

/// `doctor`: prints what is wrong with the set-up, and what to do.
///
/// Exit codes: 0 without an error; 2 with an error; 1 if a signal stopped it.
final class DoctorCommand {
    private static final int HAS_ERRORS = 2;

    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;

    DoctorCommand(PrintStream out, PrintStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    int run(CommandLine.Doctor wanted) {
        ClusterCommand.applyLog(wanted.options());
        var clusterCommand = new ClusterCommand(wanted.options(), err, terminal, wanted.output());
        Optional<Diagnosis> examined;
        try (Progress progress = clusterCommand.progress()) {
            progress.start();
            examined = new DoctorExamination(wanted, clusterCommand).run();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted unexpectedly", e);
        }
        if (examined.isEmpty()) {
            return clusterCommand.failed("stopped by a signal");
        }
        Diagnosis diagnosis = examined.get();
        Output.print(
                wanted.output() == OutputFormat.TABLE
                        ? DiagnosisText.of(diagnosis, terminal.style(wanted.color()))
                        : wanted.output().structured(DiagnosisJson.of(diagnosis)),
                out);
        return diagnosis.hasErrors() ? HAS_ERRORS : 0;
    }
}
