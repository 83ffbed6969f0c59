package dev.vspherecloud.ccm.application.scenario.privilege;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.List;
import java.util.stream.Stream;

/// One verb on one kind of resource, as a role grants it. A rule grants one right for each verb, resource and name.
///
/// @param role      the role that grants it
/// @param namespace empty for all
/// @param name      empty for any
public record GrantedRight(Manifest role, String verb, String group, String resource, String namespace, String name) {
    static List<GrantedRight> of(Manifest role) {
        return role.json()
                .path("rules")
                .valueStream()
                .flatMap(rule -> of(role, rule))
                .toList();
    }

    private static Stream<GrantedRight> of(Manifest role, JsonNode rule) {
        return texts(rule, "verbs").flatMap(verb -> texts(rule, "apiGroups")
                .flatMap(group -> texts(rule, "resources").flatMap(resource -> names(rule)
                        .map(name -> new GrantedRight(role, verb, group, resource, role.namespace(), name)))));
    }

    private static Stream<String> names(JsonNode rule) {
        return rule.has("resourceNames") ? texts(rule, "resourceNames") : Stream.of("");
    }

    private static Stream<String> texts(JsonNode rule, String key) {
        return rule.path(key).valueStream().map(JsonNode::asText);
    }

    /// Returns a rule that grants only this right.
    ObjectNode rule() {
        ObjectNode rule = JsonNodeFactory.instance.objectNode();
        rule.putArray("apiGroups").add(group);
        rule.putArray("resources").add(resource);
        rule.putArray("verbs").add(verb);
        if (!name.isEmpty()) {
            rule.putArray("resourceNames").add(name);
        }
        return rule;
    }

    /// Returns the name that the proxy gives to the requests that need it.
    String call() {
        return verb + " " + resource;
    }

    boolean allows(ApiAccess access) {
        return verb.equals(access.verb())
                && group.equals(access.group())
                && resource.equals(access.resource())
                && (namespace.isEmpty() || namespace.equals(access.namespace()))
                && (name.isEmpty() || name.equals(access.name()));
    }

    @Override
    public String toString() {
        String where = namespace.isEmpty() ? "" : " in " + namespace;
        return verb + " " + resource + (name.isEmpty() ? "" : " " + name) + where;
    }
}
