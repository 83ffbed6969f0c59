package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import dev.vspherecloud.vsphere.client.soap.XmlWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/// A SOAP service of a vCenter, called in the session of a [VcenterSession].
///
/// Deadlines, interrupts, the size of a response, metrics and failures are as in [VcenterSession]. A lost
/// session fails with [SESSION_LOST][Kind#SESSION_LOST] here, too; the next session has a service of its own. A
/// service need not be closed: it ends with its session.
///
/// Threads: safe for all.
public final class SoapService {
    private final SoapClient soap;
    private final String namespace;
    private final Timeouts timeouts;

    /// @param namespace the namespace of the methods, as in `urn:vim25`
    SoapService(SoapClient soap, String namespace, Timeouts timeouts) {
        this.soap = soap;
        this.namespace = namespace;
        this.timeouts = timeouts;
    }

    /// Creates a call to send.
    ///
    /// @param method     the method, as in `CnsQueryVolume`; also the name of the call in metrics and messages
    /// @param target     the object that has the method
    /// @param parameters writes the parameters in their order; if a text has a character that XML cannot
    ///     contain, the call fails and nothing is sent
    public SoapRequest request(String method, MoRef target, Consumer<XmlWriter> parameters) {
        return Vim25Requests.request(namespace, method, target, parameters);
    }

    /// Calls a method that starts a task, within the deadline of an ordinary call.
    ///
    /// @return the task
    public MoRef startTask(SoapRequest request) {
        return call(request, Vim25Answers::task);
    }

    /// Calls a method and returns its result as a value, within the deadline of an ordinary call. The caller
    /// need not read XML.
    ///
    /// @return the result; unset if the method returned nothing, an array if it returned several values
    public PropertyValue read(SoapRequest request) {
        return call(request, Vim25Answers::returnedValue);
    }

    /// Calls a method, within the deadline of an ordinary call.
    ///
    /// @param result reads the element `<methodResponse>`, on which the cursor stands
    public <T> T call(SoapRequest request, Function<XmlCursor, T> result) {
        return call(request, timeouts.call(), result);
    }

    /// Calls a method.
    ///
    /// @param deadline the time for the whole call, including the last byte of the response
    /// @param result   reads the element `<methodResponse>`, on which the cursor stands
    public <T> T call(SoapRequest request, Duration deadline, Function<XmlCursor, T> result) {
        return soap.call(request, deadline, result);
    }
}
