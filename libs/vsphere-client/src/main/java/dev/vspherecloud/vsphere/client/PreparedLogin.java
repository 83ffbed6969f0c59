package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Cookies;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.RequestBudget;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.VsanVersion;
import java.util.Optional;

/// A SOAP login that lacks only user and password: the server was reached, proved its identity and is a
/// vCenter. The server keeps no state for a prepared login, so one that is not sent costs nothing.
///
/// Threads: safe for all.
public final class PreparedLogin {
    static final String METHOD = "Login";

    private final SoapClient soap;
    private final ServiceContent content;
    private final Timeouts timeouts;
    private final OpenSessions sessions;
    private final Optional<VsanVersion> vsanVersion;

    /// Creates a login.
    ///
    /// @param vsanVersion the version of the vSAN API that the session uses; empty for vim25 types only
    PreparedLogin(
            SoapClient soap,
            ServiceContent content,
            Timeouts timeouts,
            OpenSessions sessions,
            Optional<VsanVersion> vsanVersion) {
        this.soap = soap;
        this.content = content;
        this.timeouts = timeouts;
        this.sessions = sessions;
        this.vsanVersion = vsanVersion;
    }

    /// Sends user and password in one request.
    ///
    /// @throws VcenterException of kind LOGIN_REFUSED also if user or password is empty; then nothing is sent
    public VcenterSession send(Credentials credentials) {
        var context = CallContext.login(soap.http().endpoint(), METHOD, credentials.password());
        requireComplete(context, credentials);
        return sessions.logIn(context, () -> send(context, credentials));
    }

    private VcenterSession send(CallContext context, Credentials credentials) {
        try (RequestBudget requestBudget = soap.http().newBudget(timeouts.call())) {
            var reply = soap.send(
                    context, request(context, credentials), requestBudget, timeouts.call(), Vim25Answers::userName);
            return session(context, reply.cookies(), reply.value());
        } catch (VcenterException e) {
            throw toLoginFailure(e);
        }
    }

    private SoapRequest request(CallContext context, Credentials credentials) {
        SoapRequest login = Vim25Requests.login(content.sessionManager(), credentials);
        if (login.unsendableReason().isPresent()) {
            throw context.failed(
                    Kind.LOGIN_REFUSED,
                    "nothing sent: " + login.unsendableReason().get());
        }
        return login;
    }

    private VcenterSession session(CallContext context, Cookies cookies, String user) {
        if (cookies.isEmpty()) {
            throw context.failed(Kind.PROTOCOL, "the server accepted the login, but set no session cookie");
        }
        return new VcenterSession(soap.withCookies(cookies), content, user, timeouts, sessions, vsanVersion);
    }

    static void requireComplete(CallContext context, Credentials credentials) {
        if (!credentials.isComplete()) {
            throw context.failed(Kind.LOGIN_REFUSED, "nothing sent: user or password is empty");
        }
    }

    /// Converts the failure of a login: an unknown session or a missing permission counts as a refused login.
    static VcenterException toLoginFailure(VcenterException e) {
        Kind kind = FaultKinds.ofLogin(e.kind());
        return kind == e.kind() ? e : e.withKind(kind);
    }
}
