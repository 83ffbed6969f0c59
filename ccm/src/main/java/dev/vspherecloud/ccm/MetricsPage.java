package dev.vspherecloud.ccm;

import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.serving.Page;
import dev.vspherecloud.serving.Reply;
import dev.vspherecloud.serving.Request;
import java.util.List;

/// `/metrics`, in the form that the visitor accepts.
final class MetricsPage implements Page {
    private final Metrics metrics;

    MetricsPage(Metrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public Reply answer(Request request) {
        String accept = String.join(",", request.headers().getOrDefault("accept", List.of()));
        return Reply.of(Metrics.contentType(accept), metrics.text(accept));
    }
}
