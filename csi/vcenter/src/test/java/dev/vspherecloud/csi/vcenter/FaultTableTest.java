package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.vcenter.FaultForm.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each row of the table of faults in the documentation holds in each form.
class FaultTableTest {
    private static final Pattern CODE = Pattern.compile("`([A-Za-z_]+)`");

    /// A fault and its codes.
    ///
    /// @param attach the code for an attach; that of a detach is the same
    /// @param other  the code for any other operation
    record Row(FaultForm form, String type, OperationCode attach, OperationCode other) {
        CnsFault fault() {
            return form.read(Sample.of(type, "text"));
        }

        @Override
        public String toString() {
            return form + " " + type;
        }
    }

    static Stream<Row> rows() throws IOException {
        return Files.readAllLines(Project.path("docs/reference/csi-driver.md")).stream()
                .dropWhile(line -> !line.equals("| faults | code |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|", -1))
                .flatMap(cells -> {
                    List<OperationCode> codes =
                            names(cells[2]).map(OperationCode::valueOf).toList();
                    return names(cells[1]).flatMap(type -> FaultForm.all()
                            .map(form -> new Row(form, type, codes.getFirst(), codes.getLast())));
                });
    }

    private static Stream<String> names(String cell) {
        return CODE.matcher(cell).results().map((MatchResult found) -> found.group(1));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theRowHolds(Row row) {
        assertThat(CnsFaults.ofTask(row.fault(), List.of()).code()).isEqualTo(row.other());
        assertThat(AttachFaults.of(row.fault()).code()).isEqualTo(row.attach());
        assertThat(row.fault()).isNotInstanceOf(CnsFault.Other.class);
    }

    @Test
    void theTableHasEveryKindOfFault() throws IOException {
        assertThat(rows().map(row -> row.fault().getClass().getSimpleName()).distinct())
                .containsExactlyInAnyOrderElementsOf(Stream.of(CnsFault.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .filter(name -> !name.equals("Other"))
                        .toList());
        assertThat(rows()).hasSize(108);
    }
}
