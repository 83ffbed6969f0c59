package dev.vspherecloud.domain.datacenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.conformance.DatacenterSpelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Compares many spellings of datacenters with govmomi, in one inventory. `TestSpellings` of `tools/servers/finder`
/// shows that the results of govmomi in the file are right.
class DatacenterSpellingsTest {
    @ParameterizedTest
    @MethodSource("spellings")
    @Conforms("VV07")
    void eachSpellingNamesTheDatacenterThatGovmomiFinds(DatacenterSpelling spelling) {
        assertThat(found(spelling.value())).as(spelling.reason()).isEqualTo(spelling.here());
    }

    static List<DatacenterSpelling> spellings() {
        return DatacenterSpelling.all();
    }

    private static String found(String value) {
        return switch (DatacenterMatch.of(DatacenterValue.parse(value), inventory())) {
            case DatacenterMatch.Named(var _, var datacenters) ->
                datacenters.stream().map(DatacenterPath::path).collect(Collectors.joining(" + "));
            case DatacenterMatch.Several _ -> "several";
            case DatacenterMatch.Nothing _ -> "none";
        };
    }

    private static List<DatacenterPath> inventory() {
        var inventory = new ArrayList<DatacenterPath>();
        for (String path : DatacenterSpelling.inventory()) {
            List<String> names = Arrays.asList(path.substring(1).split("/", -1));
            inventory.add(new DatacenterPath("datacenter-" + (inventory.size() + 1), names, true));
        }
        return inventory;
    }
}
