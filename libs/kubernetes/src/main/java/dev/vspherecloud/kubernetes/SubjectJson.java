package dev.vspherecloud.kubernetes;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.serving.auth.User;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Who somebody is, as the API server writes it.
///
/// Form: authentication.k8s.io/v1 UserInfo; authorization.k8s.io/v1 SubjectAccessReviewSpec, where the name is `user`.
final class SubjectJson {
    private SubjectJson() {}

    static User read(Json user) {
        Map<String, List<String>> extra = new HashMap<>();
        user.find("extra").members().forEach((key, values) -> extra.put(key, texts(values)));
        return new User(user.find("username").asText(), user.find("uid").asText(), texts(user.find("groups")), extra);
    }

    static Json.Members spec(User user) {
        Json.Members spec = Json.object().with("user", user.name());
        if (!user.uid().isEmpty()) {
            spec = spec.with("uid", user.uid());
        }
        spec = spec.with("groups", Json.texts(user.groups()));
        if (!user.extra().isEmpty()) {
            var extra = new LinkedHashMap<String, Json>();
            user.extra().forEach((key, values) -> extra.put(key, Json.texts(values)));
            spec = spec.with("extra", Json.object(extra));
        }
        return spec;
    }

    static List<String> texts(Json list) {
        return list.items().stream().map(Json::asText).toList();
    }
}
