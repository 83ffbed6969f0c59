package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Cookies;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;

/// A SOAP login that lacks only user and password: the server was reached, proved its identity and is a vCenter.
/// The server keeps no state for it, so a login that is not sent costs nothing.
///
/// Threads: safe for all.
public final class PreparedLogin {
    static final String METHOD = "Login";

    private final SoapClient soap;
    private final ServiceContent content;
    private final Timeouts timeouts;
    private final OpenSessions sessions;

    PreparedLogin(SoapClient soap, ServiceContent content, Timeouts timeouts, OpenSessions sessions) {
        this.soap = soap;
        this.content = content;
        this.timeouts = timeouts;
        this.sessions = sessions;
    }

    /// Sends user and password: one exchange.
    ///
    /// @throws VcenterException of kind LOGIN_REFUSED also if user or password is empty; then nothing is sent
    public VcenterSession send(Credentials credentials) {
        var attempt = CallContext.login(soap.http().endpoint(), METHOD, credentials.password());
        requireComplete(attempt, credentials);
        return sessions.logIn(attempt, () -> send(attempt, credentials));
    }

    private VcenterSession send(CallContext attempt, Credentials credentials) {
        try {
            var reply = soap.reply(
                    attempt,
                    request(attempt, credentials),
                    soap.http().allow(timeouts.call()),
                    timeouts.call(),
                    Vim25Answers::done);
            return session(attempt, reply.cookies());
        } catch (VcenterException e) {
            throw asLogin(e);
        }
    }

    private SoapRequest request(CallContext attempt, Credentials credentials) {
        SoapRequest login = Vim25Requests.login(content.sessionManager(), credentials);
        if (login.flaw().isPresent()) {
            throw attempt.failed(
                    Kind.LOGIN_REFUSED, "nothing sent: " + login.flaw().get());
        }
        return login;
    }

    private VcenterSession session(CallContext attempt, Cookies cookies) {
        if (cookies.isEmpty()) {
            throw attempt.failed(Kind.PROTOCOL, "the server accepted the login, but set no session cookie");
        }
        return new VcenterSession(soap.in(cookies), content, timeouts, sessions);
    }

    static void requireComplete(CallContext attempt, Credentials credentials) {
        if (!credentials.areComplete()) {
            throw attempt.failed(Kind.LOGIN_REFUSED, "nothing sent: user or password is empty");
        }
    }

    /// Converts the failure of a login: an unknown session or a missing permission counts as a refused login.
    static VcenterException asLogin(VcenterException e) {
        Kind kind = FaultKinds.ofLogin(e.kind());
        return kind == e.kind() ? e : e.as(kind);
    }
}
