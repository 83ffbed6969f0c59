package dev.vspherecloud.ccm.application.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.doctor.VcenterFacts.ListedVm;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.cluster.WorkloadReader.RunContainer;
import dev.vspherecloud.ccm.cluster.WorkloadReader.Workload;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.text.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoctorChecksTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final DatacenterPath DATACENTER = new DatacenterPath("datacenter-2", List.of("F0", "DC0"), true);
    private static final String LEASE = "kube-system/cloud-controller-manager";

    @Test
    void manyObjectsWithOneProblemAreOneFinding() {
        var diagnosis = new Diagnosis(
                List.of(
                        Finding.of(FindingCode.DISK_UUID_DISABLED, "VM b", "not set"),
                        Finding.of(FindingCode.DISK_UUID_DISABLED, "VM a", "FALSE"),
                        Finding.of(FindingCode.NAME_UNRESOLVED, "vCenter north", "no address")),
                List.of(),
                List.of());

        assertThat(diagnosis.findings().stream().map(Finding::code))
                .containsExactly(FindingCode.NAME_UNRESOLVED, FindingCode.DISK_UUID_DISABLED);
        assertThat(diagnosis.findings().getLast().places().stream().map(Finding.Place::object))
                .containsExactly("VM b", "VM a");
        assertThat(diagnosis.hasErrors()).isTrue();
    }

    @Test
    void noNameControlsTheTerminal() {
        String hostile = "w\u001b[2J\u009b31m\u202e\u2066\u2028\u200b";
        var diagnosis = new Diagnosis(
                List.of(Finding.of(FindingCode.DISK_UUID_DISABLED, hostile, hostile)
                        .withAdvice(hostile)),
                List.of(new Diagnosis.Gap(List.of(DoctorArea.TAGS), hostile, hostile)),
                List.of());

        String text = DiagnosisText.of(diagnosis, PageStyle.PLAIN);

        assertThat(text).contains("w?[2J?31m????");
        assertThat(VisibleText.lines(text)).isEqualTo(text);
    }

    @Test
    void anAreaIsExaminedPartlyIfOneObjectCouldNotBe() {
        var diagnosis = new Diagnosis(
                List.of(),
                List.of(
                        new Diagnosis.Gap(List.of(DoctorArea.TAGS), "vCenter north", "no session"),
                        new Diagnosis.Gap(List.of(DoctorArea.RBAC), "", "no answer")),
                List.of());

        assertThat(diagnosis.areas())
                .containsEntry(DoctorArea.TAGS, Diagnosis.AreaState.PARTLY)
                .containsEntry(DoctorArea.RBAC, Diagnosis.AreaState.NOT_EXAMINED)
                .containsEntry(DoctorArea.DNS, Diagnosis.AreaState.EXAMINED);
        assertThat(diagnosis.hasErrors()).isFalse();
    }

    /// If configuration and API server are unusable, most areas have two causes; the first is enough.
    @Test
    void anAreaWithoutAnyExaminationIsListedOnce() {
        var diagnosis = new Diagnosis(
                List.of(),
                List.of(
                        new Diagnosis.Gap(List.of(DoctorArea.TAGS), "vCenter north", "no session"),
                        new Diagnosis.Gap(List.of(DoctorArea.TAGS, DoctorArea.UUID), "", "no configuration"),
                        new Diagnosis.Gap(List.of(DoctorArea.RBAC, DoctorArea.TAGS), "", "no API server"),
                        new Diagnosis.Gap(List.of(DoctorArea.UUID), "", "no API server")),
                List.of());

        assertThat(diagnosis.gaps())
                .containsExactly(
                        new Diagnosis.Gap(List.of(DoctorArea.TAGS), "vCenter north", "no session"),
                        new Diagnosis.Gap(List.of(DoctorArea.TAGS, DoctorArea.UUID), "", "no configuration"),
                        new Diagnosis.Gap(List.of(DoctorArea.RBAC), "", "no API server"));
    }

    @Test
    void aLeaseIsHeldUntilItsDurationIsOver() {
        assertThat(lease("a", NOW.minusSeconds(10)).state()).isEqualTo(LeaderFacts.State.HELD);
        assertThat(lease("a", NOW.minusSeconds(60)).state()).isEqualTo(LeaderFacts.State.EXPIRED);
        assertThat(lease("", NOW.minusSeconds(1)).state()).isEqualTo(LeaderFacts.State.EXPIRED);
        assertThat(LeaderFacts.of(LEASE, Optional.empty(), NOW).state()).isEqualTo(LeaderFacts.State.ABSENT);
    }

    /// A cluster without the provider, before its installation, has no leader and no problem because of that.
    @Test
    void onlyAnExpiredLeaseIsAFinding() {
        assertThat(lease("a", NOW.minusSeconds(60)).findings(false))
                .extracting(Finding::code)
                .containsExactly(FindingCode.LEADER_MISSING);
        assertThat(lease("a", NOW.minusSeconds(60)).findings(true)).isEmpty();
        assertThat(LeaderFacts.of(LEASE, Optional.empty(), NOW).findings(false)).isEmpty();
        assertThat(LeaderFacts.unknown(LEASE).findings(false)).isEmpty();
    }

    private static LeaderFacts lease(String holder, Instant renewed) {
        Json.Members spec = Json.object()
                .with("holderIdentity", holder)
                .with("leaseDurationSeconds", 15)
                .with("renewTime", renewed.toString());
        return LeaderFacts.of(LEASE, Optional.of(Json.object().with("spec", spec)), NOW);
    }

    @Test
    void aVersionIsComparedByItsNumbers() {
        ServerVersion oldest = new ServerVersion(6, 7, 3);

        assertThat(ServerVersion.parse("8.0.3.0").orElseThrow()).isGreaterThan(oldest);
        assertThat(ServerVersion.parse("6.7.3").orElseThrow()).isEqualByComparingTo(oldest);
        assertThat(ServerVersion.parse("6.7").orElseThrow()).isLessThan(oldest);
        assertThat(ServerVersion.parse("v1.36.3-rc.1+abc")).contains(new ServerVersion(1, 36, 3));
        assertThat(ServerVersion.parse("unknown")).isEmpty();
    }

    @Test
    void aSmallDifferenceOfClocksIsNoFinding() {
        assertThat(RightsCheck.clock("vCenter north", Duration.ofSeconds(59))).isEmpty();
        assertThat(RightsCheck.clock("vCenter north", Duration.ofSeconds(-61)))
                .extracting(finding -> finding.places().getFirst().details())
                .containsExactly("its clock is 1 min 1 s behind the clock of this machine");
    }

    @Test
    void theProgramOfThisProjectIsNoOtherProvider() {
        assertThat(ProvidersCheck.goPrograms(List.of(
                        workload("registry.example.org/vsphere-cloud-controller-manager:1.0.0"),
                        workload("gcr.io/cloud-provider-vsphere/cpi/release/manager:v1.27.0"))))
                .hasSize(1);
    }

    private static Workload workload(String image) {
        return new Workload("DaemonSet", "kube-system", "cpi", List.of(new RunContainer(image, List.of())));
    }

    @Test
    void eachConfiguredDatacenterIsShownWithWhatItNames() {
        VcenterConfig vcenter = vcenter("F0/DC0", "nowhere");
        var facts = new VcenterFacts(Duration.ZERO, List.of(DATACENTER), Optional.empty(), Optional.empty());
        var diagnosis = new Diagnosis(
                RightsCheck.findings(vcenter, facts, false),
                List.of(),
                RightsCheck.datacenters(vcenter, facts).stream()
                        .map(match -> new ConfiguredDatacenter("north", match))
                        .toList());

        assertThat(DiagnosisText.of(diagnosis, PageStyle.PLAIN))
                .contains("found a value of datacenters that names none: nowhere -> none. The account")
                .contains("""
                        Configured datacenters
                          vCenter north: F0/DC0 -> /F0/DC0 (datacenter-2)
                          vCenter north: nowhere -> none
                        """);
        assertThat(OutputFormat.JSON.structured(DiagnosisJson.of(diagnosis)))
                .contains(
                        "{\"vcenter\": \"north\", \"value\": \"F0/DC0\", \"kind\": \"path\", \"names\": \"/F0/DC0 (datacenter-2)\"}");
    }

    private static VcenterConfig vcenter(String... datacenters) {
        return new VcenterConfig(
                "north",
                new ConnectionConfig("vc", 443, new TlsConfig(List.of(), List.of(), true), Optional.empty()),
                List.of(datacenters),
                new CredentialsSource.Inline("u", new Secret("p")),
                List.of(IpFamily.IPV4),
                false);
    }

    @Test
    void aVcenterWithoutVmsIsNotBlindIfItHasTooManyToList() {
        var many = new VcenterFacts(Duration.ZERO, List.of(DATACENTER), Optional.empty(), Optional.empty());
        var none = new VcenterFacts(Duration.ZERO, List.of(DATACENTER), Optional.of(List.of()), Optional.empty());
        var one = new VcenterFacts(
                Duration.ZERO,
                List.of(DATACENTER),
                Optional.of(List.of(new ListedVm("a", "vm-1", ""))),
                Optional.empty());

        assertThat(RightsCheck.isBlind(many)).isFalse();
        assertThat(RightsCheck.isBlind(none)).isTrue();
        assertThat(RightsCheck.isBlind(one)).isFalse();
    }
}
