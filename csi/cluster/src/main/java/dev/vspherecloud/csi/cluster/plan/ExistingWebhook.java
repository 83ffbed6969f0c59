package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.json.Json;
import java.util.List;

/// A webhook of vsphere-csi-driver (Go) that validates objects before the API server stores them.
///
/// @param name     the name of the webhook in its ValidatingWebhookConfiguration
/// @param service  namespace and name of the Service, with a slash between them; empty if it is called by a URL
/// @param isFatal  true if the API server refuses the objects while the webhook does not answer
public record ExistingWebhook(String name, String service, boolean isFatal) {
    static List<ExistingWebhook> read(Json configuration) {
        return configuration.find("webhooks").items().stream()
                .map(webhook -> new ExistingWebhook(
                        webhook.find("name").asText(),
                        webhook.has("clientConfig", "service")
                                ? webhook.find("clientConfig", "service", "namespace")
                                                .asText() + "/"
                                        + webhook.find("clientConfig", "service", "name")
                                                .asText()
                                : "",
                        !webhook.find("failurePolicy").asText().equals("Ignore")))
                .toList();
    }
}
