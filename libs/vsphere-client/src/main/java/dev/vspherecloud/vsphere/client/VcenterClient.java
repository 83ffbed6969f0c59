package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Cookies;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.HttpResult;
import dev.vspherecloud.http.HttpsClient.Limits;
import dev.vspherecloud.http.RequestBudget;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.rest.RestDialect;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.Vim25Version;
import dev.vspherecloud.vsphere.client.soap.VsanVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.util.Optional;

/// A client for one vCenter, over one HTTP client. It opens sessions. When it is closed, it ends those that are
/// still open.
///
/// The client never retries and never logs in by itself. Every call has a deadline, is ended at once by
/// [#abort()] or an interrupt of its thread, reads a bounded number of bytes, and fails with a
/// [VcenterException] and nothing else. An interrupt does not end a login that was sent: its session could not
/// be ended.
///
/// Threads: safe for all. The client starts only the threads of its HTTP client, which end with [#close()].
public final class VcenterClient implements AutoCloseable {
    /// The size of the largest response as text, including all its pages. All VMs of the largest vCenter (45,000)
    /// with their UUIDs take 11 MB. This limits the work of decompressing and parsing; what the response takes in
    /// the heap has a limit of its own, see [VcenterHttpClient].
    private static final int MAX_RESPONSE_BYTES = 16 << 20;

    /// The types of objects that the sessions of a client read.
    public enum SessionTypes {
        /// The types of vim25.
        VIM25,

        /// The types of vim25, and those of vSAN and CNS, as in the result of a task that creates a volume. The
        /// calls of such a session name the version of the vSAN API instead of that of vim25, also on `/sdk`:
        /// otherwise vCenter does not send these types. The login needs one more exchange to find the version.
        ///
        /// Rule from: govmomi `cns.NewClient`.
        VIM25_AND_VSAN
    }

    private final VcenterEndpoint endpoint;
    private final Timeouts timeouts;
    private final VcenterHttpClient http;
    private final SessionTypes types;
    private final OpenSessions sessions = new OpenSessions();
    private volatile RestHint restHint = RestHint.of("");

    /// Creates a client without sessions.
    ///
    /// @param userAgent the name of this client, as in `vsphere-cloud-controller-manager/0.1.0`; vCenter lists
    ///     it with the session
    public VcenterClient(VcenterEndpoint endpoint, Timeouts timeouts, String userAgent, VcenterObserver observer) {
        this(endpoint, timeouts, userAgent, observer, SessionTypes.VIM25);
    }

    /// Creates a client whose sessions read these types.
    public VcenterClient(
            VcenterEndpoint endpoint,
            Timeouts timeouts,
            String userAgent,
            VcenterObserver observer,
            SessionTypes types) {
        this(endpoint, timeouts, userAgent, observer, MAX_RESPONSE_BYTES, types);
    }

    VcenterClient(
            VcenterEndpoint endpoint,
            Timeouts timeouts,
            String userAgent,
            VcenterObserver observer,
            long maxResponseBytes) {
        this(endpoint, timeouts, userAgent, observer, maxResponseBytes, SessionTypes.VIM25);
    }

    private VcenterClient(
            VcenterEndpoint endpoint,
            Timeouts timeouts,
            String userAgent,
            VcenterObserver observer,
            long maxResponseBytes,
            SessionTypes types) {
        this.types = types;
        this.endpoint = endpoint;
        this.timeouts = timeouts;
        this.http =
                VcenterHttpClient.open(endpoint, new Limits(timeouts.connect(), maxResponseBytes), userAgent, observer);
    }

    public VcenterEndpoint endpoint() {
        return endpoint;
    }

    /// Reads the identity of the server. This needs no login.
    ///
    /// @throws VcenterException also of kind UNSUPPORTED if the server is no vCenter
    public ServiceContent connect() {
        return readServiceContent(new SoapClient(http, SoapEndpoint.vim25(negotiate()), Cookies.NONE));
    }

    /// Logs in by SOAP. The client negotiates the API version again before each login, so that it adapts to a
    /// vCenter that was upgraded or restored meanwhile. This takes three exchanges, one of them the login.
    ///
    /// @throws VcenterException of kind LOGIN_REFUSED also if user or password is empty; then nothing is sent
    public VcenterSession login(Credentials credentials) {
        PreparedLogin.requireComplete(new CallContext(endpoint, PreparedLogin.METHOD), credentials);
        return prepareLogin().send(credentials);
    }

    /// Does all of [#login] except sending user and password. It is for callers that must first know that there
    /// is a vCenter to receive them.
    public PreparedLogin prepareLogin() {
        var soap = new SoapClient(http, SoapEndpoint.vim25(negotiate()), Cookies.NONE);
        return new PreparedLogin(soap, readServiceContent(soap), timeouts, sessions, negotiateVsan());
    }

    /// Logs in by REST, for tags. This takes one exchange in the dialect that matches the server's version. If
    /// the server refuses that request, it takes a second one in the other dialect.
    ///
    /// @throws VcenterException of kind LOGIN_REFUSED also if user or password is empty; then nothing is sent
    public TaggingSession openTaggingSession(Credentials credentials) {
        var context = CallContext.login(endpoint, "POST session", credentials.password());
        PreparedLogin.requireComplete(context, credentials);
        try {
            return sessions.logIn(
                    context,
                    () -> TaggingSession.open(
                            new RestClient(http),
                            timeouts,
                            sessions,
                            context,
                            credentials,
                            restHint.dialect(),
                            this::onDialectChanged));
        } catch (VcenterException e) {
            throw PreparedLogin.toLoginFailure(e);
        }
    }

    /// Stops sending logins: every later login fails with [LOGIN_STOPPED][Kind#LOGIN_STOPPED].
    public void stopLogins() {
        sessions.stopLogins();
    }

    /// Returns true while a login is in progress, whose session is not known yet.
    public boolean isLoggingIn() {
        return sessions.isLoggingIn();
    }

    /// Closes this client. It logs out of every session that is still open, all at the same time, and waits for
    /// the responses as long as [Timeouts#logout()] allows. It ends all other calls as [#abort()] does. An
    /// interrupt does not end the wait.
    @Override
    public void close() {
        sessions.logOutAll();
        http.close();
    }

    /// Ends all calls in flight with [CANCELED][Kind#CANCELED], including logins and logouts. Their sessions
    /// stay at the server until they expire.
    public void abort() {
        http.close();
    }

    private Vim25Version negotiate() {
        var context = new CallContext(endpoint, "GET vimServiceVersions.xml");
        HttpRequest get = http.request("/sdk/vimServiceVersions.xml").GET().build();
        try (RequestBudget requestBudget = http.newBudget(timeouts.call())) {
            return http.exchange(context, get, requestBudget, timeouts.call(), VcenterClient::chooseVersion);
        }
    }

    /// Chooses the API version from the server's version file. If the file is missing or unreadable, the
    /// fallback version is used, because nothing else in the file is needed.
    private static Vim25Version chooseVersion(HttpResult response) {
        if (response.status() != 200) {
            return Vim25Version.FALLBACK;
        }
        try (InputStream file = response.open()) {
            return Vim25Version.choose(file, response.heap()).orElse(Vim25Version.FALLBACK);
        } catch (IOException | MalformedXmlException _) {
            return Vim25Version.FALLBACK;
        }
    }

    /// Reads the version of the vSAN API, if the sessions need it.
    private Optional<VsanVersion> negotiateVsan() {
        if (types == SessionTypes.VIM25) {
            return Optional.empty();
        }
        var context = new CallContext(endpoint, "GET vsanServiceVersions.xml");
        HttpRequest get = http.request("/sdk/vsanServiceVersions.xml").GET().build();
        try (RequestBudget requestBudget = http.newBudget(timeouts.call())) {
            return http.exchange(context, get, requestBudget, timeouts.call(), file -> readVsanVersion(context, file));
        }
    }

    /// Reads the version file of the vSAN API. If the file is missing or unreadable, there is no version: the
    /// session can do everything but volumes, and says so. If the service behind the file only starts, the
    /// login fails: a session without a version would stay without it.
    private static Optional<VsanVersion> readVsanVersion(CallContext context, HttpResult response) {
        if (response.status() != 200) {
            Kind kind = FaultKinds.ofStatus(response.status());
            if (kind == Kind.BUSY || kind == Kind.TIMEOUT || kind == Kind.UNREACHABLE) {
                throw context.failed(kind, response.describe());
            }
            return Optional.empty();
        }
        try (InputStream file = response.open()) {
            return VsanVersion.readCurrent(file, response.heap());
        } catch (IOException | MalformedXmlException _) {
            return Optional.empty();
        }
    }

    private ServiceContent readServiceContent(SoapClient soap) {
        var request = Vim25Requests.retrieveServiceContent();
        ServiceContent content = soap.call(request, timeouts.call(), ServiceContent::read)
                .orElseThrow(() -> new CallContext(endpoint, request.method())
                        .failed(Kind.UNSUPPORTED, "the server is not a vCenter; it may be a single ESXi host"));
        String version = content.about().apiVersion();
        if (!version.equals(restHint.apiVersion())) {
            restHint = RestHint.of(version);
        }
        return content;
    }

    private void onDialectChanged(RestDialect dialect) {
        restHint = new RestHint(restHint.apiVersion(), dialect);
    }

    /// The dialect in which the next REST session begins.
    ///
    /// @param apiVersion the version of the server at the last connection, empty before the first
    /// @param dialect    the dialect for that version, or the one that worked better with that version
    private record RestHint(String apiVersion, RestDialect dialect) {
        static RestHint of(String apiVersion) {
            return new RestHint(apiVersion, RestDialect.of(apiVersion));
        }
    }
}
