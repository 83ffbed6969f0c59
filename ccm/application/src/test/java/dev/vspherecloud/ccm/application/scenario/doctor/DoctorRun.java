package dev.vspherecloud.ccm.application.scenario.doctor;

import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One run of `doctor` and what it must report. A fault fills it in.
final class DoctorRun {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /// The exit code and the output of a run.
    record End(int code, String log) {}

    private final DoctorBed bed;
    private String config;
    private final List<String> flags = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> objects = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private boolean isPackaged;
    private Optional<VcenterAccount> account = Optional.empty();
    private int logins = 1;

    DoctorRun(DoctorBed bed) {
        this.bed = bed;
        this.config = bed.config();
    }

    DoctorRun config(String text) {
        config = text;
        return this;
    }

    DoctorRun flag(String flag) {
        flags.add(flag);
        return this;
    }

    /// Sets a variable of the process. Only a process of its own has variables of its own.
    DoctorRun environment(String name, String value) {
        environment.put(name, value);
        return packaged();
    }

    /// Runs the packaged program instead of the command in this JVM.
    DoctorRun packaged() {
        isPackaged = true;
        return this;
    }

    /// The finding is about exactly these objects. A text in slashes is a pattern.
    DoctorRun finds(String... about) {
        objects.addAll(List.of(about));
        return this;
    }

    /// Details and remedy of the finding contain these texts.
    DoctorRun saying(String... words) {
        texts.addAll(List.of(words));
        return this;
    }

    /// The account whose logins count; that of the healthy bed by default.
    DoctorRun of(VcenterAccount counted) {
        account = Optional.of(counted);
        return this;
    }

    /// The exact number of SOAP logins of the account at each vCenter that is asked, 1 by default.
    DoctorRun logins(int number) {
        logins = number;
        return this;
    }

    List<String> objects() {
        return List.copyOf(objects);
    }

    List<String> texts() {
        return List.copyOf(texts);
    }

    Optional<VcenterAccount> account() {
        return account;
    }

    int logins() {
        return logins;
    }

    /// The path of the configuration, under which findings name it.
    String file() {
        return bed.bed.folder().resolve("doctor.conf").toString();
    }

    /// Runs the command to its end, which comes within a minute.
    End run() {
        var words = new ArrayList<>(List.of(
                "doctor",
                "-o",
                "json",
                "--kubeconfig=" + bed.bed.kubeconfig(bed.account),
                "--cloud-config=" + bed.bed.write("doctor.conf", config)));
        words.addAll(flags);
        if (isPackaged) {
            Program program = bed.bed.launch().environment(environment).command(words.toArray(String[]::new));
            return new End(program.awaitExit(LIMIT), program.log());
        }
        CommandRun run = CommandRun.of(words);
        return new End(run.exitCode(), run.log());
    }
}
