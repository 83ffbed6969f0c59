package dev.vspherecloud.csi.cns.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyCompatibilityTest {
    private static final MoRef GOOD = new MoRef("Datastore", "datastore-1");
    private static final MoRef BAD = new MoRef("Datastore", "datastore-2");
    private static final MoRef UNMENTIONED = new MoRef("Datastore", "datastore-3");

    private static final String RESULT = """
            <returnval><hub><hubType>Datastore</hubType><hubId>datastore-1</hubId></hub>\
            <warning><localizedMessage>slow</localizedMessage></warning></returnval>\
            <returnval><hub><hubType>Datastore</hubType><hubId>datastore-2</hubId></hub>\
            <error><fault/><localizedMessage>no flash</localizedMessage></error>\
            <error><fault/><localizedMessage>too slow</localizedMessage></error></returnval>""";

    @Test
    void datastoreCompliesIfItsResultHasNoError() {
        try (var policies = new ScriptedPolicies().on("PbmCheckCompatibility", RESULT)) {
            assertThat(policies.client().compatibility("gold-id", List.of(GOOD, BAD, UNMENTIONED)))
                    .isEqualTo(new PolicyCompatibility(Map.of(BAD, "no flash, too slow", UNMENTIONED, "")));
            assertThat(policies.sent("PbmCheckCompatibility"))
                    .singleElement()
                    .asString()
                    .contains("""
                            <hubsToSearch><hubType>Datastore</hubType><hubId>datastore-1</hubId></hubsToSearch>""", """
                            <profile><uniqueId>gold-id</uniqueId></profile>""");
        }
    }
}
