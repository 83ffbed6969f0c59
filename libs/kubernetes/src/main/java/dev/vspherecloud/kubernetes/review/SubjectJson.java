package dev.vspherecloud.kubernetes.review;

import dev.vspherecloud.json.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads and writes users in the API server's JSON.
///
/// Form: authentication.k8s.io/v1 UserInfo; authorization.k8s.io/v1 SubjectAccessReviewSpec, where the name is
/// `user`.
final class SubjectJson {
    private SubjectJson() {}

    static Subject read(Json user) {
        Map<String, List<String>> extra = new HashMap<>();
        user.find("extra").members().forEach((key, values) -> extra.put(key, texts(values)));
        return new Subject(
                user.find("username").asText(), user.find("uid").asText(), texts(user.find("groups")), extra);
    }

    static Json.Members spec(Subject subject) {
        Json.Members spec = Json.object().with("user", subject.name());
        if (!subject.uid().isEmpty()) {
            spec = spec.with("uid", subject.uid());
        }
        spec = spec.with("groups", Json.texts(subject.groups()));
        if (!subject.extra().isEmpty()) {
            var extra = new LinkedHashMap<String, Json>();
            subject.extra().forEach((key, values) -> extra.put(key, Json.texts(values)));
            spec = spec.with("extra", Json.object(extra));
        }
        return spec;
    }

    static List<String> texts(Json list) {
        return list.items().stream().map(Json::asText).toList();
    }
}
