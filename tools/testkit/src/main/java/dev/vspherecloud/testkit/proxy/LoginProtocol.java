package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Response;

/// The two protocols to log in to vCenter.
public enum LoginProtocol {
    /// `Login` of the SessionManager.
    SOAP,
    /// A REST session for a user and a password, under `/api` or `/rest`.
    REST;

    /// The response to a refused login; the same for a locked account.
    Response refusal() {
        return switch (this) {
            case SOAP ->
                Response.of(
                        500,
                        "text/xml; charset=utf-8",
                        Content.of(SoapFaults.envelope(
                                "InvalidLogin",
                                "Cannot complete login due to an incorrect user name or password.",
                                "")));
            case REST ->
                Response.of(
                        401,
                        "application/json",
                        Content.of("{\"type\":\"com.vmware.vapi.std.errors.unauthenticated\",\"value\":"
                                + "{\"messages\":[{\"args\":[],\"default_message\":\"Authentication required.\","
                                + "\"id\":\"com.vmware.vapi.endpoint.method.authentication.required\"}]}}"));
        };
    }
}
