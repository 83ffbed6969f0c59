package dev.vspherecloud.domain.datacenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatacenterRuleTest {
    private static final DatacenterPath HAMBURG =
            new DatacenterPath("datacenter-42", List.of("Sites", "Germany", "HH"), true);
    private static final DatacenterPath TOP = new DatacenterPath("datacenter-7", List.of("Main"), true);

    @ParameterizedTest
    @ValueSource(
            strings = {"HH", "datacenter-42", "Datacenter:datacenter-42", "/Sites/Germany/HH", "Sites/Germany/HH/"})
    @Conforms("VV07")
    void aDatacenterIsNamedByNamePathOrReference(String value) {
        assertThat(other(HAMBURG, "elsewhere", value)).isEmpty();
        assertThat(other(TOP, "elsewhere", value)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hh", "/HH", "Germany/HH", "/Datacenters/Sites/Germany/HH", "Germany", "datacenter-4", ""})
    void otherTextsDoNotNameTheDatacenter(String value) {
        assertThat(other(HAMBURG, value)).isPresent();
    }

    @Test
    void noValueAdmitsEveryVm() {
        assertThat(other(HAMBURG)).isEmpty();
        assertThat(DatacenterRule.of(List.of()).select(List.of()).excluding(in(List.of())))
                .isEmpty();
    }

    @Test
    void aVmWhoseDatacenterIsNotKnownIsNotAdmitted() {
        OtherDatacenter unknown = select("HH").excluding(in(List.of())).orElseThrow();

        assertThat(unknown.text("vc-a")).contains("\"unknown\"", "give the account the role Read-only");
    }

    @Test
    @Conforms("VV07")
    void reportsEntriesThatMatchNoDatacenter() {
        assertThat(select("HH", "Berlin", "/Main", "/Nowhere/Main", "*").unresolved())
                .extracting(DatacenterMatch::text)
                .containsExactly(
                        "Berlin -> none",
                        "/Nowhere/Main -> none",
                        "* -> several, so none of them: /Main (datacenter-7), /Sites/Germany/HH (datacenter-42)");
    }

    @Test
    void theMessageHasThePathAndTheValuesThatNameNothing() {
        assertThat(other(HAMBURG, "Germany/HH", "Main").orElseThrow().text("vc-a"))
                .isEqualTo(
                        "in datacenter \"/Sites/Germany/HH\", which the key datacenters of vCenter vc-a does not name"
                                + " (Germany/HH -> none); add \"/Sites/Germany/HH\"");
    }

    /// The message proposes a value that means this datacenter in every format of the configuration.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "EU%2fWest | /EU%2fWest",
                "Main Site | /Main Site",
                "EU - Region, State | datacenter-1",
                "Lab [1] | datacenter-1",
                "a*b | datacenter-1",
                "a#b | datacenter-1",
                "it's | datacenter-1",
                "a\"b | datacenter-1",
                "a;b | datacenter-1",
            })
    void proposesTheReferenceIfThePathWouldBeReadInAnotherWay(String name, String expected) {
        var path = new DatacenterPath("datacenter-1", List.of(name), true);

        assertThat(path.configurableValue()).isEqualTo(expected);
        assertThat(DatacenterRule.of(List.of(expected))
                        .select(List.of(path, TOP))
                        .excluding(in(List.of(place(path)))))
                .isEmpty();
    }

    @Test
    void aPathThatIsNotCompleteIsNamedByNameOrReferenceOnly() {
        var hidden = new DatacenterPath("datacenter-9", List.of("HH"), false);

        assertThat(result("/HH", hidden)).isEqualTo("none");
        assertThat(result("/*", hidden)).isEqualTo("none");
        assertThat(result("HH", hidden)).isEqualTo(".../HH (datacenter-9)");
        assertThat(hidden.configurableValue()).isEqualTo("datacenter-9");
    }

    @ParameterizedTest
    @CsvSource({
        "datacenter-42, reference",
        "Datacenter:datacenter-42, reference",
        "HH, name",
        "DC[0, name",
        "./HH/, path",
        "/Sites/..., pattern",
        "H?, pattern",
        "/Sites/*/HH, pattern"
    })
    void saysWhatAValueIsReadAs(String value, String kind) {
        assertThat(DatacenterValue.parse(value).kind()).isEqualTo(kind);
    }

    private static String result(String value, DatacenterPath... visible) {
        return DatacenterMatch.of(DatacenterValue.parse(value), List.of(visible))
                .result();
    }

    private static DatacenterSelection select(String... values) {
        return DatacenterRule.of(List.of(values)).select(List.of(HAMBURG, TOP));
    }

    private static Optional<OtherDatacenter> other(DatacenterPath datacenter, String... values) {
        return select(values).excluding(in(List.of(place(datacenter))));
    }

    private static InventoryObject place(DatacenterPath datacenter) {
        return new InventoryObject("Datacenter", datacenter.moref(), datacenter.name(), new TagState.Awaited());
    }

    /// Returns the placement of a VM in a folder of the datacenter.
    private static Placement in(List<InventoryObject> datacenter) {
        return new Placement(List.of(), List.of(), datacenter, List.of());
    }
}
