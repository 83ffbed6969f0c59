package dev.vspherecloud.ccm.metrics;

import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.serving.Page;
import dev.vspherecloud.serving.Reply;
import dev.vspherecloud.serving.Request;

/// `/metrics`: all that there is now, in the text that the visitor reads best.
record MetricsPage(Metrics metrics) implements Page {
    @Override
    public Reply answer(Request request) {
        String accept = String.join(",", request.listed("accept"));
        return Reply.of(Metrics.contentType(accept), metrics.text(accept));
    }
}
