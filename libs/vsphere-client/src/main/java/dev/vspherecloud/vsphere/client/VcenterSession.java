package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.OpenSessions.OpenSession;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.VsanVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A SOAP session with one vCenter.
///
/// Every method blocks until the response is read, its deadline is over, or its thread is interrupted (which
/// ends the call at once with [CANCELED][Kind#CANCELED] and keeps the thread's interrupt flag). Every failure
/// is a [VcenterException]. Collectors, filters and views live on the server as long as the session.
///
/// Threads: safe for all. The first call of [#logOut()] or [#close()] logs out. A caller must not run two waits
/// on one collector at a time.
public final class VcenterSession implements AutoCloseable {
    private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(5);

    private final SoapClient soap;
    private final ServiceContent content;
    private final String userName;
    private final Timeouts timeouts;
    private final OpenSession openSession;

    /// The paths of all filters so far. What vCenter sends of other properties is skipped.
    private final Set<String> watchedPaths;

    private final Optional<VsanVersion> vsanVersion;

    /// Creates a session that reads only vim25 types.
    VcenterSession(SoapClient soap, ServiceContent content, String userName, Timeouts timeouts, OpenSessions sessions) {
        this(soap, content, userName, timeouts, sessions, Optional.empty());
    }

    /// Creates a session after its login.
    ///
    /// @param userName the user, as the server named it in its response to the login
    /// @param sessions the registry in which this session is registered until it is logged out
    /// @param vsanVersion the version of the vSAN API; empty if the session reads only vim25 types
    VcenterSession(
            SoapClient soap,
            ServiceContent content,
            String userName,
            Timeouts timeouts,
            OpenSessions sessions,
            Optional<VsanVersion> vsanVersion) {
        this.soap = vsanVersion
                .map(SoapEndpoint::vim25WithVsan)
                .map(soap::withService)
                .orElse(soap);
        this.watchedPaths = ConcurrentHashMap.newKeySet();
        this.vsanVersion = vsanVersion;
        this.content = content;
        this.userName = userName;
        this.timeouts = timeouts;
        this.openSession = sessions.register(() -> this.soap.call(
                Vim25Requests.logout(content.sessionManager()), timeouts.logout(), Vim25Answers::readEmpty));
    }

    private VcenterSession(VcenterSession same, SoapClient soap) {
        this.soap = soap;
        this.content = same.content;
        this.userName = same.userName;
        this.timeouts = same.timeouts;
        this.openSession = same.openSession;
        this.watchedPaths = same.watchedPaths;
        this.vsanVersion = same.vsanVersion;
    }

    /// Returns the same session for some calls that share a deadline. Each call has its own deadline, too; one for
    /// which no time is left fails with [TIMEOUT][Kind#TIMEOUT], and is not sent.
    ///
    /// @param timeLeft returns the time until that deadline
    public VcenterSession within(Supplier<Duration> timeLeft) {
        return new VcenterSession(this, soap.within(timeLeft));
    }

    /// Returns what tells one login from another: equal for all sessions that [#within] returns.
    public Object login() {
        return openSession;
    }

    /// Returns what the server reported about itself just before the login.
    public ServiceContent content() {
        return content;
    }

    /// Returns the user of this session as the server names it, as in `VSPHERE.LOCAL\csi`. The name in the
    /// credentials may have another form, as in `csi@vsphere.local`.
    public String userName() {
        return userName;
    }

    /// Asks the server whether it still knows this session. The request also counts as use of the session.
    public boolean isAlive() {
        MoRef sessionManager = content.sessionManager();
        var query = RetrieveQuery.ofObjects(sessionManager.type(), List.of("currentSession"), List.of(sessionManager));
        try {
            return retrieve(query).stream().anyMatch(found -> found.values().containsKey("currentSession"));
        } catch (VcenterException e) {
            if (e.kind() == Kind.SESSION_LOST) {
                return false;
            }
            throw e;
        }
    }

    /// Reads the server's clock.
    ///
    /// @throws VcenterException of kind PROTOCOL if the response is not a time
    public Instant currentTime() {
        SoapRequest request = Vim25Requests.currentTime();
        return soap.call(request, timeouts.call(), Vim25Answers::time);
    }

    /// Reads properties of objects, with all pages.
    ///
    /// Objects that the account may not see are missing without notice.
    ///
    /// @throws VcenterException also of kind SESSION_LOST if the response says so property by property, and
    ///     TOO_LARGE if all pages together are too large
    public List<ObjectContent> retrieve(RetrieveQuery query) {
        return new PagedRead(soap, timeouts, content.propertyCollector()).readAll(query);
    }

    /// Reads properties of objects, page by page. If more than `maxPages` pages would be needed, the read is
    /// cancelled at the server.
    ///
    /// @param pageSize the largest number of objects in one page, at least 1; the server may send fewer
    /// @param consumer receives the objects of each page before the next page is read, and should keep only what it
    ///     needs
    /// @return true if the consumer has received all objects
    /// @throws VcenterException of kind TOO_LARGE if all pages together are too large
    public boolean retrieve(RetrieveQuery query, int pageSize, int maxPages, Consumer<ObjectContent> consumer) {
        requirePositive(pageSize, "pageSize");
        requirePositive(maxPages, "maxPages");
        return new PagedRead(soap, timeouts, content.propertyCollector())
                .visitUpTo(query, pageSize, maxPages, consumer);
    }

    public MoRef createCollector() {
        return ref(Vim25Requests.createPropertyCollector(content.propertyCollector()));
    }

    /// Destroys a collector with its filters. If the collector does not exist any more, nothing happens.
    public void destroyCollector(MoRef collector) {
        destroy(Vim25Requests.destroyPropertyCollector(collector));
    }

    /// Watches the objects that the query selects. Their updates are returned by [#waitForUpdates].
    ///
    /// @throws VcenterException of kind INVALID_VERSION if the server does not know the collector, or no longer
    public MoRef createFilter(MoRef collector, RetrieveQuery query) {
        watchedPaths.addAll(query.paths());
        return callCollector(collector, () -> ref(Vim25Requests.createFilter(collector, query)));
    }

    /// Destroys a filter that [#createFilter] created. If the filter does not exist any more, nothing happens.
    public void destroyFilter(MoRef filter) {
        destroy(Vim25Requests.destroyFilter(filter));
    }

    /// Waits for updates since a version, for a limited time.
    ///
    /// The server gets `maxWait`, and the network a generous margin on top. To end a wait early, use
    /// [#cancelWait]: a wait that is only abandoned (by an interrupt) continues at the server, and some servers
    /// lose the updates that arrive then.
    ///
    /// @param version the version of the last update set, or the empty text for the full state
    /// @param maxWait the longest wait in whole seconds; zero asks and does not wait
    /// @param maxObjects the largest number of objects in one response, at least 1
    /// @return the updates; empty if nothing changed
    /// @throws VcenterException of kind INVALID_VERSION if the server does not know the version or the
    ///     collector, or no longer, and CANCELED if the wait was cancelled
    public Optional<UpdateSet> waitForUpdates(MoRef collector, String version, Duration maxWait, int maxObjects) {
        requirePositive(maxObjects, "maxObjects");
        var request = Vim25Requests.waitForUpdates(collector, version, maxWait, maxObjects);
        Duration deadline = maxWait.plus(timeouts.waitMargin());
        Optional<UpdateSet> updates = callCollector(
                collector, () -> soap.call(request, deadline, xml -> Vim25Answers.updates(xml, watchedPaths)));
        updates.ifPresent(set -> requireSession(request.method(), set));
        return updates;
    }

    /// Ends the wait that is in flight on a collector, if there is one. The collector stays as it is.
    ///
    /// The deadline is short: the call takes almost no work, and is useless if it is late.
    public void cancelWait(MoRef collector) {
        var request = Vim25Requests.cancelWaitForUpdates(collector);
        Duration deadline = timeouts.limitedTo(CANCEL_TIMEOUT).call();
        callCollector(collector, () -> soap.call(request, deadline, Vim25Answers::readEmpty));
    }

    /// Creates a list view without objects.
    public MoRef createListView() {
        return ref(Vim25Requests.createListView(content.viewManager()));
    }

    /// Changes which objects a list view contains. Must not be called during a wait over the view: cancel the
    /// wait first.
    ///
    /// @return the objects that do not exist, which were not added
    public List<MoRef> modifyListView(MoRef view, Collection<MoRef> add, Collection<MoRef> remove) {
        return refs(Vim25Requests.modifyListView(view, add, remove));
    }

    /// Creates a view of all objects of a type below a container, at any depth.
    ///
    /// @param container a folder, datacenter, host, cluster or pool
    public MoRef createContainerView(MoRef container, String type) {
        return ref(Vim25Requests.createContainerView(content.viewManager(), container, type));
    }

    /// Destroys a view. If the view does not exist any more, nothing happens. Destroy the filters over the view
    /// first.
    public void destroyView(MoRef view) {
        destroy(Vim25Requests.destroyView(view));
    }

    /// Finds the VMs with this UUID. Several VMs may have it, even in one vCenter.
    ///
    /// @param uuid the UUID in lower case, dashed: some servers compare letter by letter
    /// @param instanceUuid true if the UUID is the instance UUID from vCenter, false for the BIOS UUID
    public List<MoRef> findAllByUuid(String uuid, boolean instanceUuid) {
        return refs(Vim25Requests.findAllByUuid(searchIndex("FindAllByUuid"), uuid, instanceUuid));
    }

    /// Finds the VMs whose guest reports this host name.
    ///
    /// @param name the host name, not blank: the empty name would find every VM that reports none
    public List<MoRef> findAllByDnsName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the host name to search for is blank");
        }
        return refs(Vim25Requests.findAllByDnsName(searchIndex("FindAllByDnsName"), name));
    }

    /// Asks which privileges the user of this session lacks on objects. Costs one call, however many objects
    /// there are.
    ///
    /// @return the missing privileges by object; an object that the server does not mention has no entry
    public Map<MoRef, List<String>> missingPrivileges(Collection<MoRef> objects, Collection<String> privileges) {
        MoRef manager = content.authorizationManager()
                .orElseThrow(() -> new CallContext(soap.http().endpoint(), "HasUserPrivilegeOnEntities")
                        .failed(Kind.UNSUPPORTED, "this server has no authorization manager"));
        SoapRequest request = Vim25Requests.hasUserPrivilegeOnEntities(manager, objects, userName, privileges);
        return Vim25Answers.missingPrivileges(
                soap.call(request, timeouts.call(), Vim25Answers::returnedValue), privileges);
    }

    /// Returns a reader of the vCenter's events and tasks. Each call returns a new one, for one thread.
    public VcenterHistory history() {
        return new VcenterHistory(soap, content, timeouts);
    }

    /// Returns another SOAP service of this vCenter, such as CNS or storage policies, in this session. Nothing
    /// is sent, and there is no second login.
    public SoapService service(SoapEndpoint endpoint) {
        return new SoapService(soap.withService(endpoint), endpoint.namespace(), timeouts);
    }

    /// Returns the service of vCenter itself, for methods that this class does not have. It speaks the version that
    /// this session speaks.
    public SoapService vim25Service() {
        return new SoapService(soap, Vim25Requests.NAMESPACE, timeouts);
    }

    /// Returns the service for volumes (CNS) and vSAN, with the version that the server uses.
    ///
    /// @throws VcenterException of kind UNSUPPORTED if the client was created for vim25 types only, or if the
    ///     server has no vSAN API
    public SoapEndpoint vsanEndpoint() {
        return vsanVersion.map(version -> SoapEndpoint.vsan(version.text())).orElseThrow(() -> new CallContext(
                        soap.http().endpoint(), "GET vsanServiceVersions.xml")
                .failed(
                        Kind.UNSUPPORTED,
                        "the server named no version of the vSAN API, which volumes need, or was not asked"));
    }

    /// Starts the logout, in the background and with a deadline of its own. [VcenterClient#close()] waits for
    /// its end.
    public void logOut() {
        openSession.startLogout();
    }

    /// Logs out and waits for the answer; an interrupt does not end the wait. The method never fails: a session
    /// that cannot be ended expires half an hour later.
    @Override
    public void close() {
        openSession.startLogout();
        openSession.awaitLogout();
    }

    private MoRef searchIndex(String method) {
        return content.searchIndex()
                .orElseThrow(() -> new CallContext(soap.http().endpoint(), method)
                        .failed(Kind.UNSUPPORTED, "this server has no search index"));
    }

    private MoRef ref(SoapRequest request) {
        return soap.call(request, timeouts.call(), Vim25Answers::ref);
    }

    private List<MoRef> refs(SoapRequest request) {
        return soap.call(request, timeouts.call(), Vim25Answers::refs);
    }

    private Boolean call(SoapRequest request) {
        return soap.call(request, timeouts.call(), Vim25Answers::readEmpty);
    }

    private void destroy(SoapRequest request) {
        try {
            call(request);
        } catch (VcenterException e) {
            if (e.kind() != Kind.OBJECT_GONE) {
                throw e;
            }
        }
    }

    /// Calls a method of a collector. A missing collector is reported like an unknown version, because its
    /// versions are lost and the caller has to do the same.
    private static <T> T callCollector(MoRef collector, Supplier<T> call) {
        try {
            return call.get();
        } catch (VcenterException e) {
            boolean isCollectorMissing = e.object().map(collector::equals).orElse(true);
            throw e.kind() == Kind.OBJECT_GONE && isCollectorMissing ? e.withKind(Kind.INVALID_VERSION) : e;
        }
    }

    private void requireSession(String method, UpdateSet updates) {
        updates.updates().forEach(update -> soap.requireSession(method, update.missing()));
        soap.requireSession(method, updates.missingObjects());
    }

    private static void requirePositive(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, not " + value);
        }
    }
}
