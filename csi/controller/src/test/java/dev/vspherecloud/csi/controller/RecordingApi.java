package dev.vspherecloud.csi.controller;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiBody;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.ApiTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An API server that accepts all Events and records them. Every object that is asked for exists, and each
/// VolumeSnapshotContent is that of the VolumeSnapshot `shop/nightly`.
final class RecordingApi implements ApiTransport {
    /// The handle of the snapshot that has a VolumeSnapshotContent.
    static final String SNAPSHOT = "0f4a0e0c-1111-4222-8333-444455556666+1f4a0e0c-1111-4222-8333-444455556666";

    /// An Event as the API server got it.
    ///
    /// @param about the kind and the name of its object, after the namespace if there is one
    record Posted(String about, String type, String reason, String message) {}

    private static final String OBJECT = """
            {"metadata": {"uid": "uid-7"},
             "spec": {"volumeSnapshotRef": {"namespace": "shop", "name": "nightly", "uid": "uid-8"}}}
            """;

    private static final String LIST = """
            {"metadata": {"resourceVersion": "7"}, "items": [{
              "metadata": {"name": "snapcontent-1", "uid": "uid-9"},
              "status": {"snapshotHandle": "%s"}}]}
            """.formatted(SNAPSHOT);

    final List<Posted> events = new ArrayList<>();

    ApiServer server() {
        return ApiServer.withObserver("https://api.test:6443", this, System::nanoTime, _ -> {}, ApiObserver.NONE);
    }

    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) {
        if (call.method().equals("GET")) {
            return answer(200, call.path().contains("?") ? LIST : OBJECT);
        }
        Json event = answer(200, call.body()).json();
        Json object = event.find("involvedObject");
        String namespace = object.find("namespace").asText();
        events.add(new Posted(
                "%s%s %s"
                        .formatted(
                                namespace.isEmpty() ? "" : namespace + "/",
                                object.find("kind").asText(),
                                object.find("name").asText()),
                event.find("type").asText(),
                event.find("reason").asText(),
                event.find("message").asText()));
        return answer(201, "{}");
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) {
        throw new AssertionError("not a call of an Event: " + call);
    }

    private static ApiAnswer answer(int status, String body) {
        return new ApiAnswer(status, Optional.empty(), new ApiBody(body.getBytes(StandardCharsets.UTF_8)));
    }
}
