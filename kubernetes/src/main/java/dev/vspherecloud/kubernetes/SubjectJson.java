package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.serving.auth.User;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Who somebody is, as the API server writes it.
///
/// Form: authentication.k8s.io/v1 UserInfo; authorization.k8s.io/v1 SubjectAccessReviewSpec, where the name is `user`.
final class SubjectJson {
    private SubjectJson() {}

    static User read(JsonNode user) {
        Map<String, List<String>> extra = new HashMap<>();
        user.path("extra").properties().forEach(each -> extra.put(each.getKey(), texts(each.getValue())));
        return new User(
                user.path("username").asText(""), user.path("uid").asText(""), texts(user.path("groups")), extra);
    }

    static void write(User user, ObjectNode spec) {
        spec.put("user", user.name());
        if (!user.uid().isEmpty()) {
            spec.put("uid", user.uid());
        }
        user.groups().forEach(spec.putArray("groups")::add);
        if (!user.extra().isEmpty()) {
            ObjectNode extra = spec.putObject("extra");
            user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
        }
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText("")));
        return texts;
    }
}
