package dev.vspherecloud.ccm.application.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.doctor.Diagnosis;
import dev.vspherecloud.ccm.application.doctor.DiagnosisJson;
import dev.vspherecloud.ccm.application.doctor.DiagnosisText;
import dev.vspherecloud.ccm.application.doctor.DoctorArea;
import dev.vspherecloud.ccm.application.doctor.Finding;
import dev.vspherecloud.ccm.application.doctor.FindingCode;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.conformance.DocBlock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

public class DoctorBlocksTest {
    private static final Finding REFUSED = Finding.of(
            FindingCode.CONNECTION_TIMED_OUT,
            "vCenter north",
            "no answer from vc-north.example.org:443 within 4 s; a firewall drops the packets, or no machine has the address");
    private static final Finding DISK =
            Finding.of(FindingCode.DISK_UUID_DISABLED, "VM w-3 (vm-62 on south)", "disk.EnableUUID is not set");
    private static final Diagnosis.Gap GAP = new Diagnosis.Gap(
            List.of(DoctorArea.LOGIN, DoctorArea.CLOCK, DoctorArea.RIGHTS),
            "vCenter north",
            "there is no usable connection");

    @Test
    void aDiagnosis() {
        String rendered = "$ vsphere-cloud-controller-manager doctor --cloud-config=/etc/cloud/vsphere.conf\n"
                + DiagnosisText.of(new Diagnosis(List.of(DISK, REFUSED), List.of(GAP), List.of()), PageStyle.PLAIN);

        assertThat(DocBlock.only(DoctorBlocksTest.class, "aDiagnosis").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void theJson() {
        assertThat(DocBlock.only(DoctorBlocksTest.class, "theJson").renewed(json()))
                .as(DocBlock.RENEW)
                .isEqualTo(json());
    }

    /// The command line of each block is one of the program.
    @Test
    void theCommandsAreUnderstood() {
        assertThat(DocBlock.of(DoctorBlocksTest.class, "theCommandsAreUnderstood"))
                .allSatisfy(block -> {
                    String words = block.text()
                            .strip()
                            .replaceFirst("(?s)^.*vsphere-cloud-controller-manager (?=doctor )", "");
                    assertThat(CommandLine.parse(List.of(words.split(" ")), Map.of(), "1"))
                            .isInstanceOf(CommandLine.Doctor.class);
                });
    }

    /// Returns the JSON output of the page, whose areas are shortened to two.
    public static String json() {
        return OutputFormat.JSON
                .structured(DiagnosisJson.of(new Diagnosis(List.of(REFUSED), List.of(GAP), List.of())))
                .replaceFirst("(?s)(\"areas\": \\[\n.*?\\},\n).*?(\n  \\],\n  \"gaps\")", "$1    …$2");
    }
}
