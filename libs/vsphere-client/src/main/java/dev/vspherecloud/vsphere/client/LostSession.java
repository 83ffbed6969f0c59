package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.util.Map;

/// Recognises a lost session in an answer that looks good.
///
/// Without a session the property collector answers with status 200 and gives `NotAuthenticated` as the reason
/// why each property is missing.
final class LostSession {
    private LostSession() {}

    static void check(SoapLink soap, String method, Map<?, String> missing) {
        if (missing.containsValue(FaultKinds.NOT_AUTHENTICATED)) {
            throw new Attempt(soap.http().endpoint(), method)
                    .failed(Kind.SESSION_LOST, "every property is missing for NotAuthenticated");
        }
    }
}
