package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrivilegeAnswerTest {
    private static final List<String> ASKED = List.of("Datastore.FileManagement", "System.Read");

    private static PropertyValue of(String object, PropertyValue... privileges) {
        return new PropertyValue.Struct(
                "EntityPrivilege",
                Map.of(
                        "entity",
                        new PropertyValue.Ref(new MoRef("Datastore", object)),
                        "privAvailability",
                        new PropertyValue.Items("", List.of(privileges))));
    }

    private static PropertyValue privilege(String name, boolean isGranted) {
        return new PropertyValue.Struct(
                "PrivilegeAvailability",
                Map.of(
                        "privId",
                        new PropertyValue.Text("string", name),
                        "isGranted",
                        new PropertyValue.Text("boolean", String.valueOf(isGranted))));
    }

    @Test
    void readsTheMissingPrivilegesOfEachObject() {
        var answer = new PropertyValue.Items(
                "",
                List.of(
                        of("one", privilege("Datastore.FileManagement", true), privilege("System.Read", true)),
                        of("two", privilege("Datastore.FileManagement", false), privilege("System.Read", true)),
                        of("three")));

        assertThat(Vim25Answers.missingPrivileges(answer, ASKED))
                .containsOnly(
                        Map.entry(new MoRef("Datastore", "one"), List.of()),
                        Map.entry(new MoRef("Datastore", "two"), List.of("Datastore.FileManagement")),
                        Map.entry(new MoRef("Datastore", "three"), ASKED));
    }

    @Test
    void readsASingleObject() {
        assertThat(Vim25Answers.missingPrivileges(
                        of("one", privilege("Datastore.FileManagement", true), privilege("System.Read", false)), ASKED))
                .containsOnly(Map.entry(new MoRef("Datastore", "one"), List.of("System.Read")));
    }
}
