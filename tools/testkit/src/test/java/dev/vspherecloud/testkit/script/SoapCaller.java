package dev.vspherecloud.testkit.script;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/// A minimal SOAP client for the tests of the scripted vCenter.
final class SoapCaller implements AutoCloseable {
    private final ScriptedVcenter vcenter;
    private final HttpClient client;

    SoapCaller(ScriptedVcenter vcenter) {
        this.vcenter = vcenter;
        client = HttpClient.newBuilder()
                .sslContext(vcenter.identity().clientContext())
                .build();
    }

    HttpResponse<String> call(String method, String parameters) throws IOException, InterruptedException {
        return client.send(request(method, parameters), BodyHandlers.ofString());
    }

    HttpRequest request(String method, String parameters) {
        String call = "<" + method + " xmlns=\"urn:vim25\">" + parameters + "</" + method + ">";
        return HttpRequest.newBuilder(vcenter.uri().resolve("/sdk"))
                .header("Content-Type", "text/xml")
                .POST(BodyPublishers.ofString(VimXml.envelope(call)))
                .build();
    }

    HttpClient client() {
        return client;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
