package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.OpenSessions.OpenSession;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A SOAP session with one vCenter.
///
/// Every method blocks until the answer is read, its deadline is over, or its thread is interrupted (which ends
/// the call at once with [CANCELED][Kind#CANCELED] and keeps the thread's interrupt flag). Every failure is a
/// [VcenterException]. Collectors, filters and views live as long as the session, on the server.
///
/// Threads: safe for all. The first to call [#logOut()] or [#close()] logs out; two waits on one collector at a
/// time are a caller's mistake.
public final class VcenterSession implements AutoCloseable {
    private static final Duration CANCEL = Duration.ofSeconds(5);

    private final SoapClient soap;
    private final ServiceContent content;
    private final Timeouts timeouts;
    private final OpenSession atServer;

    /// @param sessions where it is registered until it is logged out
    VcenterSession(SoapClient soap, ServiceContent content, Timeouts timeouts, OpenSessions sessions) {
        this.soap = soap;
        this.content = content;
        this.timeouts = timeouts;
        this.atServer = sessions.opened(
                () -> soap.call(Vim25Requests.logout(content.sessionManager()), timeouts.logout(), Vim25Answers::done));
    }

    /// What the server said of itself just before the login.
    public ServiceContent content() {
        return content;
    }

    /// Asks the server whether it still knows this session. That also counts as use of it.
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

    /// Reads properties of objects, all pages, complete.
    ///
    /// Objects the account may not see are missing without a word.
    ///
    /// @throws VcenterException also of kind SESSION_LOST when the answer says so property by property, and
    ///     TOO_LARGE when all pages together are
    public List<ObjectContent> retrieve(RetrieveQuery query) {
        return new PagedRead(soap, timeouts, content.propertyCollector()).all(query);
    }

    /// Reads properties of objects, complete or not at all: gives up, and tells the server so, when more than
    /// `maxPages` pages would be needed.
    ///
    /// @param pageSize the most objects in one page, at least 1; the server may send fewer
    public Optional<List<ObjectContent>> retrieve(RetrieveQuery query, int pageSize, int maxPages) {
        requirePositive(pageSize, "pageSize");
        requirePositive(maxPages, "maxPages");
        return new PagedRead(soap, timeouts, content.propertyCollector()).run(query, pageSize, maxPages);
    }

    public MoRef createCollector() {
        return ref(Vim25Requests.createPropertyCollector(content.propertyCollector()));
    }

    /// Destroys a collector with its filters. One that is gone already is fine.
    public void destroyCollector(MoRef collector) {
        destroy(Vim25Requests.destroyPropertyCollector(collector));
    }

    /// Watches what the query selects. Changes arrive by [#waitForUpdates].
    ///
    /// @throws VcenterException of kind INVALID_VERSION when the collector is not known (any more)
    public MoRef createFilter(MoRef collector, RetrieveQuery query) {
        return onCollector(collector, () -> ref(Vim25Requests.createFilter(collector, query)));
    }

    /// Ends what [#createFilter] began. A filter that is gone already is fine.
    public void destroyFilter(MoRef filter) {
        destroy(Vim25Requests.destroyFilter(filter));
    }

    /// Waits until something changed since a version, at most so long.
    ///
    /// The server is given `maxWait`, the network a generous margin on top. To end a wait early, use
    /// [#cancelWait]: a wait that is merely abandoned (by an interrupt) goes on at the server, and some lose
    /// the updates it then takes.
    ///
    /// @param version of the last update set, or empty for the full state
    /// @param maxWait whole seconds; zero asks and does not wait
    /// @param maxObjects the most objects in one answer, at least 1
    /// @return empty when nothing changed
    /// @throws VcenterException of kind INVALID_VERSION when the version or the collector is not known (any
    ///     more), and CANCELED when the wait was cancelled
    public Optional<UpdateSet> waitForUpdates(MoRef collector, String version, Duration maxWait, int maxObjects) {
        requirePositive(maxObjects, "maxObjects");
        var request = Vim25Requests.waitForUpdates(collector, version, maxWait, maxObjects);
        Duration deadline = maxWait.plus(timeouts.waitMargin());
        Optional<UpdateSet> updates = onCollector(collector, () -> soap.call(request, deadline, Vim25Answers::updates));
        updates.ifPresent(set -> requireSession(request.method(), set));
        return updates;
    }

    /// Ends the wait that is in flight on a collector, if there is one. The collector stays as it is.
    ///
    /// With a short deadline: it is next to no work, and worth nothing when it is late.
    public void cancelWait(MoRef collector) {
        var request = Vim25Requests.cancelWaitForUpdates(collector);
        Duration deadline = timeouts.atMost(CANCEL).call();
        onCollector(collector, () -> soap.call(request, deadline, Vim25Answers::done));
    }

    /// A view of no objects yet.
    public MoRef createListView() {
        return ref(Vim25Requests.createListView(content.viewManager()));
    }

    /// Changes which objects a list view holds. Not while a wait goes on over the view: cancel that first.
    ///
    /// @return the objects that are not there, which were not added
    public List<MoRef> modifyListView(MoRef view, Collection<MoRef> add, Collection<MoRef> remove) {
        return refs(Vim25Requests.modifyListView(view, add, remove));
    }

    /// A view of all objects of a type below a container, however deep.
    ///
    /// @param container a folder, datacenter, host, cluster or pool
    public MoRef createContainerView(MoRef container, String type) {
        return ref(Vim25Requests.createContainerView(content.viewManager(), container, type));
    }

    /// Destroys a view. One that is gone already is fine. Destroy the filters over it first.
    public void destroyView(MoRef view) {
        destroy(Vim25Requests.destroyView(view));
    }

    /// The VMs with this UUID; two vCenters, and even one, may have several.
    ///
    /// @param uuid lower case, dashed: some servers compare letter by letter
    /// @param instanceUuid whether the UUID is the one vCenter gave, and not the BIOS's
    public List<MoRef> findAllByUuid(String uuid, boolean instanceUuid) {
        return refs(Vim25Requests.findAllByUuid(searchIndex("FindAllByUuid"), uuid, instanceUuid));
    }

    /// The VMs whose guest reports this host name.
    ///
    /// @param name not blank: the empty name would find every VM that reports none
    public List<MoRef> findAllByDnsName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a search for a blank host name");
        }
        return refs(Vim25Requests.findAllByDnsName(searchIndex("FindAllByDnsName"), name));
    }

    /// What the vCenter remembers of what happened. Each call gives a new one, for one thread.
    public VcenterHistory history() {
        return new VcenterHistory(soap, content, timeouts);
    }

    /// Another SOAP service of this vCenter, such as CNS or storage policies, in this session: nothing is sent, and
    /// there is no second login.
    public SoapService service(SoapEndpoint endpoint) {
        return new SoapService(soap.at(endpoint), timeouts);
    }

    /// Begins to log out, in the background and with a deadline of its own. [VcenterClient#close()] waits for the end.
    public void logOut() {
        atServer.end();
    }

    /// Logs out and waits until that is answered, also on a thread that is interrupted. Never fails: a session that
    /// cannot be ended ends by itself half an hour later.
    @Override
    public void close() {
        atServer.end();
        atServer.awaitEnd();
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

    private Boolean done(SoapRequest request) {
        return soap.call(request, timeouts.call(), Vim25Answers::done);
    }

    private void destroy(SoapRequest request) {
        try {
            done(request);
        } catch (VcenterException e) {
            if (e.kind() != Kind.OBJECT_GONE) {
                throw e;
            }
        }
    }

    /// A collector that is not there has lost its versions: the same news, and the same cure, as a version not
    /// known.
    private static <T> T onCollector(MoRef collector, Supplier<T> call) {
        try {
            return call.get();
        } catch (VcenterException e) {
            boolean isCollector = e.object().map(collector::equals).orElse(true);
            throw e.kind() == Kind.OBJECT_GONE && isCollector ? e.as(Kind.INVALID_VERSION) : e;
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
