package dev.vspherecloud.ccm.application.scenario.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.doctor.FindingCode;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.LoginAttempts;
import dev.vspherecloud.testkit.proxy.LoginProtocol;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each fault of `faults.txt`, which was written before the command, is found: exactly one finding, about exactly the
/// object with the fault, with a remedy. The healthy bed has none.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DoctorScenario {
    /// The vCenter calls that log in, read, and log out.
    private static final Pattern READS = Pattern.compile(
            "(Retrieve|Find|Query|ReadNext|ReadPrevious|WaitForUpdates|CancelWaitForUpdates|CurrentTime|Create(Container|List)View|ModifyListView|DestroyView|CreateCollectorFor|DestroyCollector|Create(Filter|PropertyCollector)|Destroy(PropertyFilter|PropertyCollector)|ContinueRetrieve|CancelRetrieve|Login|Logout|GET ).*"
                    + "|(POST|DELETE) /(api|rest/com/vmware/cis)/session|POST .*/tag-association list-.*");

    /// The requests to the API server: reads, questions about rights, and the record of logins.
    private static final Pattern API_CALLS =
            Pattern.compile("(get|list) .*|GET /version|create selfsubjectaccessreviews|(create|update) leases");

    private DoctorBed bed;

    @BeforeAll
    void start() {
        bed = DoctorBed.start();
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @BeforeEach
    void prepare() {
        bed.prepare();
    }

    @AfterEach
    void heal() {
        bed.heal();
        RunInvariants.nothingIsLeft(bed.bed);
    }

    static List<FaultLine> faults() {
        return FaultLine.parse(Project.resource(FindingCode.class, "faults.txt"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void theFaultIsFound(FaultLine line) throws JsonProcessingException {
        DoctorRun run = new DoctorRun(bed);
        DoctorFaults.of(line.number()).accept(bed, run);
        var before = Attempts.of(bed, run);

        JsonNode diagnosis = examine(run, line.codes());

        List<JsonNode> findings = diagnosis.path("findings").valueStream().toList();
        assertThat(findings).as(diagnosis.toPrettyString()).hasSize(1);
        JsonNode finding = findings.getFirst();
        assertThat(finding.path("code").asText()).as(diagnosis.toPrettyString()).isIn(line.codes());
        assertThat(finding.path("area").asText()).isNotEmpty();
        List<String> objects = finding.path("places")
                .valueStream()
                .map(place -> place.path("object").asText())
                .toList();
        assertThat(objects).as(finding.toPrettyString()).hasSameSizeAs(run.objects());
        for (int i = 0; i < objects.size(); i++) {
            assertThat(objects.get(i))
                    .as(finding.toPrettyString())
                    .matches(run.objects().get(i));
        }
        String text = finding.path("remedy").asText()
                + finding.path("places")
                        .valueStream()
                        .map(place -> place.path("object").asText() + " "
                                + place.path("details").asText())
                        .collect(Collectors.joining("; ", " ", ""));
        assertThat(run.texts()).as("texts that the line asks for").isNotEmpty();
        assertThat(text).contains(run.texts());
        before.loginsConform(bed, run);
    }

    /// A line without a fault, or a fault without a line, fails.
    @Test
    void everyLineHasItsFault() {
        assertThat(DoctorFaults.numbers())
                .containsExactlyInAnyOrderElementsOf(
                        faults().stream().map(FaultLine::number).toList());
    }

    @Test
    void theHealthyBedHasNoFinding() throws JsonProcessingException {
        var run = new DoctorRun(bed)
                .config(bed.config(bed.entry(bed.site) + bed.entry(bed.other)))
                .packaged();
        var before = Attempts.of(bed, run);

        JsonNode diagnosis = examine(run, List.of());

        assertThat(diagnosis.path("findings")).as(diagnosis.toPrettyString()).isEmpty();
        assertThat(diagnosis.path("gaps")).as(diagnosis.toPrettyString()).isEmpty();
        assertThat(diagnosis.path("areas").valueStream().map(area -> area.path("state")
                        .asText()))
                .allMatch("examined"::equals);
        before.loginsConform(bed, run);
    }

    /// The rights of the provider are sufficient. What needs more is named, and is no finding.
    @Test
    void withTheRightsOfTheProviderAloneTheRestIsNamed() throws JsonProcessingException {
        bed.withoutMoreRights();

        JsonNode diagnosis = examine(new DoctorRun(bed), List.of());

        assertThat(diagnosis.path("findings")).as(diagnosis.toPrettyString()).isEmpty();
        assertThat(diagnosis
                        .path("gaps")
                        .valueStream()
                        .map(gap -> gap.at("/areas/0").asText() + " of "
                                + gap.path("object").asText()))
                .containsExactlyInAnyOrder(
                        "other providers of DaemonSets",
                        "other providers of Deployments",
                        "other providers of Pods in kube-system",
                        "other providers of Lease kube-system/k3s-cloud-controller-manager",
                        "other providers of Lease kube-system/rke2-cloud-controller-manager");
    }

    /// Without an API server there is no record of logins, and so no login.
    @Test
    void withoutAnApiServerNoLoginIsSent() throws JsonProcessingException {
        var run = new DoctorRun(bed).logins(0);
        var before = Attempts.of(bed, run);
        bed.bed.apiProxy().cutAll();
        bed.cureBy(() -> bed.bed.apiProxy().restore());

        JsonNode diagnosis = examine(run, List.of("ApiServerUnreachable"));

        assertThat(diagnosis.path("findings").valueStream().map(finding -> finding.path("code")
                        .asText()))
                .containsExactly("ApiServerUnreachable");
        before.loginsConform(bed, run);
    }

    /// Runs the command, and checks its exit code and that it wrote nothing but the record of logins.
    private JsonNode examine(DoctorRun run, List<String> codes) throws JsonProcessingException {
        long mark = bed.bed.apiProxy().calls().mark();
        List<Long> marks = bed.bed.sites().stream()
                .map(site -> site.proxy().calls().mark())
                .toList();
        DoctorRun.End end = run.run();
        JsonNode diagnosis = DoctorBed.json(end.log());
        boolean hasError = diagnosis.at("/summary/errors").asInt() > 0;
        assertThat(end.code()).as(end.log()).isEqualTo(hasError ? 2 : 0);
        assertThat(severity(codes)).as("severity in the table").contains(hasError);
        assertThat(bed.bed.apiProxy().calls().since(mark).names())
                .allMatch(name -> API_CALLS.matcher(name).matches());
        for (int i = 0; i < marks.size(); i++) {
            VcenterSite site = bed.bed.sites().get(i);
            assertThat(site.proxy().calls().since(marks.get(i)).names())
                    .allMatch(name -> READS.matcher(name).matches());
        }
        RunInvariants.logIsFitToRead(
                end.log(), List.of(DoctorBed.PASSWORD, DoctorFaults.WRONG, DoctorFaults.PROXY_PASSWORD));
        return diagnosis;
    }

    /// Returns whether each of these codes is an error.
    private static List<Boolean> severity(List<String> codes) {
        return codes.isEmpty()
                ? List.of(false)
                : Arrays.stream(FindingCode.values())
                        .filter(code -> codes.contains(code.text()))
                        .map(code -> code.severity().text().equals("error"))
                        .toList();
    }

    /// The logins of the account before a run.
    private record Attempts(int count) {
        static Attempts of(DoctorBed bed, DoctorRun run) {
            return new Attempts(all(bed, run).count());
        }

        private static LoginAttempts all(DoctorBed bed, DoctorRun run) {
            return run.account().map(account -> account.attempts()).orElseGet(bed::logins);
        }

        /// At each vCenter, the account gets at most one login by SOAP. Only after that was accepted, it gets at most
        /// one by REST.
        void loginsConform(DoctorBed bed, DoctorRun run) {
            LoginAttempts added = all(bed, run).after(count);
            for (VcenterSite site : bed.bed.sites()) {
                LoginAttempts there = added.at(site.name());
                assertThat(there.by(LoginProtocol.SOAP).count()).as(site.name()).isLessThanOrEqualTo(1);
                assertThat(there.by(LoginProtocol.REST).count())
                        .as(site.name())
                        .isLessThanOrEqualTo(
                                there.by(LoginProtocol.SOAP).accepted().count());
            }
            assertThat(added.at("vc-a").by(LoginProtocol.SOAP).count())
                    .as("logins at vc-a")
                    .isEqualTo(run.logins());
        }
    }
}
