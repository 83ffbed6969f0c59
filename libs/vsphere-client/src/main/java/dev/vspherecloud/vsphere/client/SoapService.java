package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import dev.vspherecloud.vsphere.client.soap.XmlWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/// A SOAP service of a vCenter beside vim25, asked in the session of a [VcenterSession].
///
/// Deadlines, interrupts, the size of an answer, counts and failures are as in [VcenterSession]. A session that is lost
/// shows as [SESSION_LOST][Kind#SESSION_LOST] here as well as there; the session that replaces it has a service of its
/// own. There is nothing to close: it ends with its session.
///
/// Threads: safe for all.
public final class SoapService {
    private final SoapClient soap;
    private final Timeouts timeouts;

    SoapService(SoapClient soap, Timeouts timeouts) {
        this.soap = soap;
        this.timeouts = timeouts;
    }

    /// A call to send.
    ///
    /// @param method     as in `CnsQueryVolume`; also how counts and messages name the call
    /// @param target     the object that has the method
    /// @param parameters writes them in their order; what no document can hold makes the call fail unsent
    public SoapRequest request(String method, MoRef target, Consumer<XmlWriter> parameters) {
        return Vim25Requests.request(soap.service().namespace(), method, target, parameters);
    }

    /// Calls a method, within the deadline of an ordinary call.
    ///
    /// @param result reads the element `<methodResponse>`, on which the cursor stands
    public <T> T call(SoapRequest request, Function<XmlCursor, T> result) {
        return call(request, timeouts.call(), result);
    }

    /// Calls a method.
    ///
    /// @param deadline for all of it, the last byte of the answer included
    /// @param result   reads the element `<methodResponse>`, on which the cursor stands
    public <T> T call(SoapRequest request, Duration deadline, Function<XmlCursor, T> result) {
        return soap.call(request, deadline, result);
    }
}
